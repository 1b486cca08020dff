import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Puts so many top-ups of 100 roubles into the cart, as a person does. */
export async function addTopUps(page: Page, count: number) {
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio", { name: /на 100\s₽/ }).check();
  await page.getByLabel("Номер телефона").fill("8 (900) 123-45-67");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByLabel("Количество").fill(String(count));
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
}
