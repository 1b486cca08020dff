import { runClub } from "./setup/club-command";
import { submitDocuments } from "./setup/documents";
import { downloadRows } from "./setup/download";
import { hydrate } from "./setup/hydrate";
import { logIn, logInByRequest, readBalance } from "./setup/participant";
import { expect, test } from "./setup/test";

/** Demo participants that no other test uses. */
const CURATOR = "79000000102";
const MANAGER = "79000000112";
const BUYER = "79000000121";

test("§3.10 §7.1 a curator sees managers with their shops and downloads the lists; a manager downloads the own shops @js", async ({
  page,
}) => {
  await logIn(page, "79000000001");
  const managers = page.getByRole("table", { name: "Менеджеры" });
  await expect(managers).toContainText("Зайцева Ирина Павловна");
  const retail = page.getByRole("table", { name: "Магазины: Зайцева Ирина Павловна" });
  const fold = page.locator("details", { has: page.locator("caption", { hasText: "Магазины: Зайцева" }) });
  await fold.locator("summary").first().click();
  await expect(retail).toContainText("Белова Марина Олеговна");
  const list = await downloadRows(page, page.getByRole("link", { name: "Выгрузить список" }));
  expect(list.length).toBeGreaterThan(3);
  expect(list.flat().join()).toContain("Зайцева");
  const inns = await downloadRows(page, page.getByRole("link", { name: "Выгрузить ИНН" }));
  expect(inns.length).toBeGreaterThan(10);
  // A tax number is text and keeps its leading zeros.
  expect(inns.slice(1).every((row) => row.some((cell) => /^(\d{10}|\d{12})$/.test(cell)))).toBe(true);

  await page.context().clearCookies();
  await logIn(page, MANAGER);
  const own = await downloadRows(page, page.getByRole("link", { name: "Выгрузить список" }));
  expect(own.length).toBeGreaterThan(3);
});

test("§6.4 a curator's profile shows the state of the documents: submitted, rejected with the reason, accepted @js", async ({
  page,
  server,
}) => {
  await logIn(page, CURATOR);
  const documents = page.locator("section", { has: page.getByRole("heading", { name: "Документы", exact: true }) });
  await expect(documents.first()).toContainText("Не нужны");
  await documents.first().getByRole("link").click();
  await submitDocuments(page);
  await expect(page.getByText("Документы на проверке")).toBeVisible();
  await runClub(server.dataDir, "reject-documents", CURATOR, "--reason", "Разворот не читается");
  await page.goto("/dashboard/profile/");
  await expect(documents.first()).toContainText("Не приняты");
  await expect(documents.first()).toContainText("Разворот не читается");
  await documents.first().getByRole("link", { name: "Передать ещё раз" }).click();
  await submitDocuments(page);
  await expect(page.getByText("Документы на проверке")).toBeVisible();
  await runClub(server.dataDir, "accept-documents", CURATOR);
  await page.goto("/dashboard/profile/");
  await expect(documents.first()).toContainText("Приняты");
});

test("§1.6 §4.18 §8.5 payouts above the year's limit are announced, stopped, and ordered once the documents are accepted @js", async ({
  page,
  server,
}) => {
  await logInByRequest(page, BUYER);
  for (const value of [/на карту 3\s000/, /на карту 500/, /на карту 1\s000/]) {
    await page.goto("/dashboard/gifts/card");
    await page.getByRole("radio", { name: value }).check();
    await page.getByLabel("Номер карты").fill("4111 1111 1111 1111");
    await page.getByLabel("Имя владельца").fill("MAXIM ANDREEV");
    await page.getByRole("button", { name: "Добавить в корзину" }).click();
    await expect(page.getByText("Подарок в корзине")).toBeVisible();
  }
  const balance = await readBalance(page);
  await page.goto("/dashboard/gifts/cart");
  await expect(page.getByText(/Подарки этого года станут дороже 4\s000/)).toBeVisible();
  await page.getByRole("button", { name: /^Заказать 3 подарка за 4\s500 баллов$/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/documents$/);
  await expect(page.getByText("Заказ остановлен")).toBeVisible();
  expect(await readBalance(page)).toBe(balance - 3500);
  await submitDocuments(page);
  await expect(page.getByText("Документы на проверке")).toBeVisible();
  await runClub(server.dataDir, "accept-documents", BUYER);
  await page.reload();
  await page.getByRole("link", { name: "Продолжить заказ" }).click();
  await page.getByRole("button", { name: /^Заказать/ }).click();
  await expect(page.getByText("Заказ оформлен")).toBeVisible();
  expect(await readBalance(page)).toBe(balance - 4500);
  await page.goto("/dashboard/points/");
  const spent = page.getByRole("table", { name: "Списания" });
  for (const sum of [/3\s000\s₽/, /500\s₽/, /1\s000\s₽/]) await expect(spent).toContainText(sum);
});

test("§2.2.6 §4.5 new gifts and promotions are counted in the menu; the count of gifts disappears once they are seen @js", async ({
  page,
}) => {
  await logInByRequest(page, MANAGER);
  const menu = page.locator("details.panel-menu");
  const openMenu = async () => {
    await page.goto("/dashboard/points/");
    await menu.locator("summary").click();
  };
  await openMenu();
  await expect(menu.getByRole("link", { name: /^Подарки.*новых: 3$/ })).toBeVisible();
  await expect(menu.getByRole("link", { name: /^Акции.*новых: \d+$/ })).toBeVisible();
  await page.goto("/dashboard/gifts/");
  const marked = page.waitForResponse((response) => response.url().includes("/dashboard/gifts/seen"));
  await hydrate(page);
  await marked;
  await openMenu();
  await expect(menu.getByRole("link", { name: "Подарки", exact: true })).toBeVisible();
});

test("§2.2.5 §6.2 tadam has a profile only, a system manager the retail search, and neither a balance nor a cart @no-js", async ({
  page,
}) => {
  const menu = page.locator("details.panel-menu");
  for (const [login, entries] of [
    ["79000000004", ["Профиль"]],
    ["79000000006", ["Профиль", "Поиск розницы", "Приглашения", "Подарки", "Вопрос-ответ", "Правила"]],
  ] as const) {
    await page.context().clearCookies();
    await logIn(page, login);
    await expect(page.locator(".site-header .site-header-balance")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Корзина" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: /^Корзина/ })).toHaveCount(0);
    await menu.locator("summary").click();
    const names = await menu.getByRole("listitem").getByRole("link").allInnerTexts();
    expect(names.map((name) => name.replace(/\s*новых:.*$/s, "").trim())).toEqual(entries);
  }
  await page.goto("/dashboard/gifts/cart");
  await expect(page.getByRole("button", { name: /^Заказать/ })).toHaveCount(0);
});

test("§4.19 local storage has the role of promo_group.system_name, of a system manager too @js", async ({ page }) => {
  await logIn(page, "79000000006");
  await hydrate(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("role"))).toBe("manager");
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(["auth", "role", "user_id"]);
});

test("§1.9 the word after the balance is visible on a phone of 360 px, and the header is no wider than the screen @js", async ({
  page,
}) => {
  await logIn(page, MANAGER);
  const word = page.locator(".site-header-balance .odometer-unit");
  await expect(word).toHaveAttribute("data-text", /^балл(а|ов)?$/);
  const box = await word.boundingBox();
  expect(box?.width).toBeGreaterThan(20);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
