import type { Page } from "@playwright/test";
import { holdScripts } from "./setup/hold-scripts";
import { hydrate } from "./setup/hydrate";
import { logInByForm, submitLogin } from "./setup/participant";
import { expect, test } from "./setup/test";

test.use({ serviceWorkers: "allow", expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

const MEMBER = "79000000003";
const MANAGER = "79000000002";
const SWITCH = "Показывать последний баланс без сети";

/**
 * Touches the page, and waits for the service worker. It may begin while a page is opened, which it doesn't control then: it
 * answers for the next one.
 */
async function touch(page: Page) {
  await hydrate(page);
  await page.locator("h1").first().click();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** What the browser has stored of the portal, by cache. */
function listStored(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const stored: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      // A cache that was deleted meanwhile is made again by this very look.
      if (requests.length > 0) stored[name.replace(/-\w+$/, "")] = requests.map(({ url }) => new URL(url).pathname);
    }
    return stored;
  });
}

/** Switches the offline balance on in the profile, and waits until it is stored. */
async function askToKeepBalance(page: Page) {
  await touch(page);
  await page.getByLabel(SWITCH).check();
  await expect.poll(() => listStored(page)).toMatchObject({ balance: ["/balance"] });
}

test("§2.5.3 without a network the club says so; no page of the person is stored, and the page opens when the network is back @js", async ({
  page,
  context,
}) => {
  await page.goto("/login");
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await logInByForm(page, MEMBER);
  await touch(page);
  await context.setOffline(true);
  await page.goto("/dashboard/points/");
  await expect(page.locator("h1")).toHaveText("Нет связи");
  await expect(page.locator("main")).not.toContainText("Баланс");
  expect(await listStored(page)).toEqual({ offline: ["/offline.html"] });
  await context.setOffline(false);
  await page.getByRole("link", { name: "Попробовать ещё раз" }).click();
  await expect(page).toHaveURL(/\/dashboard\/points\/$/);
  await expect(page.locator("h1")).not.toHaveText("Нет связи");
});

test("§4.2 the last balance is shown without a network if the person asked for it, and goes with the logout @js", async ({
  page,
  context,
}) => {
  await logInByForm(page, MEMBER);
  await askToKeepBalance(page);
  await context.setOffline(true);
  await page.goto("/dashboard/gifts/");
  await expect(page.locator("main")).toContainText(/Баланс: [\d\s]+каким вы видели его \d\d\.\d\d\.\d\d/);
  await context.setOffline(false);
  await page.goto("/logout");
  await page.locator("main").getByRole("button", { name: /Выйти/ }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => listStored(page)).toEqual({ offline: ["/offline.html"] });
  await context.setOffline(true);
  await page.goto("/promo/");
  await expect(page.locator("h1")).toHaveText("Нет связи");
  await expect(page.locator("main")).not.toContainText("Баланс");
});

test("§4.2 scripts that arrive while the logout is under way don't bring the last balance back @js", async ({
  page,
  severed: { origin, upstream },
}) => {
  await page.goto(`${origin}/login`);
  await submitLogin(page, MEMBER);
  await askToKeepBalance(page);
  // Playwright can't ask a page that is being left, so this one tells by itself.
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) console.log(name);
    }).observe({ type: "mark" });
  });
  const releaseScripts = await holdScripts(page);
  upstream.takeRequests();
  upstream.fail("stall", /logout/);
  await page.goto(`${origin}/logout`, { waitUntil: "commit" });
  const hydrated = page.waitForEvent("console", (message) => message.text() === "app-hydrated");
  await page.locator("main").getByRole("button", { name: /Выйти/ }).click({ noWaitAfter: true });
  await expect.poll(() => upstream.takeRequests()).toContainEqual(expect.stringContaining("logout"));
  releaseScripts();
  await hydrated;
  upstream.fail(null);
  await expect(page).toHaveURL(`${origin}/`);
  expect(await listStored(page)).toEqual({ offline: ["/offline.html"] });
});

test("§4.2 the offline balance is off for the next person, even when no script ran at the logout @js", async ({
  page,
}) => {
  await logInByForm(page, MEMBER);
  await askToKeepBalance(page);
  const releaseScripts = await holdScripts(page);
  await page.goto("/logout");
  await page.locator("main").getByRole("button", { name: /Выйти/ }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/login");
  await submitLogin(page, MANAGER);
  releaseScripts();
  await hydrate(page);
  await expect(page.getByLabel(SWITCH)).toBeVisible();
  // What the first page may have had stored shows on the second one.
  await page.reload();
  await hydrate(page);
  await expect(page.getByLabel(SWITCH)).toBeVisible();
  await expect(page.getByLabel(SWITCH)).not.toBeChecked();
  expect(await listStored(page)).toEqual({ offline: ["/offline.html"] });
});

test("§4.2 another person's log-in removes the stored balance, even when the session before ended without a logout @js", async ({
  page,
  context,
}) => {
  await logInByForm(page, MEMBER);
  await askToKeepBalance(page);
  await context.clearCookies();
  await logInByForm(page, MANAGER);
  await hydrate(page);
  await expect.poll(() => listStored(page)).toEqual({ offline: ["/offline.html"] });
  await expect(page.getByLabel(SWITCH)).not.toBeChecked();
});

test("architecture: the light version removes the service worker and what it has stored @js", async ({ page }) => {
  await page.goto("/");
  await touch(page);
  await page.getByRole("button", { name: "Лёгкая версия" }).click();
  await expect(page.getByRole("button", { name: "Полная версия" })).toBeVisible();
  // Browsers look for another worker by themselves, some time after a page is opened.
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const count = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(count).toBe(0);
  expect(await listStored(page)).toEqual({});
});
