import type { Page } from "@playwright/test";
import { hydrate } from "./setup/hydrate";
import { expect, test } from "./setup/test";

/** Scrolls to a position and returns the position reached. */
async function scrollTo(page: Page, top: number): Promise<number> {
  await page.evaluate((to) => window.scrollTo(0, to), top);
  return page.evaluate(() => Math.round(window.scrollY));
}

async function expectScroll(page: Page, heading: string, top: number) {
  await expect(page.locator("h1")).toHaveText(heading);
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(top);
}

test("§2.1.5 a page starts at its top; Back and Forward restore the scroll position @js", async ({ page }) => {
  await page.goto("/");
  // The cookie consent is answered first, because the page is shorter without it.
  await page.getByRole("button", { name: "Хорошо" }).click();
  await expect(page.locator(".cookie-consent")).toHaveCount(0);
  await hydrate(page);

  const link = page.getByRole("link", { name: "Все акции" });
  await link.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => Math.round(window.scrollY));
  expect(left).toBeGreaterThan(300);
  await link.click();
  await expectScroll(page, "Акции", 0);

  const further = await scrollTo(page, 200);
  expect(further).toBe(200);
  await page.goBack();
  await expectScroll(page, "Баллы за каждую деталь", left);
  await page.goForward();
  await expectScroll(page, "Акции", further);
});
