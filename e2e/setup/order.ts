import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Clicks the buttons of an order until it is done; without script it may take several requests. */
export async function finishOrder(page: Page) {
  const done = page.getByText("Заказ оформлен");
  const goOn = page.getByRole("button", { name: "Продолжить заказ" });
  await expect(async () => {
    if (await goOn.isVisible()) await goOn.click({ timeout: 2000 });
    await expect(done).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page).toHaveURL(/\/dashboard\/gifts\/?$/);
}
