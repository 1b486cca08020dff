import type { Page } from "@playwright/test";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

/** A whole screen of a phone shows ten of them. */
const TALLEST_ENTRY = 64;

test.use({ viewport: { width: 360, height: 740 } });

for (const [login, pages] of [
  ["79000000002", { "/dashboard/sales/": ["Мои продажи"], "/dashboard/points/": ["Начисления"] }],
  ["79000000003", { "/dashboard/sales/": ["Мои покупки"], "/dashboard/points/": ["Начисления", "Списания"] }],
] as const) {
  test(`§3.10 on a phone any entry of ${login} takes two lines, and says what and how much @no-js`, async ({
    page,
  }) => {
    await logInByRequest(page, login);
    for (const [path, titles] of Object.entries(pages)) {
      await page.goto(path);
      for (const title of titles) await test.step(title, () => expectTwoLines(page, title));
    }
  });
}

async function expectTwoLines(page: Page, title: string) {
  const entries = page.getByRole("table", { name: title }).locator("tbody tr:not(.feed-day)");
  await expect(entries.first()).toBeVisible();
  // A note, such as where a gift waits, may take a line more.
  const heights = await entries.evaluateAll((rows, tallest) => {
    const plain = rows.filter((row) => !row.querySelector(".hint"));
    return plain.map((row) => row.getBoundingClientRect().height).filter((height) => height > tallest);
  }, TALLEST_ENTRY);
  expect(heights).toEqual([]);
  const sum = entries.first().locator(".feed-sum, .table-cell--end");
  await expect(sum).toHaveText(/^[+−]\d/);
  const box = await sum.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(320);
}

test("§3.10 from 640 px on the sales are a table with all columns, in which a day is named once @no-js", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await logInByRequest(page, "79000000002");
  await page.goto("/dashboard/sales/");
  for (const name of ["Участник", "ИНН", "Торговая точка", "Артикул", "Наименование", "Кол-во", "Баллы"]) {
    await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
  }
  const days = await page.locator(".feed-day:visible").allInnerTexts();
  expect(days.length).toBeGreaterThan(3);
  expect(new Set(days).size).toBe(days.length);
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
});

test("§3.10 from 640 px on the sum of an order and its status are apart, and stand below their headings @no-js", async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await logInByRequest(page, "79000000003");
  await page.goto("/dashboard/points/");
  const order = page.getByRole("table", { name: "Списания" }).locator("tbody tr").first();
  const [sum, status] = await order.locator(".table-cell--end, .table-cell--end + td").evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }),
  );
  expect((status?.left ?? 0) - (sum?.right ?? 0)).toBeGreaterThanOrEqual(12);
});

test("§3.10 sales are searched by article and by shop; what is found stays for Back, and the file has the same rows @js", async ({
  page,
}) => {
  await logInByRequest(page, "79000000002");
  await page.goto("/dashboard/sales/");
  const code = (await page.locator(".feed code").first().textContent()) ?? "";
  const search = page.getByLabel("Товар или компания");
  await search.fill(code);
  await page.getByRole("button", { name: "Показать" }).click();
  await expect(page).toHaveURL(/search=/);
  await expect(search).toHaveValue(code);
  const entries = page.getByRole("table").locator("tbody tr:not(.feed-day)");
  const found = await entries.allTextContents();
  expect(found.length).toBeGreaterThan(0);
  for (const entry of found) expect(entry).toContain(code);
  const file = await page.getByRole("link", { name: "Выгрузить CSV" }).getAttribute("href");
  const lines = (await (await page.request.get(file ?? "")).text()).trim().split("\r\n").slice(1);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain(code);

  await search.fill("такого нет");
  await page.getByRole("button", { name: "Показать" }).click();
  await expect(page.getByText("Ничего не нашлось")).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue(code);
  await page.getByRole("link", { name: "Сбросить" }).click();
  await expect(search).toHaveValue("");
});
