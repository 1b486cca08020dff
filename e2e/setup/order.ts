import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Clicks the buttons of an order until it is done; without script it may take several requests. */
export async function finishOrder(page: Page) {
  const done = page.getByText("Заказ оформлен");
  const goOn = page.getByRole("button", { name: "Продолжить заказ" });
  for (let press = 0; press < 5 && !(await done.isVisible()); press++) {
    await expect(done.or(goOn).first()).toBeVisible();
    if (await done.isVisible()) break;
    await goOn.click({ timeout: 2000 }).catch(() => undefined);
  }
  await expect(done).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/gifts\/?$/);
}
