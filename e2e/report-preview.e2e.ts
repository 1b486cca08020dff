import type { Page } from "@playwright/test";
import { makeCsv, makeXlsx, spoilSales } from "../tests/files/report-files";
import { makeSale } from "./setup/demo-sale";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

const CURATOR = "79000000001";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer) {
  await page.goto("/dashboard/report/");
  await page.getByLabel("Файл отчёта").setInputFiles({ name, mimeType, buffer });
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("§1.3 a curator checks a report, sees points and errors before anything counts, and counts it once", async ({
  page,
}) => {
  await logInByRequest(page, CURATOR);
  const sale = makeSale("2025-09-03");
  const { unknownShop, zeroCount } = spoilSales(sale);
  const sales = [sale, { ...sale, date: "2025-09-04" }, unknownShop, zeroCount].filter((one) => one !== undefined);
  await choose(page, "сентябрь.xlsx", XLSX, await makeXlsx(sales));
  await page.getByRole("button", { name: "Сначала проверить" }).click();
  await expect(page).toHaveURL(/\/dashboard\/report\/preview\/\d+$/);
  const preview = page.url();
  await expect(heading(page)).toHaveText("сентябрь.xlsx");
  await expect(page.getByText("Будет засчитано строк: 2")).toBeVisible();
  const errors = page.getByRole("table", { name: "Строки, которые не будут засчитаны" });
  await expect(errors.getByText("№ 4", { exact: true })).toBeVisible();

  // Neither a second look nor leaving counts anything.
  await page.reload();
  await expect(page.getByText("Будет засчитано строк: 2")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Скачать строки с ошибками" }).click();
  expect((await download).suggestedFilename()).toBe("Ошибки отчёта.csv");
  await page.getByRole("link", { name: "← Все отчёты" }).click();
  await expect(heading(page)).toHaveText("Загрузка отчёта");
  const list = page.getByRole("table", { name: "Загруженные отчёты" });
  await expect(list.getByText("сентябрь.xlsx")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText("Будет засчитано строк: 2")).toBeVisible();

  await page.getByRole("button", { name: "Засчитать" }).dblclick({ noWaitAfter: true });
  await expect(page).toHaveURL(/\/dashboard\/report\/\d+$/);
  await expect(page.getByText("Строк с ошибками: 2.")).toBeVisible({ timeout: 60_000 });
  await page.goto("/dashboard/report/");
  await expect(list.getByRole("link", { name: "сентябрь.xlsx", exact: true })).toHaveCount(1);
  await page.goto(preview);
  await page.getByRole("link", { name: "Открыть отчёт" }).click();
  await expect(page).toHaveURL(/\/dashboard\/report\/\d+$/);
});

test("§1.3 equal rows are asked about once, and a report that isn't to count is gone @js", async ({
  page,
  expectedErrors,
}) => {
  // The page of a check that is gone answers so.
  expectedErrors.push(/status of 404/);
  await logInByRequest(page, CURATOR);
  const sale = makeSale("2025-09-10");
  await choose(page, "дважды.csv", "text/csv", makeCsv([sale, sale]));
  await page.getByRole("button", { name: "Загрузить отчёт" }).click();
  await expect(page.getByText(/^Одинаковых строк: 1\./)).toBeVisible();
  const preview = page.url();
  await page.getByRole("button", { name: "Не засчитывать" }).click();
  await expect(page).toHaveURL(/\/dashboard\/report\/?$/);
  await expect(page.getByText("Отчёт не засчитан")).toBeVisible();
  await expect(page.getByRole("table", { name: "Загруженные отчёты" }).getByText("дважды.csv")).toHaveCount(0);
  await page.goto(preview);
  await expect(heading(page)).toHaveText("Проверка не найдена");
});

test("§1.3 a corrected file replaces what was counted, and its curator says so first @js", async ({ page }) => {
  await logInByRequest(page, CURATOR);
  const sales = [makeSale("2025-09-20"), makeSale("2025-09-21")];
  const upload = async (name: string, counts: string[]) => {
    const rows = sales.map((sale, index) => ({ ...sale, count: counts[index] ?? sale.count }));
    await choose(page, name, "text/csv", makeCsv(rows));
    await page.getByRole("button", { name: "Загрузить отчёт" }).click();
  };
  await upload("до правки.csv", ["3", "4"]);
  await expect(page).toHaveURL(/\/dashboard\/report\/\d+$/);
  await expect(page.getByText("Засчитано строк: 2").first()).toBeVisible({ timeout: 60_000 });

  await upload("после правки.csv", ["7", "5"]);
  await expect(page).toHaveURL(/\/dashboard\/report\/preview\/\d+$/);
  await expect(page.getByText("Было 3, стало 7")).toBeVisible();
  const form = page.getByRole("form", { name: "Исправленные строки" });
  await form.getByRole("radio", { name: "Заменить засчитанное" }).check();
  await form.getByLabel("Что сделать со строкой № 3").selectOption("leave");
  await form.getByRole("button", { name: "Ответить" }).click();
  await expect(page.getByText("Будет засчитано строк: 1")).toBeVisible();
  await expect(page.getByText(/^Снимем за заменённые продажи:/)).toBeVisible();
  await page.getByRole("button", { name: "Засчитать" }).click();
  await expect(page).toHaveURL(/\/dashboard\/report\/\d+$/);
  await expect(page.getByText("Засчитано строк: 1").first()).toBeVisible({ timeout: 60_000 });
});

test("§1.3 a file that is all sales of a period recalls what it doesn't have, and its curator says so first @js", async ({
  page,
}) => {
  await logInByRequest(page, CURATOR);
  const upload = async (name: string, days: string[], button: string) => {
    await choose(page, name, "text/csv", makeCsv(days.map((day) => makeSale(day))));
    await page.getByRole("button", { name: button }).click();
  };
  await upload("период.csv", ["2024-11-20", "2024-11-21"], "Загрузить отчёт");
  await expect(page.getByText("Засчитано строк: 2").first()).toBeVisible({ timeout: 60_000 });
  await upload("период целиком.csv", ["2024-11-20"], "Сначала проверить");
  await expect(page).toHaveURL(/\/dashboard\/report\/preview\/\d+$/);
  await page.getByText("Этот файл — все продажи за период").click();
  await page.getByLabel("По дату").fill("2024-11-30");
  await page.getByRole("button", { name: "Сравнить с засчитанным" }).click();
  await expect(page.getByRole("radio", { name: /^Отозвать/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Засчитать" })).toHaveCount(0);
  await page.getByRole("radio", { name: /^Отозвать/ }).check();
  await page.getByRole("button", { name: "Ответить" }).click();
  await expect(page.getByText(/^Отзовём засчитанное, чего в файле нет: 1/)).toBeVisible();
  await page.getByRole("button", { name: "Засчитать" }).click();
  await expect(page.getByText("Отозвано продаж, которых в нём нет")).toBeVisible({ timeout: 60_000 });
});

test("§3.10 a curator names the columns of a file once, and the next file needs no names @js", async ({
  page,
  expectedErrors,
}) => {
  // The upload whose columns aren't known is refused.
  expectedErrors.push(/status of 422/);
  await logInByRequest(page, CURATOR);
  const headers = { date: "Отгрузили", manager: "Кто вёл", inn: "Налоговый", articleCode: "Позиция", count: "Ушло" };
  await choose(page, "октябрь.csv", "text/csv", makeCsv([makeSale("2025-10-06")], { headers }));
  await page.getByRole("button", { name: "Загрузить отчёт" }).click();
  await expect(page.locator("#report-file-error")).toContainText("В отчёте не хватает столбцов");
  await page.getByRole("link", { name: "Назвать столбцы" }).click();
  await expect(page.getByText("Столбцы в этом файле названы по-другому")).toBeVisible();
  const columns = page.getByRole("form", { name: "Столбцы файла" });
  await columns.getByLabel("Дата продажи").selectOption("Отгрузили");
  await columns.getByLabel("Сейлз").selectOption("Кто вёл");
  await columns.getByLabel("ИНН").selectOption("Налоговый");
  await columns.getByLabel("Артикул").selectOption("Позиция");
  await columns.getByLabel("Количество").selectOption("Позиция");
  await columns.getByRole("button", { name: "Проверить с этими столбцами" }).click();
  await expect(page.locator("#columns-sell_count-error")).toContainText("уже выбран");
  await expect(columns.getByLabel("ИНН")).toHaveValue("Налоговый");
  await columns.getByLabel("Количество").selectOption("Ушло");
  await columns.getByRole("button", { name: "Проверить с этими столбцами" }).click();
  await expect(page.getByText("Будет засчитано строк: 1")).toBeVisible();
  await page.getByRole("button", { name: "Засчитать" }).click();
  await expect(page).toHaveURL(/\/dashboard\/report\/\d+$/);

  await choose(page, "ноябрь.csv", "text/csv", makeCsv([makeSale("2025-11-06")], { headers }));
  await page.getByRole("button", { name: "Загрузить отчёт" }).click();
  await expect(page).toHaveURL(/\/dashboard\/report\/\d+$/);
  await expect(page.getByText("Столбцы распознаны как в прошлый раз")).toBeVisible();
  await expect(page.getByText("Количество — «Ушло»")).toBeVisible();
});
