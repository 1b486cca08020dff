import type { Page } from "@playwright/test";
import { formatNumber } from "../app/lib/points";
import { articles } from "../club/demo/articles";
import { newcomers, retailCompanies } from "../club/demo/companies";
import { DEMO_PASSWORD } from "../club/demo/demo-accounts";
import { makeCsv, makeSales, makeXlsx, type Sale, SHUFFLED_HEADERS, spoilSales } from "../tests/files/report-files";
import { readMailedPassword } from "../tests/setup/outbox";
import { fillCompany } from "./setup/company-fields";
import { logInByForm, readBalance } from "./setup/participant";
import { expect, test } from "./setup/test";

/** The size of a report matters to the club only, which sees no difference between a form sent with and without script. */
const countRows = (javaScriptEnabled: boolean) => (javaScriptEnabled ? 5000 : 1000);
const CURATOR = "79000000001";
const MANAGER = { phone: "79000000002", email: "manager@example.com" };
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A shop that isn't registered yet; its INN starts with a zero, which spreadsheets remove. */
const shop = newcomers.find(({ inn }) => inn.startsWith("0") && inn.length === 10) ?? newcomers[0];
const owner = { phone: "79130007777", email: "lavka@example.ru" };

/** Sales: most of registered shops, every tenth of the new shop, and eight rows with different errors. */
function makeReport(rows: number): { sales: Sale[]; ofNewcomer: number; wrong: number } {
  const directory = {
    managers: [MANAGER],
    shops: retailCompanies.map(({ inn, name }) => ({ inn, name })),
    articles: articles.map(({ code, name }) => ({ code, name })),
  };
  const sales = makeSales(directory, rows, "2025-06-30");
  const first = sales[0];
  if (!first || !shop) throw new Error("the seeds have no shop or no sale");
  const wrong = Object.values(spoilSales(first));
  sales.splice(0, wrong.length, ...wrong);
  let ofNewcomer = 0;
  for (let row = 9; row < sales.length; row += 10) {
    const sale = sales[row];
    if (!sale) continue;
    sales[row] = { ...sale, inn: shop.inn, shop: shop.name };
    ofNewcomer += 1;
  }
  return { sales, ofNewcomer, wrong: wrong.length };
}

async function logOut(page: Page) {
  await page.goto("/logout");
  await page.locator("main").getByRole("button", { name: "Выйти", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** Uploads a report and waits until all its rows are processed. Without JavaScript the page has to be reloaded. */
async function upload(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  outcome: string,
  hasEqualRows = false,
) {
  await page.goto("/dashboard/report/");
  await page.getByLabel("Файл отчёта").setInputFiles(file);
  await page.getByRole("button", { name: "Загрузить отчёт" }).click();
  if (hasEqualRows) {
    await expect(page.getByText(/^Одинаковых строк: /)).toBeVisible();
    await page.getByRole("button", { name: "Засчитать" }).click();
  }
  await expect(page.getByRole("heading", { name: file.name })).toBeVisible();
  const row = page
    .getByRole("table", { name: "Загруженные отчёты" })
    .getByRole("row")
    .filter({ hasText: file.name })
    .first();
  await expect(async () => {
    await page.goto("/dashboard/report/");
    await expect(row).toContainText(outcome, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
}

async function register(page: Page) {
  await page.goto("/register/member");
  await fillCompany(page, { inn: shop?.inn ?? "", name: shop?.name ?? "", manager: MANAGER.email });
  await page.getByLabel("Фамилия").fill("Лавкин");
  await page.getByLabel("Имя").fill("Семён");
  await page.getByLabel("Отчество").fill("Семёнович");
  await page.getByLabel("Телефон", { exact: true }).fill(`8 (913) ${owner.phone.slice(4)}`);
  await page.getByLabel("E-mail", { exact: true }).fill(owner.email);
  await page.getByLabel("Принимаю политику конфиденциальности").check();
  await page.getByLabel("Даю согласие на обработку персональных данных").check();
  await page.locator("main").getByRole("button", { name: "Зарегистрироваться", exact: true }).click();
  await expect(page).toHaveURL(/\/activation$/);
}

test("§1.3 §4.8 §4.11 §4.17 §4.18 a shop earns points from a real report and spends them on gifts", async ({
  page,
  lastMessage,
  javaScriptEnabled,
}) => {
  const rows = countRows(javaScriptEnabled ?? true);
  const { sales, ofNewcomer, wrong } = makeReport(rows);

  // The report comes before the shop is in the club: its rows are listed as errors, the others count.
  await logInByForm(page, CURATOR, DEMO_PASSWORD);
  const workbook = await makeXlsx(sales, {
    headers: SHUFFLED_HEADERS,
    emptyRowsAbove: 2,
    numericInn: true,
    dates: "cells",
  });
  await upload(
    page,
    { name: "июнь.xlsx", mimeType: XLSX, buffer: workbook },
    `${formatNumber(rows - ofNewcomer - wrong)} из ${formatNumber(rows)}`,
  );
  await expect(page.getByText(`Не засчитано строк: ${ofNewcomer + wrong}`).first()).toBeVisible();
  await logOut(page);

  // The shop registers, confirms its phone and logs in with the mailed password.
  await register(page);
  const code = /\b\d{4}\b/.exec((await lastMessage(owner.phone, "код клуба")).text)?.[0] ?? "";
  await page.getByLabel("Код из СМС").fill(code);
  await page.getByRole("button", { name: "Подтвердить телефон" }).click();
  await expect(page).toHaveURL(/\/login$/);
  const password = readMailedPassword((await lastMessage(owner.email, "Пароль:")).text);

  // The same sales are uploaded as CSV from a Russian spreadsheet: only the rows of the new shop count now.
  await logInByForm(page, CURATOR, DEMO_PASSWORD);
  const csv = makeCsv(sales, { encoding: "windows-1251", dates: "dd.mm.yyyy" });
  await upload(
    page,
    { name: "июнь.csv", mimeType: "text/csv", buffer: csv },
    `${ofNewcomer} из ${formatNumber(rows)}`,
    true,
  );
  await logOut(page);

  // Points are credited when the rules are accepted.
  await logInByForm(page, owner.phone, password);
  expect(await readBalance(page)).toBe(0);
  await page.goto("/agreement");
  await page.getByLabel("Принимаю правила программы").check();
  await page.getByRole("button", { name: "Принять правила" }).click();
  await expect(page).toHaveURL(/\/curator$/);
  await page.goto("/dashboard/sales/");
  await expect(page.getByRole("table", { name: "Мои покупки" }).locator("tbody tr").first()).toBeVisible();
  const balance = await readBalance(page);
  expect(balance).toBeGreaterThan(500);
  await page.goto("/dashboard/points/");
  await expect(page.getByRole("table", { name: "Начисления" }).locator("tbody tr").first()).toBeVisible();

  // Gifts go into the cart and are ordered.
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio", { name: /на 100\s₽/ }).check();
  await page.getByLabel("Номер телефона").fill("8 (913) 000-77-77");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByLabel("Количество").fill("2");
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
  await page.goto("/dashboard/gifts/cart");
  await page.getByRole("button", { name: /^Заказать 2/ }).click();
  const done = page.getByText("Заказ оформлен");
  await expect(async () => {
    const goOn = page.getByRole("button", { name: "Продолжить заказ" });
    if (await goOn.isVisible()) await goOn.click({ timeout: 1000 });
    await expect(done).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await expect(page).toHaveURL(/\/dashboard\/gifts\/?$/);
  expect(await readBalance(page)).toBe(balance - 200);
  await page.goto("/dashboard/points/");
  await expect(page.getByRole("table", { name: "Списания" })).toContainText("Новая");
});
