import { defineConfig } from "@playwright/test";
import { testedBrowsers } from "./e2e/browsers/browser-list";

/** Tests in other browsers than Playwright's, each of which is a project. `npm run test:browsers` runs all of them. */
export default defineConfig({
  testDir: "e2e/browsers",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/setup/prepare.ts",
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  outputDir: "test-results/browsers",
  reporter: [["list"], ["./e2e/browsers/table-reporter.ts"]],
  projects: testedBrowsers.map(({ name }) => ({ name })),
});
