import type { Page } from "@playwright/test";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/**
 * The computed styles of every element of the page, each with the element that it belongs to. Animations are ended first: a
 * style sheet that is applied starts them again, and a slow machine may read the styles before they have ended.
 */
async function readStyles(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  return page.locator("body, body *:not(script, style)").evaluateAll((elements) =>
    elements.map((element) => {
      const style = getComputedStyle(element);
      const name = `${element.tagName}.${element.getAttribute("class")}`;
      return `${name}: ${[...style].map((property) => `${property}:${style.getPropertyValue(property)}`).join(";")}`;
    }),
  );
}

/** Takes away the styles that the page came with and applies the complete style sheet. */
async function applyWholeSheet(page: Page) {
  await page.locator("html").evaluate((html) => {
    const sheet = html.querySelector<HTMLLinkElement>('link[data-rel="stylesheet"]');
    if (!sheet) throw new Error("The complete style sheet isn't linked");
    for (const style of html.querySelectorAll("style")) style.remove();
    sheet.rel = "stylesheet";
  });
  const isLoaded = () => page.evaluate(() => [...document.styleSheets].some(({ href }) => href !== null));
  await expect.poll(isLoaded).toBe(true);
}

test("architecture: a page looks the same with the styles in its head and after its header as with the complete style sheet @no-js", async ({
  page,
}) => {
  const compare = async (path: string) => {
    await page.goto(path);
    await expect(page.locator("style")).toHaveCount(2);
    const asSent = await readStyles(page);
    await applyWholeSheet(page);
    const whole = await readStyles(page);
    expect(asSent.length).toBeGreaterThan(20);
    expect([path, asSent.filter((styles, index) => styles !== whole[index])]).toEqual([path, []]);
  };
  for (const path of ["/", "/login", "/register/member", "/activation", "/q&a/", "/promo/1/", "/feedback"]) {
    await compare(path);
  }
  await logInByRequest(page, "79000000003");
  for (const path of ["/dashboard/sales/", "/dashboard/points/", "/dashboard/gifts/", "/dashboard/profile/"]) {
    await compare(path);
  }
  await logInByRequest(page, "79000000001");
  for (const path of ["/dashboard/report/", "/dashboard/invite/new"]) await compare(path);
});
