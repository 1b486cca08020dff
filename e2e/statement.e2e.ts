import { expect } from "@playwright/test";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { test } from "./setup/test";

const MEMBER = "79000000003";

test("§3.10 a shop opens its statement from the points page, looks at the month before, and prints it", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await logInByRequest(page, MEMBER);
  await page.goto("/dashboard/points/");
  await page.getByRole("link", { name: "Выписка за месяц" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Выписка за/ })).toBeVisible();
  const opening = page.getByText("На начало месяца").locator("xpath=following-sibling::dd");
  const before = await opening.textContent();
  await page.getByRole("navigation", { name: "Соседние месяцы" }).getByRole("link").first().click();
  const closing = page.getByText("На конец месяца").locator("xpath=following-sibling::dd");
  await expect(page).toHaveURL(/month=\d{4}-\d\d/);
  await expect(closing).toHaveText(before ?? "");
  const print = page.getByRole("button", { name: "Распечатать" });
  if (javaScriptEnabled) {
    await hydrate(page);
    await print.click();
    await expect(page.locator("html")).toHaveAttribute("data-printed", "");
  } else {
    await expect(print).toHaveCount(0);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByLabel("Месяц", { exact: true })).toBeHidden();
});

test("§3.10 a month is chosen from the list, and one that hasn't come is refused", async ({ page }) => {
  await logInByRequest(page, MEMBER);
  await page.goto("/dashboard/points/statement");
  const month = page.getByLabel("Месяц", { exact: true });
  await month.selectOption({ index: 2 });
  const name = await month.locator("option:checked").textContent();
  await page.getByRole("button", { name: "Показать" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Выписка за ${name}`);
  await page.goto("/dashboard/points/statement?month=2999-01");
  await expect(page.getByRole("alert")).toContainText("ещё не наступил");
  await expect(page.getByText("На конец месяца")).toHaveCount(0);
});
