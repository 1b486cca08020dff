import type { Page } from "@playwright/test";

/** Touches the page until it is hydrated. Repeated, because the first touch may still reach the previous document. */
export async function hydrate(page: Page) {
  await page.waitForFunction(() => {
    if (performance.getEntriesByName("app-hydrated").length > 0) return true;
    document.body?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    return false;
  });
}
