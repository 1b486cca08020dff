import type { Page } from "@playwright/test";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/**
 * Notes the computed styles of every element of the page. Animations are ended first: a style sheet that is applied starts
 * them again, and a slow machine may read the styles before they have ended. The styles stay in the page: to hand them over
 * takes longer than to read them.
 * @returns the number of elements, and those whose styles have changed since the last time
 */
async function noteStyles(page: Page): Promise<{ count: number; changed: string[] }> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  return page.locator("body, body *:not(script, style)").evaluateAll((elements) => {
    const noted = window as unknown as { styles?: string[][] };
    const before = noted.styles;
    const styles = elements.map((element) => {
      const style = getComputedStyle(element);
      return Array.from(style, (property) => `${property}:${style.getPropertyValue(property)}`);
    });
    noted.styles = styles;
    const changed = styles.flatMap((own, index) => {
      const earlier = new Set(before?.[index] ?? own);
      const differing = own.filter((one) => !earlier.has(one));
      const element = elements[index];
      return differing.length > 0 ? [`${element?.tagName}.${element?.className}: ${differing.join("; ")}`] : [];
    });
    return { count: elements.length, changed };
  });
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
    const { count } = await noteStyles(page);
    expect(count).toBeGreaterThan(20);
    await applyWholeSheet(page);
    expect([path, await noteStyles(page)]).toEqual([path, { count, changed: [] }]);
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
