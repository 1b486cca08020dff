import type { Page, Route } from "@playwright/test";
import { HYDRATION_ID } from "../app/document/hydration-data";
import { SCRIPT_FEATURES } from "../app/document/script-features";
import { LINKED, SCREENS } from "../scripts/screens";
import { holdScripts } from "./setup/hold-scripts";
import { claimPurchase, MADE_PAGES } from "./setup/made-pages";
import { FURTHER_LINKED, FURTHER_PAGES, listPageRoutes, readRouteScripts, WITHOUT_PAGE } from "./setup/pages";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

test.use({ expectedErrors: [/broken on purpose|Minified React error|Failed to load|ERR_FAILED/] });

const scripts = readRouteScripts();
const ROOT = scripts.get("root") ?? "";
const ROUTE_FILES = new Set([...scripts.values()].filter((file) => file !== ROOT));
interface Router {
  navigate(to: string): Promise<void>;
}

const BROKEN = 'throw new Error("broken on purpose")';

/** In place of a script: what it exports, with another component. */
const breakComponent = (file: string) =>
  `export * from "${file}?whole"; export default function Broken() { ${BROKEN} }`;
const breakLayout = (file: string) =>
  `export * from "${file}?whole"; export { default } from "${file}?whole"; export function Layout() { ${BROKEN} }`;

/** Replaces the scripts that `matches`, and lets them start by a touch only, so that nothing happens before a test has looked. */
async function breakScripts(page: Page, matches: (file: string) => boolean, write: (file: string) => string) {
  await page.addInitScript(() => Reflect.deleteProperty(window, "requestIdleCallback"));
  await page.route("**/assets/*.js", (route) => {
    const file = new URL(route.request().url()).pathname;
    if (!matches(file)) return route.fallback();
    return route.fulfill({ contentType: "text/javascript", body: write(file) });
  });
}

/** What a page has for its visitor: its language, headings and forms with their fields. @param html of a page that isn't open */
function describePage(page: Page, html?: string) {
  return page.evaluate((text) => {
    const shown = text === undefined ? document : new DOMParser().parseFromString(text, "text/html");
    return {
      lang: shown.documentElement.lang,
      headings: Array.from(shown.querySelectorAll("h1"), ({ textContent }) => textContent),
      forms: Array.from(shown.querySelectorAll("form:not(.notice *)"), (form) => [
        form.getAttribute("action"),
        form.getAttribute("method"),
        Array.from(form.querySelectorAll("[name]"), (field) => field.getAttribute("name")).join(),
      ]),
    };
  }, html);
}

/** Typing may have started the scripts already, and they may have brought the held page: a locator finds that one then. */
async function touch(page: Page) {
  await page.locator("body").dispatchEvent("pointerdown");
}

/** Waits for the page that came with its scripts held back and offers the light version. */
async function waitForHeldPage(page: Page) {
  await page.waitForFunction(() => history.state?.held && document.querySelector('.notice form[action="/light"]'));
}

/** Ends the visit in which the scripts are held back. */
async function forgetFault(page: Page) {
  await page.evaluate(() => {
    window.name = "";
  });
}

async function listAddresses(page: Page, role: string): Promise<string[]> {
  const found: string[] = [];
  for (const [from, link] of [...(LINKED[role] ?? []), ...(FURTHER_LINKED[role] ?? [])]) {
    await page.goto(from);
    found.push((await page.locator(link).first().getAttribute("href")) ?? "");
  }
  for (const make of MADE_PAGES[role] ?? []) found.push(await make(page));
  return [...(SCREENS[role]?.paths ?? []), ...found, ...(FURTHER_PAGES[role] ?? [])];
}

/** The page that an address leads to, as it is sent, and its innermost route if it has a script. */
async function readPage(
  page: Page,
  address: string,
): Promise<{ url: string; html: string; route: string | undefined }> {
  const response = await page.request.get(address);
  const html = await response.text();
  const [, block] = new RegExp(`<script[^>]* id="${HYDRATION_ID}"[^>]*>(.*?)</script>`, "s").exec(html) ?? [];
  return { url: response.url(), html, route: block ? Object.keys(JSON.parse(block).routes).at(-1) : undefined };
}

/** A field that may be kept. */
const TYPED =
  "main form:not(:has([name^=passport_])) :is(input:not([type]), [type=text], [type=search], textarea):not([autocomplete*=c], [readonly])";

/** The page as it came: with its script the page of a started order sends its units by itself. */
const NOT_STARTED = "not started";

/** Faults before the page comes alive: what the scripts need is missing, the entry throws, or the page's data can't be read. */
const FAULTS_OF_START = [...SCRIPT_FEATURES, "entry", "data"] as const;

/**
 * Faults of start for the page of this position. Loader and entry are the same in all pages, so that each page has one of them;
 * with `WHOLE_SWEEPS=1` it has all.
 */
function listFaultsOfStart(position: number) {
  if (process.env.WHOLE_SWEEPS) return FAULTS_OF_START;
  return FAULTS_OF_START.filter((_, index) => index === position % FAULTS_OF_START.length);
}

test("architecture: a component that throws, or a script that can't start, leaves every page with its heading, its forms and what was typed @js", async ({
  page,
}) => {
  // It opens a page of every route several times, which took more than five minutes on a crowded machine.
  test.setTimeout(15 * 60_000);
  let fault = NOT_STARTED;
  await breakScripts(
    page,
    (file) => (fault === "component" ? ROUTE_FILES.has(file) : fault !== "data" && file.includes("/entry.client-")),
    (file) => (fault === "component" ? breakComponent(file) : fault === "entry" ? BROKEN : ""),
  );
  await page.addInitScript((features) => {
    // Only pages have the tab's storage.
    const fault = location.protocol === "about:" ? null : sessionStorage.getItem("fault");
    for (const name of features) if (name === fault) Reflect.deleteProperty(window, name);
    if (fault !== "data") return;
    addEventListener("DOMContentLoaded", () => {
      const block = document.getElementById("hydration-state");
      if (block) block.textContent = "broken on purpose\n";
    });
  }, SCRIPT_FEATURES);

  const reached = new Set<string>();
  // The tab's storage says what fails on the next page, and an open page reads the HTML of others.
  await page.goto("/");
  await logInByRequest(page, SCREENS.member?.phone ?? "");
  await claimPurchase(page);
  for (const role of Object.keys(SCREENS)) {
    await page.context().clearCookies();
    const { phone } = SCREENS[role] ?? {};
    if (phone) await logInByRequest(page, phone);
    for (const address of await listAddresses(page, role)) {
      const { url, html, route } = await readPage(page, address);
      if (route === undefined || reached.has(route)) continue;
      reached.add(route);
      // The policy of the open page would report the styles of the other one.
      const before = await describePage(page, html.replaceAll(/<style.*?<\/style>/gs, ""));
      for (fault of listFaultsOfStart(reached.size)) {
        await page.evaluate((name) => sessionStorage.setItem("fault", name), fault);
        // Some pages start their scripts by themselves.
        const started = fault === "data" ? "/script-fault/start" : "/entry.client-";
        const isHeldBack = SCRIPT_FEATURES.some((name) => name === fault);
        const failed = isHeldBack ? undefined : page.waitForRequest((request) => request.url().includes(started));
        await page.goto(url);
        await touch(page);
        await failed;
        expect(await describePage(page), `${address}: ${fault}`).toEqual(before);
        // The loader starts scripts by adding them to the page.
        const added = await page.evaluate(() => Array.from(document.scripts, ({ src }) => src).filter(Boolean));
        expect(added.length > 0, `${address}: ${fault}`).toBe(!isHeldBack);
      }
      await page.evaluate(() => sessionStorage.removeItem("fault"));
      fault = "component";
      await page.reload();
      const field = page.locator(TYPED).first();
      const isTyped = (await field.count()) > 0 && (await field.isEnabled()) && (await field.isVisible());
      if (isTyped) await field.fill("900");
      await touch(page);
      await waitForHeldPage(page);
      expect(await describePage(page), address).toEqual(before);
      if (isTyped) expect(await field.inputValue(), address).toBe("900");
      fault = NOT_STARTED;
      await forgetFault(page);
    }
  }
  expect(listPageRoutes().filter((id) => !reached.has(id) && !WITHOUT_PAGE.has(id))).toEqual([]);
  expect([...WITHOUT_PAGE].filter((id) => reached.has(id))).toEqual([]);
});

test("architecture: with a broken layout the visitor sees no page of Remix in English, and logs in @js", async ({
  page,
}) => {
  await breakScripts(page, (file) => file === ROOT, breakLayout);
  await page.goto("/login");
  const before = await describePage(page);
  await page.locator("[name=login]").fill("79000000003");
  await touch(page);
  await waitForHeldPage(page);
  expect(await describePage(page)).toEqual(before);
  await expect(page.locator("[name=login]")).toHaveValue("79000000003");
  expect(await page.evaluate(() => history.state.typed)).toBeUndefined();
  await page.getByLabel("Пароль").fill("club-demo-1");
  await page.locator("main").getByRole("button", { name: "Войти", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  // The scripts stay held back for the visit.
  await waitForHeldPage(page);
});

test("architecture: a page that answers a form is asked for by its address, and its password isn't kept @js", async ({
  page,
}) => {
  await breakScripts(page, (file) => ROUTE_FILES.has(file), breakComponent);
  // The focus of the field makes the scripts come: the page would be another one before the password is typed.
  const releaseScripts = await holdScripts(page);
  await page.goto("/login");
  // At once, and without the focus that would start the scripts before.
  await page.locator("[name=login]").evaluate((field: HTMLInputElement) => {
    field.value = "79000000003";
    field.form?.submit();
  });
  await page.waitForFunction(() => document.querySelector("[aria-invalid]"));
  await page.getByLabel("Пароль").fill("wrong-password-1");
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.isNavigationRequest()) posts.push(request.url());
  });
  await touch(page);
  releaseScripts();
  await waitForHeldPage(page);
  expect(posts).toEqual([]);
  await expect(page.locator("[name=login]")).toHaveValue("79000000003");
  await expect(page.getByLabel("Пароль")).toHaveValue("");
});

test("architecture: what was typed on a page that was reached by a link outlives a fault of that page @js", async ({
  page,
}) => {
  const login = scripts.get("routes/login") ?? "";
  // The component throws when it is rendered after the test has said so.
  await breakScripts(
    page,
    (file) => file === login,
    (file) => `import Login from "${file}?whole"; export * from "${file}?whole";
      export default function Broken() { if (window.isBroken) ${BROKEN}; return Login(); }`,
  );
  await page.goto("/feedback");
  await touch(page);
  await page.waitForFunction(() => performance.getEntriesByName("app-hydrated").length > 0);
  await page.evaluate(() => (window as unknown as { __remixRouter: Router }).__remixRouter.navigate("/login"));
  await page.locator("main [name=login]").fill("79000000003");
  await page.getByLabel("Пароль").fill("wrong-password-1");
  await page.evaluate(() => Object.assign(window, { isBroken: true }));
  await page.locator("main").getByRole("button", { name: "Войти", exact: true }).click();
  await waitForHeldPage(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator("main [name=login]")).toHaveValue("+7 (900) 000-00-03");
  await expect(page.getByLabel("Пароль")).toHaveValue("");
});

for (const [what, matches] of [
  ["the entry", (file: string) => file.includes("/entry.client-")],
  ["the script of its route", (file: string) => ROUTE_FILES.has(file)],
] as const) {
  test(`architecture: a page stays as it is when ${what} fails as it starts @js`, async ({ page }) => {
    await breakScripts(page, matches, () => BROKEN);
    await page.goto("/login");
    const before = await describePage(page);
    const failed = page.waitForEvent("requestfinished", (request) => matches(new URL(request.url()).pathname));
    await touch(page);
    await failed;
    await page.locator("[name=login]").fill("79000000003");
    await page.getByLabel("Пароль").fill("club-demo-1");
    expect(await describePage(page)).toEqual(before);
    await page.locator("main").getByRole("button", { name: "Войти", exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
  });
}

test("architecture: a page whose data can't be decoded stays as it is, and says so to the server @js", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "requestIdleCallback");
    addEventListener("DOMContentLoaded", () => {
      const block = document.getElementById("hydration-state");
      if (block) block.textContent = "broken on purpose\n";
    });
  });
  await page.goto("/login");
  const before = await describePage(page);
  const reported = page.waitForRequest("**/script-fault/start");
  await touch(page);
  expect((await (await reported).response())?.status()).toBe(204);
  expect(await describePage(page)).toEqual(before);
});

for (const feature of SCRIPT_FEATURES) {
  test(`architecture: without ${feature} no script is asked for, and the forms work @js`, async ({ page }) => {
    await page.addInitScript((name) => Reflect.deleteProperty(window, name), feature);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") asked.push(request.url());
    });
    await page.goto("/login", { waitUntil: "load" });
    await touch(page);
    await page.locator("[name=login]").fill("79000000003");
    await page.getByLabel("Пароль").fill("club-demo-1");
    await page.locator("main").getByRole("button", { name: "Войти", exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/profile\/$/);
    await expect(page.locator("h1")).toBeVisible();
    expect(asked).toEqual([]);
  });
}

test("architecture: a link whose page throws or whose script doesn't start opens the page as a document @js", async ({
  page,
}) => {
  let write = (file: string) => breakComponent(file);
  const accessibility = scripts.get("routes/accessibility");
  await breakScripts(
    page,
    (file) => file === accessibility,
    (file) => write(file),
  );
  for (const fault of [breakComponent, () => BROKEN]) {
    write = fault;
    await page.goto("/feedback");
    await touch(page);
    await page.waitForFunction(() => performance.getEntriesByName("app-hydrated").length > 0);
    await page.locator('footer a[href="/accessibility"]').click();
    await expect(page).toHaveURL(/\/accessibility$/);
    await page.waitForFunction(() => performance.getEntriesByName("app-hydrated").length === 0);
    await expect(page.locator("h1")).toHaveText(/./);
    await forgetFault(page);
  }
});

test("architecture: a page that is left while a script is still on its way isn't taken for a faulty one @js", async ({
  page,
}) => {
  const accessibility = scripts.get("routes/accessibility") ?? "";
  const [held, left]: [Route[], Route[]] = [[], []];
  await page.addInitScript(() => Reflect.deleteProperty(window, "requestIdleCallback"));
  await page.goto("/feedback");
  let isBrokenOff = false;
  await page.route(`**${accessibility}`, (route) => (isBrokenOff ? route.abort() : void held.push(route)));
  await page.route("**/login", (route) => void left.push(route));
  await touch(page);
  await page.waitForFunction(() => performance.getEntriesByName("app-hydrated").length > 0);
  await page.locator('footer a[href="/accessibility"]').click({ noWaitAfter: true });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.evaluate(() => void setTimeout(() => location.assign("/login")));
  await expect.poll(() => left.length).toBe(1);
  // Firefox and Safari do this by themselves.
  const failed = page.waitForEvent("requestfailed");
  isBrokenOff = true;
  for (const route of held) await route.abort();
  await failed;
  await left[0]?.continue();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => [window.name, history.state?.held ?? null])).toEqual(["", null]);
});
