import type { Page } from "@playwright/test";

/** Scripts that are asked for from now on don't arrive before the returned function is called, however slow the machine is. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
