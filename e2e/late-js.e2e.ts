import type { Page } from "@playwright/test";
import { newcomers } from "../club/demo/companies";
import { DEMO_PASSWORD } from "../club/demo/demo-accounts";
import { runClub } from "./setup/club-command";
import { holdScripts } from "./setup/hold-scripts";
import { finishOrder } from "./setup/order";
import { readBalance } from "./setup/participant";
import { expect, test } from "./setup/test";

/** Longer than the visitor needs for the first actions, as on a slow connection or phone. */
const LATE_MS = 1200;

/** The first touch requests the scripts, as always; they arrive after the visitor has started. */
test.beforeEach(async ({ page }) => {
  await page.route("**/assets/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    // The page may be closed by then.
    await route.continue().catch(() => undefined);
  });
});

const isHydrated = (page: Page) => page.evaluate(() => performance.getEntriesByName("app-hydrated").length > 0);

async function hydrated(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName("app-hydrated").length > 0);
}

/** Types the login key by key and sends it while the script is still on its way. */
async function logInBeforeScript(page: Page, login: string) {
  const posts = countPosts(page, "/login");
  await page.goto("/login");
  await page.locator("[name=login]").pressSequentially(login);
  await page.getByLabel("Пароль").pressSequentially(DEMO_PASSWORD);
  await page.locator("main").getByRole("button", { name: "Войти", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  expect(posts()).toBe(1);
}

/** Counts the forms that are sent to a path, by a document request or by script. */
function countPosts(page: Page, path: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    const sentTo = new URL(request.url()).pathname.replace(/\.data$/, "");
    if (request.method() === "POST" && sentTo === path) count += 1;
  });
  return () => count;
}

test("§4.1 §5.1 a login sent before the scripts arrive happens once", async ({ page }) => {
  await logInBeforeScript(page, "79000000001");
});

test("§5.4 §5.9 a registration started before the scripts arrive keeps all input, and goes on with them", async ({
  page,
  countMessages,
}) => {
  const company = newcomers.at(-1);
  const releaseScripts = await holdScripts(page);
  await page.goto("/register/member");
  await page.getByLabel("ИНН", { exact: true }).pressSequentially(company?.inn ?? "");
  await page.getByLabel("Фамилия").pressSequentially("Петров");
  await page.getByLabel("Согласен зарегистрироваться без менеджера").check();
  await page.getByLabel("Сегмент", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Имя").focus();
  expect(await isHydrated(page)).toBe(false);
  // The scripts arrive while the name is being typed.
  releaseScripts();
  await page.getByLabel("Имя").pressSequentially("Константин", { delay: 150 });
  await hydrated(page);
  await expect(page.getByLabel("Имя")).toHaveValue("Константин");
  await expect(page.getByLabel("Имя")).toBeFocused();
  await expect(page.getByLabel("Фамилия")).toHaveValue("Петров");
  await expect(page.getByLabel("ИНН", { exact: true })).toHaveValue(company?.inn ?? "");
  await expect(page.getByLabel("Согласен зарегистрироваться без менеджера")).toBeChecked();
  await expect(page.getByLabel("Сегмент", { exact: true })).not.toHaveValue("");
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  await expect(page.getByLabel("Юридическое название")).toHaveValue(company?.name ?? "");
  await page.getByLabel("Фактический адрес совпадает с юридическим").check();
  await page.getByLabel("Отчество").fill("Петрович");
  await page.getByLabel("Телефон", { exact: true }).fill("79134440001");
  await page.getByLabel("E-mail", { exact: true }).fill("late@example.ru");
  await page.getByLabel("Дистрибьютор", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Принимаю политику конфиденциальности").check();
  await page.getByLabel("Даю согласие на обработку персональных данных").check();
  await page.locator("main").getByRole("button", { name: "Зарегистрироваться", exact: true }).click();
  await expect(page).toHaveURL(/\/activation$/);
  await expect.poll(() => countMessages("79134440001")).toBe(1);
});

test("§2.4.5 a link is entered once by a press that is still on its way when the scripts arrive", async ({
  page,
  server,
}) => {
  const link = /\/\?token=\S+/.exec(await runClub(server.dataDir, "redirect-token", "79000000002"))?.[0] ?? "";
  const posts = countPosts(page, "/entry");
  let letThrough = () => {};
  const isHeld = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/entry", async (route) => {
    if (route.request().method() === "POST") await isHeld;
    await route.continue();
  });
  await page.goto(link);
  // The page asks for this script once it is hydrated. Playwright can't look into a page that is being left.
  const isHydrated = page.waitForResponse(/\/assets\/start-/);
  await page.getByRole("button", { name: "Войти в клуб" }).click({ noWaitAfter: true });
  await isHydrated;
  letThrough();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  expect(posts()).toBe(1);
});

test("§3.4 a lookup before the scripts arrive returns the form with all input", async ({ page }) => {
  const company = newcomers.at(-2);
  const releaseScripts = await holdScripts(page);
  await page.goto("/register/member");
  await page.getByLabel("Фамилия").pressSequentially("Петров");
  await page.getByLabel("ИНН", { exact: true }).pressSequentially(company?.inn ?? "");
  expect(await isHydrated(page)).toBe(false);
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  await expect(page.getByLabel("Юридическое название")).toHaveValue(company?.name ?? "");
  await expect(page.getByLabel("Фамилия")).toHaveValue("Петров");
  releaseScripts();
});

test("§4.17 §4.18 a gift is added once and ordered once, however late the scripts arrive", async ({ page }) => {
  await logInBeforeScript(page, "79000000003");
  await page.request.post("/banner", { form: { to: "/dashboard/gifts" } });
  const added = countPosts(page, "/dashboard/gifts/phone");
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio", { name: /на 100\s₽/ }).check();
  // The participant's own number stands there; it is marked and typed over.
  await page.getByLabel("Номер телефона").selectText();
  await page.getByLabel("Номер телефона").pressSequentially("89001234567");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Добавить в корзину" }).dblclick({ noWaitAfter: true });
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
  expect(added()).toBeGreaterThanOrEqual(1);
  await page.goto("/dashboard/gifts/cart");
  await expect(page.getByRole("listitem").filter({ hasText: "+7 (900) 123-45-67" })).toHaveCount(1);
  const balance = await readBalance(page);
  const price = await page.getByRole("button", { name: /^Заказать/ }).textContent();
  await page.getByRole("button", { name: /^Заказать/ }).dblclick({ noWaitAfter: true });
  await finishOrder(page);
  const cost = Number(/за ([\d\s]+)/.exec(price ?? "")?.[1]?.replace(/\D/g, ""));
  expect(await readBalance(page)).toBe(balance - cost);
});

test("§2.3.3 a link to a dialog clicked before the scripts arrive opens its page, once", async ({ page }) => {
  await page.goto("/");
  await page.locator("header").getByRole("link", { name: "Войти", exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.locator("[name=login]").pressSequentially("7900", { delay: 20 });
  await hydrated(page);
  await expect(page.locator("[name=login]")).toHaveValue(/7.*900/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test("§4.8 §4.13 §5.5 a registration and a message sent before the scripts arrive are sent once", async ({
  page,
  countMessages,
}) => {
  const registered = countPosts(page, "/register/manager");
  await page.goto("/register/manager");
  // A phone's autofill enters all of this at once.
  await page.getByLabel("Фамилия").fill("Поздний");
  await page.getByLabel("Имя").fill("Пётр");
  await page.getByLabel("Отчество").fill("Петрович");
  await page.getByLabel("Телефон").fill("8 (913) 444-00-11");
  await page.getByLabel("E-mail").fill("late.manager@example.ru");
  await page.getByLabel("Дистрибьютор").selectOption({ index: 1 });
  await page.getByLabel("Принимаю политику конфиденциальности").check();
  await page.getByLabel("Даю согласие на обработку персональных данных").check();
  await page.locator("main").getByRole("button", { name: "Зарегистрироваться", exact: true }).click();
  await expect(page).toHaveURL(/\/activation$/);
  expect(registered()).toBe(1);
  await expect.poll(() => countMessages("79134440011")).toBe(1);

  const written = countPosts(page, "/feedback");
  await page.goto("/feedback");
  await page.getByLabel("Как к вам обращаться").fill("Анна");
  await page.getByLabel("E-mail для ответа").fill("anna@example.ru");
  await page.locator("main").getByRole("checkbox").check();
  // The scripts arrive while the message is being typed.
  await page.getByLabel("Сообщение").pressSequentially("Когда придут баллы за март?", { delay: 60 });
  await hydrated(page);
  await expect(page.getByLabel("Сообщение")).toHaveValue("Когда придут баллы за март?");
  await expect(page.locator("main").getByRole("checkbox")).toBeChecked();
  await page.getByRole("button", { name: "Отправить сообщение" }).click();
  await expect(page.getByText(/в течение 3\sрабочих дней/)).toBeVisible();
  expect(written()).toBe(1);
});

test("§4.17 counts are changed and lines removed before the scripts arrive, each once", async ({ page }) => {
  await logInBeforeScript(page, "79000000003");
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio", { name: /на 100\s₽/ }).check();
  await page.getByLabel("Номер телефона").fill("89001112233");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
  await page.goto("/dashboard/gifts/cart");
  const line = page.getByRole("listitem").filter({ hasText: "+7 (900) 111-22-33" });
  await line.getByRole("spinbutton").fill("3");
  await line.getByRole("button", { name: "Изменить", exact: true }).click();
  await expect(line).toContainText("3 ×");
  await page.goto("/dashboard/gifts/cart");
  // The message is typed, hydration happens, then it is sent.
  await line.getByRole("spinbutton").fill("2");
  await hydrated(page);
  await expect(line.getByRole("spinbutton")).toHaveValue("2");
  await line.getByRole("button", { name: "Изменить", exact: true }).click();
  await expect(line).toContainText("2 ×");
  await page.goto("/dashboard/gifts/cart");
  await line.getByRole("button", { name: /^Убрать/ }).dblclick({ noWaitAfter: true });
  await expect(line.getByRole("button", { name: /^Вернуть/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Корзина" })).toBeDisabled();
  await expect(page.locator("h1")).toBeVisible();
});

test("§1.3 §5.2 a chosen report and a typed date survive the arrival of the scripts", async ({ page }) => {
  await logInBeforeScript(page, "79000000001");
  const sent = countPosts(page, "/dashboard/report");
  await page.goto("/dashboard/report/");
  await page.getByLabel("Файл отчёта").setInputFiles({
    name: "не отчёт.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("раз;два\r\n1;2\r\n"),
  });
  await page.getByLabel("Файл отчёта").focus();
  await hydrated(page);
  await page.getByRole("button", { name: "Загрузить отчёт" }).click();
  await expect(page.locator("#report-file-error")).toContainText("В отчёте не хватает столбцов");
  expect(sent()).toBe(1);

  const releaseScripts = await holdScripts(page);
  await page.goto("/dashboard/documents");
  const birth = page.getByLabel("Дата рождения");
  const issue = page.getByLabel("Дата выдачи");
  await issue.fill("2010-05-20");
  // The scripts arrive while the date is being typed; the field stays a text field until it loses the focus.
  await birth.focus();
  releaseScripts();
  await birth.pressSequentially("28.02.1985", { delay: 180 });
  await hydrated(page);
  await expect(birth).toHaveValue("28.02.1985");
  await expect(birth).toBeFocused();
  await issue.focus();
  await expect(issue).toHaveAttribute("type", "date");
  await expect(issue).toHaveValue("2010-05-20");
  await birth.focus();
  await expect(birth).toHaveValue("1985-02-28");
});
