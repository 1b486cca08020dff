// Takes screenshots of every page for every kind of participant at 360, 768 and 1280 px, light and dark, into screenshots/.
// `npm run screenshots -- guest dialogs` takes only these. The portal must be built.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../club/demo/demo-accounts";
import { chromiumOptions } from "../../scripts/browser.mjs";
import { DIALOGS, LINKED, SCREENS } from "../../scripts/screens";
import { createDataFolder } from "../setup/data-folder";
import { hydrate } from "../setup/hydrate";
import { startServer } from "../setup/server";

const OUT = "screenshots";
const WIDTHS = [360, 768, 1280];
const SCHEMES = ["light", "dark"] as const;

async function logIn(context: BrowserContext, phone: string) {
  await context.request.post("/login", { form: { login: phone, password: DEMO_PASSWORD } });
}

/** Fills the cart with a gift for a phone and a souvenir. */
async function fillCart(page: Page) {
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio").first().check();
  await page.getByLabel("Номер телефона").fill("8 (900) 123-45-67");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByLabel("Количество").fill("2");
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await page.getByText("Подарок в корзине").waitFor();
  await page.goto("/dashboard/gifts/");
  const cap = page.getByRole("article").filter({ hasText: "Кепка" });
  await cap.getByLabel("Размер").selectOption("L/XL");
  await cap.getByRole("button").click();
  await page.getByText("Подарок в корзине").waitFor();
}

/** The address of a page that depends on data, taken from a link to it. */
async function findLinked(page: Page, [from, link]: readonly [from: string, link: string]): Promise<string> {
  await page.goto(from);
  return (await page.locator(link).first().getAttribute("href")) ?? from;
}

/** The dialogs of a guest, opened from the home page or from another dialog (§2.3.3). */
async function captureDialogs(browser: Browser) {
  await mkdir(path.join(OUT, "dialogs"), { recursive: true });
  const context = await browser.newContext({ baseURL: server.origin, locale: "ru-RU" });
  const page = await context.newPage();
  for (const [name, steps] of Object.entries(DIALOGS)) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto("/");
        await hydrate(page);
        for (const step of steps) {
          const scope = (await page.locator("dialog[open]:modal").count()) > 0 ? page.locator("dialog:modal") : page;
          await scope.locator(step).locator("visible=true").first().click();
          await page.locator("dialog:modal").waitFor();
        }
        await page.locator("dialog:modal form, dialog:modal main a, dialog:modal li a").first().waitFor();
        await page.locator("dialog:modal .skeleton").waitFor({ state: "detached" });
        await page.screenshot({ path: path.join(OUT, "dialogs", fileName(name, width, colorScheme)) });
      }
    }
  }
  await context.close();
}

function fileName(address: string, width: number, scheme: string): string {
  const name =
    decodeURIComponent(address)
      .replace(/^\/|\/$/g, "")
      .replace(/[^\p{L}\p{N}]+/gu, "-") || "home";
  return `${name}-${width}-${scheme}.png`;
}

const wanted = process.argv.slice(2);
const folder = await createDataFolder();
const server = await startServer(folder.path);
const browser = await chromium.launch(chromiumOptions());
let overflowing = 0;
try {
  for (const [role, { phone, paths }] of Object.entries(SCREENS)) {
    if (wanted.length > 0 && !wanted.includes(role)) continue;
    await mkdir(path.join(OUT, role), { recursive: true });
    const context = await browser.newContext({
      baseURL: server.origin,
      locale: "ru-RU",
      javaScriptEnabled: role === "member-cart",
    });
    if (phone) await logIn(context, phone);
    const page = await context.newPage();
    if (role === "member-cart") await fillCart(page);
    const linked = [];
    for (const link of LINKED[role] ?? []) linked.push(await findLinked(page, link));
    for (const address of [...paths, ...linked]) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.goto(address);
          await page.screenshot({ path: path.join(OUT, role, fileName(address, width, colorScheme)), fullPage: true });
        }
        const sideways = await page
          .locator("html")
          .evaluate((html) => html.scrollWidth > html.clientWidth)
          .catch(() => false);
        if (sideways) {
          overflowing += 1;
          console.log(`${role} ${address} scrolls sideways at ${width} px`);
        }
      }
    }
    await context.close();
  }
  if (wanted.length === 0 || wanted.includes("dialogs")) await captureDialogs(browser);
} finally {
  await browser.close();
  await server.stop();
  await folder.remove();
}
console.log(`Screenshots are in ${OUT}/; ${overflowing} screens scroll sideways.`);
process.exitCode = overflowing > 0 ? 1 : 0;
