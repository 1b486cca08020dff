import { expect, test } from "./setup/test";

test("§1.8 the landing page opens, with and without JavaScript, without a single browser error", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("h1")).toBeVisible();
});

test("§2.1.4 an unknown path leads to the landing page, an unknown asset is a 404", async ({ page, request }) => {
  await page.goto("/no-such-page");
  expect(new URL(page.url()).pathname).toBe("/");
  expect((await request.get("/assets/no-such-file.js")).status()).toBe(404);
});
