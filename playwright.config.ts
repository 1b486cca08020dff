import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "./scripts/browser.mjs";

/** Tests in which the scripts arrive after the visitor has started. */
const LATE = "**/late-js.e2e.ts";
/** Tests in other browsers have a configuration of their own. */
const BROWSERS = "**/e2e/browsers/**";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/setup/prepare.ts",
  workers: 2,
  // Long enough for a crowded machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  outputDir: "test-results",
  use: {
    viewport: { width: 360, height: 640 },
    locale: "ru-RU",
    timezoneId: "Europe/Moscow",
    // The user agent of a phone. Remix serves headless browsers like crawlers.
    userAgent:
      "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    hasTouch: true,
    // The requests of a service worker would pass by those that a test answers itself; e2e/offline.e2e.ts has one.
    serviceWorkers: "block",
    isMobile: true,
    screenshot: "only-on-failure",
    // Recording one takes a fifth of the run's time. `npx playwright test e2e/cart.e2e.ts --trace retain-on-failure` does it.
    trace: "off",
    launchOptions: chromiumOptions(),
  },
  projects: [
    { name: "js", grepInvert: /@no-js/, testIgnore: [LATE, BROWSERS] },
    { name: "no-js", grepInvert: /@js/, testIgnore: [LATE, BROWSERS], use: { javaScriptEnabled: false } },
    { name: "late-js", testMatch: LATE },
  ],
});
