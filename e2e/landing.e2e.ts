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

test("§1.8 nothing on the landing page jumps on the way to its end @js", async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto("/");
  const lastQuestion = page.locator(".home-questions li").last();
  await lastQuestion.scrollIntoViewIfNeeded();
  await expect(lastQuestion).toBeInViewport();
  const shifts = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntriesByType("layout-shift")) {
            sum += (entry as PerformanceEntry & { value: number }).value;
          }
          if (list.getEntriesByName("end").length > 0) resolve(sum);
        });
        observer.observe({ type: "layout-shift", buffered: true });
        observer.observe({ type: "mark" });
        // What the letters and the next frames move comes before the mark.
        const markEnd = () => performance.mark("end");
        void document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(markEnd)));
      }),
  );
  expect(shifts).toBeLessThan(0.01);
});
