import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hydrate } from "./setup/hydrate";
import { expect, test } from "./setup/test";

test.use({ expectedErrors: [/Content Security Policy|net::ERR_INVALID_URL/] });

/** What somebody could plant in a page through a hole in it. Each would leave a mark. */
const PLANTED = `
<base href="https://evil.example/">
<script>window.planted = "script"</script>
<script type="module">window.planted = "module"</script>
<script src="data:text/javascript,window.planted='file'"></script>
<img src="data:image/png;base64,x" onerror="window.planted = 'attribute'" alt="">
<a id="planted-link" href="javascript:window.planted='link'">x</a>
<style>h1 { display: none }</style>
<object data="/rules/" type="text/html"></object>
<iframe src="/rules/"></iframe>`;

test("architecture: what is planted in a page neither runs nor changes it, and the page works all the same @js", async ({
  page,
}) => {
  await page.route("**/q&a/", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("</body>", () => `${PLANTED}</body>`) });
  });
  const frames: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) frames.push(frame.url());
  });
  await page.goto("/q&a/");
  await expect(page.locator("#planted-link")).toHaveCount(1);
  await page.locator("#planted-link").dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await hydrate(page);
  expect(await page.evaluate(() => (window as { planted?: string }).planted)).toBeUndefined();
  expect(await page.evaluate(() => document.baseURI)).toBe(page.url());
  expect(frames.filter((url) => url.endsWith("/rules/"))).toEqual([]);
});

test("architecture: on a page of the portal the browser finds nothing that its policy forbids @js", async ({
  page,
}) => {
  const violations: string[] = [];
  await page.exposeFunction("noteViolation", (text: string) => void violations.push(text));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      (window as unknown as { noteViolation(text: string): void }).noteViolation(`${violatedDirective} ${blockedURI}`),
    ),
  );
  for (const path of ["/", "/promo/", "/login", "/register/manager", "/q&a/", "/rules/", "/feedback"]) {
    await page.goto(path);
    await hydrate(page);
  }
  expect(violations).toEqual([]);
});

test("architecture: another site loses the window in which it opens a page @js", async ({ page, baseURL }) => {
  const otherSite = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html").end("<!DOCTYPE html><title>x</title>");
  }).listen(0, "localhost");
  await new Promise((resolve) => otherSite.once("listening", resolve));
  try {
    await page.goto(`http://localhost:${(otherSite.address() as AddressInfo).port}/`);
    const opening = page.context().waitForEvent("page");
    await page.evaluate((url) => {
      (window as { opened?: Window | null }).opened = window.open(url);
    }, `${baseURL}/login`);
    const opened = await opening;
    await expect(opened.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    expect(await page.evaluate(() => (window as { opened?: Window | null }).opened?.closed)).toBe(true);
  } finally {
    otherSite.closeAllConnections();
    otherSite.close();
  }
});

test("architecture: a page that another site has led to hands its drafts on to the next one @js", async ({ page }) => {
  const byHand = await page.goto("/login");
  expect(byHand?.headers()["cross-origin-opener-policy"]).toBeUndefined();
  await page.goto("data:text/html,<a href=URL>in</a>".replace("URL", page.url()));
  const led = page.waitForResponse((response) => response.url().endsWith("/login"));
  await page.getByRole("link").click();
  expect((await led).headers()["cross-origin-opener-policy"]).toBe("same-origin");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem("draft", "Анна"));
  const next = page.waitForResponse((response) => response.url().endsWith("/q&a/"));
  await page.evaluate(() => location.assign("/q&a/"));
  expect((await next).headers()["cross-origin-opener-policy"]).toBeUndefined();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("draft"))).toBe("Анна");
});

test.describe("on a desktop", () => {
  test.use({ userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0", isMobile: false });

  test("§2.1.8 a rules document opens from the list although the page before it may show none @js", async ({
    page,
  }) => {
    const first = await page.goto("/q&a/");
    expect(first?.headers()["content-security-policy"]).toContain("object-src 'none'");
    await hydrate(page);
    await page.evaluate(() => {
      // Navigates like a click on a Remix link, without another document.
      const { __remixRouter } = window as unknown as { __remixRouter: { navigate(to: string): Promise<void> } };
      return __remixRouter.navigate("/rules/");
    });
    const [document] = await Promise.all([
      page.waitForResponse((response) => response.request().resourceType() === "document"),
      page.locator("main a[href^='/rules/?document=']").first().click(),
    ]);
    expect(document.headers()["content-security-policy"]).toContain("object-src 'self' https:");
    await expect(page.locator("object[type='application/pdf']")).toBeVisible();
  });
});
