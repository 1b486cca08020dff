import { chromiumOptions } from "../scripts/browser.mjs";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

// Documents in their viewer, and tabs that the visitor opens.
test.use({ launchOptions: chromiumOptions({ whole: true }) });

const DAY_SECONDS = 24 * 60 * 60;

test("§1.11 §2.2.1 the links of the footer and the menu work, and documents are files of the club", async ({
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

test("§4.14 the cookie consent lasts 100 days", async ({ page, context }) => {
  await page.goto("/rules/");
  await page.getByRole("complementary", { name: "Файлы cookie" }).getByRole("button").click();
  await expect(page.getByRole("complementary", { name: "Файлы cookie" })).toHaveCount(0);
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith("cookie_consent"));
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY_SECONDS;
  expect(days).toBeGreaterThan(99.9);
  expect(days).toBeLessThanOrEqual(100);
});

test("§1.7 questions can be searched, and an answer has a link of its own", async ({ page }) => {
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

test("§1.5 §2.1.1 a guest who reads a promotion sees how to join the club; a participant can join the promotion", async ({
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

test.describe(() => {
  test.use({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  });

  test("§1.7 §2.1.8 the rules are grouped, and a document opens in a viewer 600 px high", async ({ page, request }) => {
    await page.goto("/rules/");
    const groups = {
      "Магазинам и сервисам": 1,
      "Отделам продаж": 2,
      "Кураторам дистрибьюторов": 2,
    };
    for (const [name, count] of Object.entries(groups)) {
      const group = page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });
      await expect(group.getByRole("heading", { level: 3 })).toHaveCount(count);
      for (const link of await group.getByRole("link", { name: /^Открыть PDF/ }).all()) {
        expect((await request.get((await link.getAttribute("href")) ?? "")).status()).toBe(200);
      }
    }
    await page.getByRole("link", { name: "Правила программы для отделов продаж", exact: true }).click();
    const viewer = page.locator("object[type='application/pdf']");
    await expect(viewer).toBeVisible();
    expect((await viewer.boundingBox())?.height).toBe(600);
    await expect(page.getByRole("heading", { name: "3. Приглашения" })).toBeVisible();
  });
});

test("§2.3.3 a link to a dialog that is clicked with a modifier opens a tab @js", async ({ page, context }) => {
  await page.goto("/");
  await hydrate(page);
  const opened = context.waitForEvent("page");
  const link = page.locator("header").getByRole("link", { name: "Войти", exact: true });
  await link.click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(/\/login$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
