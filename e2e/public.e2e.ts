import { SCREENS } from "../scripts/screens";
import { hydrate } from "./setup/hydrate";
import { logIn, logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

const DAY_SECONDS = 24 * 60 * 60;

test("§4.14 the cookie consent covers nothing, stays until it is answered and doesn't come back", async ({ page }) => {
  await page.goto("/q&a/?search=баллы");
  const question = page.getByRole("complementary", { name: "Файлы cookie" });
  await expect(question).toBeVisible();
  expect(await question.evaluate((element) => getComputedStyle(element).position)).toBe("static");
  await question.getByRole("button").click();
  await expect(question).toHaveCount(0);
  expect(decodeURI(page.url())).toContain("/q&a/?search=баллы");
  await page.goto("/");
  await expect(question).toHaveCount(0);
});

test("§2.3.1 §4.15 the phone's menu holds every page, registration and the forgotten password @js", async ({
  page,
}) => {
  await page.goto("/");
  await page.locator("details.panel-menu summary").click();
  const panel = page.locator("details.panel-menu");
  for (const name of ["Главная", "Акции", "Правила Программы", "Вопрос-ответ", "Где купить"]) {
    await expect(panel.getByRole("link", { name })).toBeVisible();
  }
  for (const name of ["Войти", "Регистрация", "Забыли пароль?"]) {
    await expect(panel.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await panel.getByRole("link", { name: "Акции" }).click();
  await expect(page.locator("h1")).toHaveText("Акции");
  await expect(panel.getByRole("link", { name: "Главная" })).toBeHidden();
});

test("§4.15 the menu closes on Escape and on a press outside @js", async ({ page }) => {
  await page.goto("/");
  await hydrate(page);
  const summary = page.locator("details.panel-menu summary");
  const entry = page.locator("details.panel-menu").getByRole("link", { name: "Акции" });
  await summary.click();
  await expect(entry).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();
  await expect(summary).toBeFocused();
  await summary.click();
  await page.locator("details.panel-menu .disclosure-content").waitFor();
  await page.locator(".logo").dispatchEvent("pointerdown");
  await expect(entry).toBeHidden();
});

test("§2.3.1 a logged-in participant logs out from the menu", async ({ page }) => {
  await logIn(page, "curator@example.com");
  await page.locator("details.panel-menu summary").click();
  await page.locator("details.panel-menu").getByRole("button", { name: "Выйти" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.locator("h1")).toHaveText("Баллы за каждую деталь");
});

test("§2.1.5 §2.1.6 client navigation works with and without the trailing slash and starts at the top of the page @js", async ({
  page,
}) => {
  await logIn(page, "member@example.com");
  await hydrate(page);
  let documents = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents += 1;
  });
  for (const [path, heading] of [
    ["/promo/", "Акции"],
    ["/promo", "Акции"],
    ["/q&a", "Вопрос-ответ"],
    ["/q&a/", "Вопрос-ответ"],
    ["/dashboard/points", "Баллы"],
    ["/dashboard/promo-code/", "Промокод"],
  ] as const) {
    await page.evaluate((to) => {
      document.body.style.minHeight = "3000px";
      window.scrollTo(0, 400);
      // Navigates like a click on a Remix link, for paths to which the page has no link.
      return (window as unknown as { __remixRouter: { navigate(to: string): Promise<void> } }).__remixRouter.navigate(
        to,
      );
    }, path);
    // The heading may be the former page's; the router scrolls after it has shown the next one.
    await expect(page.locator("h1")).toHaveText(heading);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(documents).toBe(0);
});

test("§2.1.5 Back and Forward restore the scroll position, also before the scripts start @js", async ({ page }) => {
  await page.goto("/");
  await hydrate(page);
  const promotions = page
    .locator("main")
    .getByRole("link", { name: /Все акции|Акции/ })
    .first();
  await promotions.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => window.scrollY);
  expect(left).toBeGreaterThan(0);
  await promotions.click();
  await expect(page.locator("h1")).toHaveText("Акции");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.locator("h1")).not.toHaveText("Акции");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left);
  await page.goForward();
  await expect(page.locator("h1")).toHaveText("Акции");
  await page.route("**/assets/*.js", () => new Promise(() => undefined));
  await page.reload();
  await page.goBack();
  await expect(page.locator("h1")).not.toHaveText("Акции");
});

test("§1.5 a member joins a promotion, downloads its articles and enters a promo code @js", async ({ page }) => {
  await logInByRequest(page, "member@example.com");
  await page.goto("/promo/");
  await page.getByRole("link", { name: "Фильтры в запас" }).click();
  await page.getByRole("button", { name: "Участвовать" }).click();
  await expect(page.getByText("Вы участвуете в акции.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Участвовать" })).toHaveCount(0);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Скачать список артикулов" }).click();
  expect((await download).suggestedFilename()).toContain(".csv");

  await page.goto("/promo");
  await page.getByRole("link", { name: "Ввести промокод" }).click();
  await page.getByLabel("Промокод").fill("нет-такого");
  await page.getByRole("button", { name: "Получить баллы" }).click();
  await expect(page.locator("#promo-code-promo_code-error")).toHaveText(/Такого промокода нет/);
  await expect(page.getByLabel("Промокод")).toHaveValue("нет-такого");
  await page.getByLabel("Промокод").fill("demo-200");
  await page.getByRole("button", { name: "Получить баллы" }).click();
  await expect(page.getByText("+200 баллов")).toBeVisible();
  await expect(page.getByLabel("Промокод")).toHaveValue("");
});

test("§1.7 an answer is open at its own address", async ({ page }) => {
  await page.goto("/q&a/");
  const fold = page.locator("details", { hasText: "Сгорают ли баллы?" });
  const answer = fold.locator(".disclosure-content");
  await expect(answer).toBeHidden();
  const id = await answer.getAttribute("id");
  await page.goto(`/q&a/?question=${id?.replace("question-", "")}#${id}`);
  await expect(answer).toBeVisible();
  await expect(answer).toBeInViewport();
  await page.goto("/feedback");
  await page.goto(`/q&a/#${id}`);
  await expect(answer).toBeVisible();
});

test("§4.13 feedback is sent, and the page promises a reply", async ({ page, lastMessage, countMessages }) => {
  const before = await countMessages("support@example.com", "Когда придут баллы за октябрь?");
  await page.goto("/feedback/");
  await page.getByLabel("Как к вам обращаться").fill("Анна");
  await page.getByLabel("E-mail для ответа").fill("anna@example.ru");
  await page.getByLabel("Сообщение").fill("Когда придут баллы за октябрь?");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Отправить сообщение" }).click();
  await expect(page.getByText(/в течение 3\sрабочих дней/)).toBeVisible();
  await lastMessage("support@example.com", "Когда придут баллы за октябрь?", before);
});

test("§4.14 the light version loads no scripts and can be turned off again", async ({ page }) => {
  await page.goto("/q&a/");
  await page.getByRole("button", { name: "Лёгкая версия" }).click();
  await expect(page.getByRole("button", { name: "Полная версия" })).toBeVisible();
  expect(await page.locator("script[src], script[type], link[data-rel]").count()).toBe(0);
  await page.getByRole("button", { name: "Полная версия" }).click();
  await expect(page.getByRole("button", { name: "Лёгкая версия" })).toBeVisible();
});

test("§4.14 §2.3.1 the light version has one menu, on wide screens too @no-js", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/q&a/");
  await page.getByRole("button", { name: "Лёгкая версия" }).click();
  for (const phone of [null, "79000000003"]) {
    if (phone) await logInByRequest(page, phone);
    await page.goto("/promo/");
    const link = page.locator("nav a", { hasText: "Вопрос-ответ" });
    await expect(link).toHaveCount(1);
    await page.locator("header summary").click();
    await link.click();
    await expect(page).toHaveURL(/\/q&a\//);
  }
});

test("§2.1.8 an Android phone gets a link to the rules document, and the link works @no-js", async ({
  page,
  request,
}) => {
  await page.goto("/rules/?document=retail-rules");
  await expect(page.locator("object")).toHaveCount(0);
  const link = page.getByRole("link", { name: "Открыть документ (PDF)" });
  const file = await request.get((await link.getAttribute("href")) ?? "");
  expect([file.status(), file.headers()["content-type"]]).toEqual([200, "application/pdf"]);
});

test("§1.11 §2.2.1 the links of the footer and the menu work, and documents are files of the club @no-js", async ({
  page,
  request,
}) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  for (const name of ["Политика конфиденциальности", "Согласие на обработку персональных данных"]) {
    const file = await request.get((await footer.getByRole("link", { name }).getAttribute("href")) ?? "");
    expect([file.status(), file.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  }
  await expect(footer.locator("a[href^='tel:']")).toBeVisible();
  await expect(footer.locator("a[href^='mailto:']")).toBeVisible();
  for (const name of ["ВКонтакте", "Telegram", "Rutube"]) {
    await expect(footer.getByRole("link", { name })).toHaveAttribute("href", /^https:\/\//);
  }
  await page.locator("details.panel-menu summary").click();
  const where = page.locator("details.panel-menu").getByRole("link", { name: "Где купить" });
  await expect(where).toHaveAttribute("href", /^https:\/\//);
  expect(await page.locator("a[href*='//example.com']").count()).toBe(0);

  await page.goto("/register/manager");
  const consent = page.locator("label", { hasText: "Даю согласие на обработку персональных данных" }).getByRole("link");
  await expect(consent).toHaveAttribute("href", /^\/media\/personal-data-consent-/);
});

test("§4.14 the cookie consent lasts 100 days @js", async ({ page, context }) => {
  await page.goto("/rules/");
  await page.getByRole("complementary", { name: "Файлы cookie" }).getByRole("button").click();
  await expect(page.getByRole("complementary", { name: "Файлы cookie" })).toHaveCount(0);
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith("cookie_consent"));
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY_SECONDS;
  expect(days).toBeGreaterThan(99.9);
  expect(days).toBeLessThanOrEqual(100);
});

test("§1.7 questions can be searched, and an answer has a link of its own @js", async ({ page }) => {
  await page.goto("/q&a/");
  const all = await page.locator("details.disclosure").count();
  await page.getByLabel("Что найти").fill("отклонена");
  await page.getByRole("button", { name: "Найти" }).click();
  await expect(page).toHaveURL(/search=/);
  await expect(page.locator("main").getByRole("status")).toContainText(/\d+\sответ/);
  expect(await page.locator("details.disclosure").count()).toBeLessThan(all);
  const fold = page.locator("details.disclosure", { hasText: "Заказ отклонён" });
  if (!(await fold.getByRole("link").isVisible())) await fold.locator("summary").click();
  const link = fold.getByRole("link", { name: "Ссылка на этот ответ" });
  await page.goto((await link.getAttribute("href")) ?? "");
  await expect(page.getByText("баллы возвращаются на счёт целиком")).toBeVisible();
  await page.goto("/q&a/?search=ксилофон");
  await expect(page.getByText("Такого вопроса ещё не было")).toBeVisible();
});

test("§1.5 §2.1.1 a guest who reads a promotion sees how to join the club; a participant can join the promotion @js", async ({
  page,
}) => {
  await page.goto("/promo/");
  await page.getByRole("link", { name: "Фильтры в запас" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Фильтры в запас");
  await expect(page.getByRole("button", { name: "Участвовать" })).toHaveCount(0);
  await expect(page.locator("main").getByRole("link", { name: "Вступить в клуб" })).toBeVisible();
  const address = page.url();
  await logInByRequest(page, "79000000131");
  await page.goto(address);
  await page.getByRole("button", { name: "Участвовать" }).click();
  await expect(page.getByText("Вы участвуете в акции.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Ввести промокод" })).toHaveCount(0);
});

test("architecture: every public page has a meta description of its own @no-js", async ({ page }) => {
  const descriptions = new Map<string, string>();
  for (const path of new Set(SCREENS.guest?.paths.map((one) => one.split("?")[0] ?? one))) {
    const answer = await page.request.get(path);
    if (!answer.ok() || path.endsWith(".html")) continue;
    const description = /<meta name="description" content="([^"]+)"/.exec(await answer.text())?.[1] ?? "";
    descriptions.set(path, description);
  }
  expect(descriptions.size).toBeGreaterThan(9);
  expect(new Set(descriptions.values()).size).toBe(descriptions.size);
  expect([...descriptions.values()]).not.toContain("");
});
