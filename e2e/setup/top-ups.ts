import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Adds `count` top-ups of 100 roubles to the cart by the form of the page. */
export async function addTopUps(page: Page, count: number) {
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio", { name: /на 100\s₽/ }).check();
  await page.getByLabel("Номер телефона").fill("8 (900) 123-45-67");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByLabel("Количество").fill(String(count));
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
}
