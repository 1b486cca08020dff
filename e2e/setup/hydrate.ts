import type { Page } from "@playwright/test";

/** Touches the page, as a thumb would, until React has taken it over: a document that has just been left doesn't count. */
export async function hydrate(page: Page) {
  await page.waitForFunction(() => {
    if (performance.getEntriesByName("app-hydrated").length > 0) return true;
    document.body?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    return false;
  });
}
