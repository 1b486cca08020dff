import type { Page } from "@playwright/test";
import { expect, test } from "./setup/test";

const PAGES = ["/", "/login", "/register/member"];

/** Collects the URLs of the scripts that a page requests. */
function listScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  return scripts;
}

/** Waits until the loader has decided: it waits for an idle moment after `load` too, and has registered first. */
async function waitForLoader(page: Page) {
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestIdleCallback(done), 0)));
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
}

/** Makes a page measure a slow processor: each of its readings of the clock is five milliseconds later than the one before. */
async function slowDown(page: Page) {
  await page.addInitScript(() => {
    const read = performance.now.bind(performance);
    let later = 0;
    performance.now = () => {
      later += 5;
      return read() + later;
    };
  });
}

for (const path of PAGES) {
  test(`architecture: ${path} requests no script before load, nor afterwards on a slow device, until it is touched @js`, async ({
    page,
  }) => {
    const scripts = listScripts(page);
    await slowDown(page);
    await page.goto(path, { waitUntil: "load" });
    await waitForLoader(page);
    expect(scripts).toEqual([]);
    await page.locator("h1").click();
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
  });
}

test("architecture: a page that loaded slowly requests no script until it is touched, whatever the browser says of the connection @js", async ({
  page,
}) => {
  const scripts = listScripts(page);
  // Of the line the page knows only how long it took itself: a delay before the request wouldn't count.
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: {} }));
  const tools = await page.context().newCDPSession(page);
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 600,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.goto("/login", { waitUntil: "load" });
  await waitForLoader(page);
  expect(scripts).toEqual([]);
  await page.locator("h1").click();
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
});

test("architecture: the icon of the tab is a small raster picture, because a browser renders an SVG like a page of its own @js", async ({
  page,
}) => {
  await page.goto("/");
  const icons = page.locator('link[rel="icon"]');
  await expect(icons).toHaveCount(1);
  const icon = await page.request.get((await icons.getAttribute("href")) ?? "");
  expect(icon.headers()["content-type"]).toBe("image/png");
  expect((await icon.body()).length).toBeLessThan(600);
});
