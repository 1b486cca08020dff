import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../club/seeds/demo-accounts";
import { SCREENS } from "../scripts/screens";
import { hydrate } from "./setup/hydrate";
import { expect, test } from "./setup/test";

// The screens of every participant are looked at side by side.
test.describe.configure({ mode: "parallel" });

const WIDTH = 320;
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Screens that need no picture of their own, but have a form or a state to look at. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  guest: ["/unsubscribe", "/entry", "/rules/?document=retail-rules"],
  curator: ["/dashboard/report/?page=99"],
  manager: ["/dashboard/sales/?date_from=2001-01-01&date_to=2001-01-02", "/dashboard/search/?inn=5000200016"],
  member: [
    "/dashboard/profile/companies",
    "/dashboard/profile/companies/new",
    "/dashboard/documents",
    "/agreement",
    "/curator",
  ],
};

/** Forms to be sent empty, by the screen that they stand on. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  guest: ["/login", "/login?mode=email", "/register/manager", "/register/member", "/recovery", "/feedback"],
  curator: ["/dashboard/report/", "/dashboard/invite/new", "/dashboard/gifts/card", "/dashboard/documents"],
  manager: ["/dashboard/invite/import", "/dashboard/gifts/phone"],
  member: [
    "/dashboard/promo-code",
    "/dashboard/profile/companies/new",
    "/dashboard/documents",
    "/dashboard/gifts/giftery",
  ],
  newcomer: ["/agreement"],
};

async function logIn(page: Page, phone: string | null) {
  if (phone) await page.request.post("/login", { form: { login: phone, password: DEMO_PASSWORD } });
}

/** What the page looks like without script: the same HTML, but axe may run in it. */
async function leaveBundleOut(page: Page, origin: string) {
  await page.context().addCookies([{ name: "light", value: "1", url: origin }]);
}

/** Two lines: a top-up and something that is delivered. */
async function fillCart(page: Page) {
  await page.goto("/dashboard/gifts/phone");
  await page.getByRole("radio").first().check();
  await page.getByLabel("Номер телефона").fill("8 (900) 123-45-67");
  await page.getByLabel("Оператор").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Добавить в корзину" }).click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
  await page.goto("/dashboard/gifts/");
  const cap = page.getByRole("article").filter({ hasText: "Кепка" });
  await cap.getByLabel("Размер").selectOption({ index: 1 });
  await cap.getByRole("button").click();
  await expect(page.getByText("Подарок в корзине")).toBeVisible();
}

async function scan(page: Page, what: string): Promise<string[]> {
  // In one frame axe needs no second page to gather what it has found.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze();
  return describe(violations, what);
}

/** Only the colours change with the scheme. */
async function scanDark(page: Page, what: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules("color-contrast").analyze();
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return describe(violations, `${what}, dark`);
}

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

function describe(violations: Violations, what: string): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${what}: ${id} at ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}

/** Sends the form of the page as it is, past the browser's own checks. */
async function sendEmpty(page: Page) {
  const form = page.locator("main form[method=post]").last();
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
    element.requestSubmit();
  });
  await expect(page.getByRole("alert").first()).toBeVisible();
}

/** What doesn't fit a width of 320 px at 100 % and at 200 % of the text size. */
async function findSideways(page: Page, what: string): Promise<string[]> {
  const found: string[] = [];
  for (const text of [100, 200]) {
    const wide = await page.evaluate(
      ([size, limit]) => {
        document.documentElement.style.fontSize = `${size}%`;
        const { scrollWidth } = document.documentElement;
        if (scrollWidth <= (limit ?? 0)) return null;
        const culprit = Array.from(document.querySelectorAll("main *, header *, footer *"))
          .filter((element) => element.getBoundingClientRect().right > (limit ?? 0) + 1)
          .map((element) => `${element.tagName}.${element.getAttribute("class") ?? ""}`)
          .slice(0, 8);
        return `${scrollWidth} px: ${culprit.join(" ")}`;
      },
      [text, WIDTH],
    );
    if (wide) found.push(`${what} at ${text} % of text: ${wide}`);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  return found;
}

/** Things to press that are less than 44 px high, links within a sentence excepted (24 px is axe's). */
async function findSmallTargets(page: Page, what: string): Promise<string[]> {
  const small = await page.evaluate(() => {
    const pressable = "button, summary, select, textarea, .btn, .menu a, .pages a, .logo, .in, label.tick";
    return Array.from(document.querySelectorAll<HTMLElement>(pressable))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (!element.checkVisibility() || width <= 1 || height <= 1 || element.closest(".vh")) return false;
        return height < 43.5 || width < 43.5;
      })
      .map(
        (element) => `${element.tagName}.${element.getAttribute("class") ?? ""} «${element.textContent?.slice(0, 30)}»`,
      );
  });
  return small.map((one) => `${what}: ${one} is less than 44 px`);
}

/** Whatever still moves though the person has asked for less motion. */
async function findMotion(page: Page, what: string): Promise<string[]> {
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 50).length,
  );
  return moving > 0 ? [`${what}: ${moving} animations in spite of prefers-reduced-motion`] : [];
}

for (const [role, { phone, paths }] of Object.entries(SCREENS)) {
  test(`house: axe finds nothing on any screen of ${role}, and none is too wide for 320 px and large text @js`, async ({
    page,
    server,
  }) => {
    test.setTimeout(180_000);
    const found: string[] = [];
    await page.setViewportSize({ width: WIDTH, height: 640 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await logIn(page, phone);
    if (role === "member-cart") await fillCart(page);
    const look = async (what: string) => {
      found.push(...(await scan(page, what)), ...(await scanDark(page, what)));
      found.push(...(await findSideways(page, what)), ...(await findSmallTargets(page, what)));
      found.push(...(await findMotion(page, what)));
    };

    await leaveBundleOut(page, server.origin);
    for (const path of [...paths, ...(MORE[role] ?? [])]) {
      await page.goto(path);
      await look(path);
    }
    for (const path of FORMS[role] ?? []) {
      await page.goto(path);
      await sendEmpty(page);
      await look(`${path} sent empty`);
    }
    await page.context().clearCookies({ name: "light" });
    // The markup is the same: one form of each participant, answered by script.
    for (const path of FORMS[role]?.slice(-1) ?? []) {
      await page.goto(path);
      await hydrate(page);
      await sendEmpty(page);
      await look(`${path} sent empty by script`);
    }
    expect(found).toEqual([]);
  });
}
