import type { Page } from "@playwright/test";
import { newcomers } from "../club/seeds/companies";
import { DEMO_PASSWORD } from "../club/seeds/demo-accounts";
import { readBalance } from "./setup/participant";
import { expect, test } from "./setup/test";

/** Long after the first press: a slow line, or a phone that is busy. */
const LATE_MS = 1200;

/** Script is asked for by the first touch, as ever, and comes when the person has long begun. */
test.beforeEach(async ({ page }) => {
  await page.route("**/assets/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    // The page may be gone by then.
    await route.continue().catch(() => undefined);
  });
});

const isHydrated = (page: Page) => page.evaluate(() => performance.getEntriesByName("app-hydrated").length > 0);

async function hydrated(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName("app-hydrated").length > 0);
}

async function logIn(page: Page, login: string) {
  const posts = countPosts(page, "/login");
  await page.goto("/login");
  await page.locator("[name=login]").pressSequentially(login);
  await page.getByLabel("Пароль").pressSequentially(DEMO_PASSWORD);
  await page.locator("main").getByRole("button", { name: "Войти", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  expect(posts()).toBe(1);
}

/** How many forms went to an address, as documents or by script. */
function countPosts(page: Page, path: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    const sentTo = new URL(request.url()).pathname.replace(/\.data$/, "");
    if (request.method() === "POST" && sentTo === path) count += 1;
  });
  return () => count;
}

test("§4.1 §5.1 a login typed and sent before script is there goes through once", async ({ page }) => {
  await logIn(page, "79000000001");
});

test("§5.4 §5.9 a registration begun without script keeps every letter, tick and choice, and goes on with it", async ({
  page,
  countMessages,
}) => {
  const company = newcomers.at(-1);
  await page.goto("/register/member");
  await page.getByLabel("ИНН", { exact: true }).pressSequentially(company?.inn ?? "");
  await page.getByLabel("Фамилия").pressSequentially("Петров");
  await page.getByLabel("Согласен зарегистрироваться без менеджера").check();
  await page.getByLabel("Сегмент", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Имя").focus();
  expect(await isHydrated(page)).toBe(false);
  // The bundle arrives in the middle of the name.
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

test("§3.4 a look-up pressed before script is there brings the form back with all that was typed", async ({ page }) => {
  const company = newcomers.at(-2);
  await page.goto("/register/member");
  await page.getByLabel("Фамилия").pressSequentially("Петров");
  await page.getByLabel("ИНН", { exact: true }).pressSequentially(company?.inn ?? "");
  expect(await isHydrated(page)).toBe(false);
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  await expect(page.getByLabel("Юридическое название")).toHaveValue(company?.name ?? "");
  await expect(page.getByLabel("Фамилия")).toHaveValue("Петров");
});

test("§4.17 §4.18 a gift goes into the cart once and is ordered once, however late script is", async ({ page }) => {
  await logIn(page, "79000000003");
  await page.request.post("/banner", { form: { to: "/dashboard/gifts" } });
  const added = countPosts(page, "/dashboard/gifts/phone");
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio", { name: /на 100\s₽/ }).check();
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
  const done = page.getByText("Заказ оформлен");
  const goOn = page.getByRole("button", { name: "Продолжить заказ" });
  for (let press = 0; press < 5 && !(await done.isVisible()); press++) {
    await expect(done.or(goOn).first()).toBeVisible();
    if (await goOn.isVisible()) await goOn.click({ timeout: 2000 }).catch(() => undefined);
  }
  await expect(done).toBeVisible();
  const cost = Number(/за ([\d\s]+)/.exec(price ?? "")?.[1]?.replace(/\D/g, ""));
  expect(await readBalance(page)).toBe(balance - cost);
});
