import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../club/demo/demo-accounts";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

/** The files of a route's scripts, and how often each came over the line so far. */
function countTransfers(page: Page, route: string): Promise<Record<string, number>> {
  return page.evaluate((id) => {
    const { module, imports = [] } = (window as unknown as { __remixManifest: Manifest }).__remixManifest.routes[
      id
    ] ?? {
      module: `no route ${id}`,
    };
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return Object.fromEntries(
      [module, ...imports].map((file) => [
        file,
        entries.filter(({ name, transferSize }) => name.endsWith(file) && transferSize > 0).length,
      ]),
    );
  }, route);
}

interface Manifest {
  routes: Record<string, { module: string; imports?: string[] } | undefined>;
}

/** Waits until each script of a route has come once. */
async function expectScripts(page: Page, route: string) {
  await expect
    .poll(async () => Object.values(await countTransfers(page, route)).every((count) => count === 1))
    .toBe(true);
}

/** The addresses of loader data that the page asks for from now on. */
function listData(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) asked.push(pathname);
  });
  return asked;
}

test("§4.6 §4.1 the scripts of the profile come while the login is typed, so that the press waits for none @js", async ({
  page,
}) => {
  await page.goto("/login");
  await hydrate(page);
  const data = listData(page);
  await page.locator("[name=login]").fill("79000000001");
  await expectScripts(page, "routes/dashboard.profile._index");
  expect(data).toEqual([]);
  await page.getByLabel("Пароль").fill(DEMO_PASSWORD);
  await page.locator("main").getByRole("button", { name: "Войти", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  await expectScripts(page, "routes/dashboard.profile._index");
});

test("§4.6 a field that has the focus before the page listens brings the scripts as well @js", async ({ page }) => {
  await page.goto("/login");
  await page.locator("[name=login]").focus();
  await hydrate(page);
  await expectScripts(page, "routes/dashboard.profile._index");
});

test("§2.2.1 a link of the menu that is focused brings its page's scripts, and none of its data @js", async ({
  page,
}) => {
  await logInByRequest(page, "79000000003");
  await page.goto("/dashboard/profile/");
  await hydrate(page);
  const data = listData(page);
  await page.locator("main a[href^='/dashboard/points']").first().focus();
  await expectScripts(page, "routes/dashboard.points");
  expect(data).toEqual([]);
});

test("architecture: with Save-Data a focused link brings no script @js", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await logInByRequest(page, "79000000003");
  await page.goto("/dashboard/profile/");
  await hydrate(page);
  await page.locator("main a[href^='/dashboard/points']").first().focus();
  // The link's own focus ring proves that the event has been handled.
  await expect(page.locator("main a[href^='/dashboard/points']").first()).toBeFocused();
  expect(Object.values(await countTransfers(page, "routes/dashboard.points"))).toContain(0);
});
