// Pictures of every screen for every kind of participant at 360, 768 and 1280 px, light and dark, into screenshots/.
// `npm run screenshots -- guest member` takes only these; the portal must be built.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { DEMO_PASSWORD, demoAccounts } from "../club/seeds/demo-accounts";
import { createDataFolder } from "../e2e/setup/data-folder";
import { startServer } from "../e2e/setup/server";
import { findSystemChromium } from "./browser.mjs";

const OUT = "screenshots";
const WIDTHS = [360, 768, 1280];
const SCHEMES = ["light", "dark"] as const;

const GIFTS = ["/dashboard/gifts/", "/dashboard/gifts/phone", "/dashboard/gifts/card", "/dashboard/gifts/giftery"];
const SHARED = ["/dashboard/profile/", "/q&a/", "/promo/", "/promo/1/"];

/** The screens of each kind of participant, by the phone of its demo account. */
const SCREENS: Record<string, { phone: string | null; paths: string[] }> = {
  guest: {
    phone: null,
    paths: [
      "/",
      "/login",
      "/login?mode=email",
      "/register",
      "/register/manager",
      "/register/member",
      "/activation",
      "/recovery",
      "/feedback",
      "/rules/",
      "/q&a/",
      "/q&a/?search=балл",
      "/q&a/?search=нетничего",
      "/promo/",
      "/promo/1/",
      "/promo/999/",
      "/500.html",
    ],
  },
  curator: {
    phone: "79000000001",
    paths: [
      ...SHARED,
      "/dashboard/report/",
      "/dashboard/invite/",
      "/dashboard/invite/new",
      "/dashboard/points/",
      ...GIFTS,
    ],
  },
  manager: {
    phone: "79000000002",
    paths: [
      ...SHARED,
      "/dashboard/sales/",
      "/dashboard/search/",
      "/dashboard/invite/",
      "/dashboard/invite/import",
      "/dashboard/points/",
      "/dashboard/documents",
    ],
  },
  member: {
    phone: "79000000003",
    paths: [
      ...SHARED,
      "/dashboard/sales/",
      "/dashboard/sales/?date_from=2001-01-01&date_to=2001-01-02",
      "/dashboard/points/",
      "/dashboard/promo-code",
      "/dashboard/gifts/cart",
      "/dashboard/gifts/delivery",
      ...GIFTS,
    ],
  },
  "member-cart": {
    phone: "79000000003",
    paths: ["/dashboard/gifts/cart", "/dashboard/gifts/delivery?delivery_city=Казань"],
  },
  tadam: { phone: "79000000004", paths: ["/dashboard/profile/"] },
  "system-curator": { phone: "79000000005", paths: ["/dashboard/profile/", "/dashboard/gifts/"] },
  "system-manager": {
    phone: "79000000006",
    paths: ["/dashboard/profile/", "/dashboard/search/", "/dashboard/search/?inn=5000200016"],
  },
  newcomer: { phone: "79000000007", paths: ["/dashboard/profile/", "/agreement", "/curator", "/logout"] },
};

async function logIn(context: BrowserContext, phone: string) {
  await context.request.post("/login", { form: { login: phone, password: DEMO_PASSWORD } });
}

/** A cart with something of everything in it. */
async function fillCart(page: Page) {
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio").first().check();
  await page.getByLabel("Номер телефона").fill("8 (900) 123-45-67");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByLabel("Количество").fill("2");
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await page.goto("/dashboard/gifts/");
  const cap = page.getByRole("article").filter({ hasText: "Кепка" });
  await cap.getByLabel("Размер").selectOption("L/XL");
  await cap.getByRole("button").click();
  await page.waitForLoadState("networkidle");
}

function fileName(address: string, width: number, scheme: string): string {
  const name =
    decodeURIComponent(address)
      .replace(/^\/|\/$/g, "")
      .replace(/[^\p{L}\p{N}]+/gu, "-") || "home";
  return `${name}-${width}-${scheme}.png`;
}

const wanted = process.argv.slice(2);
const executablePath = findSystemChromium();
const folder = await createDataFolder();
const server = await startServer(folder.path);
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-component-update",
  ],
});
let wide = 0;
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
    for (const address of paths) {
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
          wide += 1;
          console.log(`${role} ${address} scrolls sideways at ${width} px`);
        }
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
  await folder.remove();
}
console.log(`Pictures are in ${OUT}/; ${wide} screens scroll sideways.`);
process.exitCode = wide > 0 ? 1 : 0;
