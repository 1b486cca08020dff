import { expect, type Page } from "@playwright/test";

interface Company {
  readonly inn: string;
  readonly name: string;
  /** The e-mail of the manager to whom the company belongs. */
  readonly manager: string;
}

/** Fills what a shop's registration asks of its company: the look-up by INN, segment, distributor and manager. */
export async function fillCompany(page: Page, { inn, name, manager }: Company) {
  await page.getByLabel("ИНН", { exact: true }).fill(inn);
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  await expect(page.getByLabel("Юридическое название")).toHaveValue(name);
  await page.getByLabel("Фактический адрес совпадает с юридическим").check();
  await page.getByLabel("Сегмент", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Дистрибьютор", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("По e-mail").check();
  await page.getByLabel("Телефон или e-mail менеджера").fill(manager);
  await page.getByRole("button", { name: "Проверить менеджера" }).click();
  await expect(page.locator("[name=manager_found]")).not.toHaveValue("");
}
