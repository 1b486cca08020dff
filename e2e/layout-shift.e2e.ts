import type { Page } from "@playwright/test";
import { HYDRATION_ID } from "../app/document/hydration-data";
import { SCREENS } from "../scripts/screens";
import { holdScripts } from "./setup/hold-scripts";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

/** Notes where everything is that can be tapped. */
function notePlaces(page: Page) {
  return page.evaluate(() => {
    const tapped = document.querySelectorAll("main :is(a, button, input, select, textarea, summary)");
    const shown = [...tapped].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("dialog"),
    );
    Object.assign(window, { places: shown.map((element) => [element, element.getBoundingClientRect().top + scrollY]) });
    return shown.length;
  });
}

/** What isn't where it was noted. */
function listMoved(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { places } = window as unknown as { places: [Element, number][] };
    return places.flatMap(([element, top]) => {
      const now = element.getBoundingClientRect().top + scrollY;
      return Math.abs(now - top) < 1
        ? []
        : [`${element.textContent || element.outerHTML.slice(0, 80)}: ${now - top} px`];
    });
  });
}

for (const [name, { phone, paths }] of Object.entries(SCREENS)) {
  // A tap often makes the scripts come, and then counts where the finger is lifted.
  test(`architecture: nothing that can be tapped moves when the scripts arrive: ${name} @js`, async ({ page }) => {
    if (phone) await logInByRequest(page, phone);
    let noted = 0;
    for (const path of paths) {
      const releaseScripts = await holdScripts(page);
      await page.goto(path);
      const hasScripts = (await page.locator(`#${HYDRATION_ID}`).count()) > 0;
      const count = await notePlaces(page);
      releaseScripts();
      if (!hasScripts) continue;
      noted += count;
      await hydrate(page);
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve))));
      expect(await listMoved(page), path).toEqual([]);
    }
    expect(noted).toBeGreaterThan(0);
  });
}

test("architecture: without script, and in the light version, no place is kept for what needs it", async ({
  page,
  javaScriptEnabled,
}) => {
  await logInByRequest(page, "79000000003");
  if (javaScriptEnabled) {
    await page.goto("/");
    await page.getByRole("button", { name: "Лёгкая версия" }).click();
    await expect(page.getByRole("button", { name: "Полная версия" })).toBeVisible();
  }
  for (const path of ["/dashboard/profile/", "/dashboard/points/statement"]) {
    await page.goto(path);
    const places = page.locator("main .script-only");
    await expect(places).toHaveCount(1);
    expect(await places.evaluateAll((found) => found.map((place) => getComputedStyle(place).display))).toEqual([
      "none",
    ]);
  }
});
