import type { Page, Route } from "@playwright/test";
import { makeXlsx, spoilSales } from "../tests/files/report-files";
import { makeSale } from "./setup/demo-sale";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

const INN = "5000200016";

async function logOut(page: Page) {
  await page.context().clearCookies();
}

test("§1.3 §3.10 a curator uploads a report, sees what is wrong in it, and manager and member get the points", async ({
  page,
}) => {
  await logInByRequest(page, "79000000001");
  await page.goto("/dashboard/report/");
  const upload = page.getByRole("button", { name: "Загрузить отчёт" });

  await page.getByLabel("Файл отчёта").setInputFiles({
    name: "не отчёт.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("раз;два\r\n1;2\r\n"),
  });
  await upload.click();
  await expect(page.locator("#report-file-error")).toContainText("В отчёте не хватает столбцов");

  const sale = makeSale("2025-02-03");
  const { unknownShop, zeroCount } = spoilSales(sale);
  const sales = [sale, { ...sale, date: "2025-02-04" }, unknownShop, zeroCount].filter((one) => one !== undefined);
  await page.getByLabel("Файл отчёта").setInputFiles({
    name: "февраль.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: await makeXlsx(sales),
  });
  await upload.click();
  // The page of the report looks again by itself, with and without script.
  await expect(page.getByText("Строк с ошибками: 2.")).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Скачать строки с ошибками" }).click();
  expect((await download).suggestedFilename()).toBe("Ошибки отчёта.csv");
  await page.goto("/dashboard/report/");
  const list = page.getByRole("table", { name: "Загруженные отчёты" });
  await expect(list).toContainText("2 из 4");
  await page.getByText("Не засчитано строк: 2").click();
  await expect(page.getByText("№ 4", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "февраль.xlsx" }).click();
  await expect(page.getByRole("heading", { name: "Засчитано строк: 2" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Засчитанные строки" })).toContainText("04.02.25");

  for (const [login, title] of [
    ["79000000002", "Мои продажи"],
    ["79000000003", "Мои покупки"],
  ] as const) {
    await logOut(page);
    await logInByRequest(page, login);
    await page.goto("/dashboard/sales/?date_from=2025-02-01&date_to=2025-02-28");
    const rows = page.getByRole("table", { name: title });
    await expect(rows.locator("tbody tr:not(.feed-day)")).toHaveCount(2);
    await expect(rows).toContainText("BP-6175");
    await page.goto("/dashboard/points/");
    await expect(page.getByRole("table", { name: "Начисления" })).toContainText("04.02.25");
  }
});

test("§1.4 §7.1 a manager invites people by a list, sees which rows were refused, and finds the invitations @js", async ({
  page,
}) => {
  await logInByRequest(page, "79000000002");
  await page.goto("/dashboard/invite/import");
  const rows = [
    "E-mail;Фамилия;Имя;Кого пригласить",
    "list.shop@example.org;Листов;Лев;Ритейл",
    "нет;Листов;Лев;Ритейл",
  ];
  await page.getByLabel("Файл со списком").setInputFiles({
    name: "список.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(rows.join("\r\n")),
  });
  await page.getByRole("button", { name: "Пригласить по списку" }).click();
  await expect(page).toHaveURL(/\/dashboard\/invite\/tasks\/import\//);
  // The page updates itself.
  await expect(page.getByText("Отправляем: 1 приглашение")).toBeVisible();
  await expect(page.getByText("№ 3", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "К списку приглашений" }).click();
  await page.getByLabel("Имя или e-mail").fill("list.shop");
  await page.getByRole("button", { name: "Показать" }).click();
  await expect(page).toHaveURL(/search=list\.shop/);
  await expect(page.getByRole("table", { name: "Приглашения" }).locator("tbody tr")).toHaveCount(1);
});

test("§6.4 a system manager finds a shop by its INN and downloads the rows of a month @js", async ({ page }) => {
  await logInByRequest(page, "79000000006");
  await page.goto("/dashboard/search/");
  await page.getByLabel("ИНН", { exact: true }).fill("123");
  await page.getByRole("button", { name: "Найти" }).click();
  await expect(page.getByText("ИНН состоит из 10 цифр у компании")).toBeVisible();
  await page.getByLabel("ИНН", { exact: true }).fill(INN);
  await page.getByRole("button", { name: "Найти" }).click();
  await page.getByRole("link", { name: /^Отчёты по месяцам: Крылов/ }).click();
  const download = page.waitForEvent("download");
  await page
    .getByRole("link", { name: /^Выгрузить строки/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test("§2.3.4 a spinner covers the page while its calls run, and goes away with the last one @js", async ({ page }) => {
  const held: Route[] = [];
  let holds = true;
  await logInByRequest(page, "79000000006");
  await page.goto("/dashboard/search/");
  await hydrate(page);
  const spinner = page.locator(".spinner");
  await expect(spinner).toBeHidden();
  await page.route(/\.data/, (route) => void (holds ? held.push(route) : route.continue()));
  await page.getByLabel("ИНН", { exact: true }).fill(INN);
  await page.getByRole("button", { name: "Найти" }).click();
  await expect(spinner).toHaveText("Загружаем");
  await expect(spinner).toHaveCSS("opacity", "1");
  await expect.poll(() => held.length).toBeGreaterThan(0);
  holds = false;
  for (const route of held) await route.continue();
  await expect(page.getByRole("link", { name: /^Отчёты по месяцам: Крылов/ })).toBeVisible();
  await expect(spinner).toBeHidden();
});
