import type { Page } from "@playwright/test";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

/** What a person may press. A hidden menu's links have no box. */
const CONTROLS = "a, button, summary, input:not([type=hidden]), select, textarea";

/** The controls of the page that something else covers, in the browser's own look too. */
async function findCovered(page: Page): Promise<string[]> {
  return page.locator(CONTROLS).evaluateAll((controls) =>
    controls.flatMap((control) => {
      control.scrollIntoView({ block: "center", behavior: "instant" });
      // The middle of a link over two lines may not be its own. The link that skips the menus waits beside the screen.
      const box = control.getClientRects()[0];
      if (!box || box.width < 2 || box.right < 0 || !control.checkVisibility({ visibilityProperty: true })) return [];
      const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const label = control.closest("label");
      if (found && (control.contains(found) || label?.contains(found) || found.contains(control))) return [];
      return [`${control.outerHTML.slice(0, 90)} is under ${found?.outerHTML.slice(0, 90)}`];
    }),
  );
}

/** Takes all styles away, as from a browser that knows none of them. */
async function removeStyles(page: Page) {
  await page.locator("style, link[rel=stylesheet]").evaluateAll((styles) => {
    for (const style of styles) style.remove();
  });
}

/** Every open page has its controls free and its hidden parts hidden, with its styles and without. */
async function expectNothingCovered(page: Page, logOut: boolean) {
  expect(await findCovered(page)).toEqual([]);
  await removeStyles(page);
  expect(await findCovered(page)).toEqual([]);
  await expect(page.locator("dialog")).toHaveCount(0);
  if (logOut) {
    const button = page.locator("header").getByRole("button", { name: "Выйти" }).first();
    await button.click();
    await expect(page).not.toHaveURL(/dashboard/);
  }
}

for (const [what, phone, address, words] of [
  // A manager who closes it in no other test.
  ["the banner", "79000000112", "/dashboard/points/", "Понятно"],
  ["the question of the rules", "79000000007", "/dashboard/profile/", "Примите правила программы"],
  ["the system curator", "79000000005", "/dashboard/profile/", "Здравствуйте"],
] as const) {
  test(`§4.4 ${what} covers nothing, without any style neither @no-js`, async ({ page }) => {
    await logInByRequest(page, phone);
    await page.goto(address);
    await expect(page.getByText(words).first()).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Файлы cookie" })).toBeVisible();
    await expectNothingCovered(page, true);
  });
}

test("§2.2.4 without a style what the page says comes before the side menu, which stands at its left on a wide screen @no-js", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await logInByRequest(page, "79000000003");
  await page.goto("/dashboard/points/");
  const menu = page.locator(".side-menu");
  const [left, right] = [await menu.boundingBox(), await page.locator("main").boundingBox()];
  expect(left && right && left.x + left.width <= right.x && Math.abs(left.y - right.y) < 1).toBe(true);
  await removeStyles(page);
  const [above, below] = [await page.locator("main").boundingBox(), await menu.boundingBox()];
  expect(above && below && above.y + above.height <= below.y).toBe(true);
});

test("§4.14 the consent to cookies and the notice of a success cover nothing, without any style neither @no-js", async ({
  page,
}) => {
  await page.goto("/feedback");
  await expect(page.getByRole("complementary", { name: "Файлы cookie" })).toBeVisible();
  await expectNothingCovered(page, false);
  await page.goto("/login");
  await page.getByRole("button", { name: "Хорошо" }).click();
  await logInByRequest(page, "79000000003");
  await page.request.post("/banner", { form: { to: "/dashboard/profile/" } });
  await page.goto("/dashboard/promo-code");
  await page.getByLabel("Промокод").fill("DEMO-500");
  await page
    .locator("main form")
    .filter({ has: page.getByLabel("Промокод") })
    .getByRole("button")
    .click();
  await expect(page.getByRole("status").filter({ hasText: "Промокод принят" })).toBeVisible();
  await expectNothingCovered(page, true);
});
