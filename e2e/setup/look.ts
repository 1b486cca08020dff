import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The narrowest screen that everything has to fit. */
export const NARROW = 320;

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Where to look: the open dialog is all that can be reached while it is there. */
type Place = "page" | "dialog";

const ROOT: Readonly<Record<Place, string>> = { page: "html", dialog: "dialog:modal" };

/** A narrow phone of somebody who wants less motion. */
export async function lookNarrow(page: Page) {
  await page.setViewportSize({ width: NARROW, height: 640 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

/** Everything that is wrong with what is on the screen: axe in light and dark, too wide, too small to press, moving. */
export async function findFaults(page: Page, what: string, place: Place = "page"): Promise<string[]> {
  return [
    ...(await scan(page, what, place)),
    ...(await scanDark(page, what, place)),
    ...(await findSideways(page, what, place)),
    ...(await findSmallTargets(page, what, place)),
    ...(await findMotion(page, what)),
  ];
}

/** Sends a form as it is, past the browser's own checks; the last one of the page or of the dialog. */
export async function sendEmpty(page: Page, place: Place = "page") {
  const root = page.locator(place === "page" ? "main" : ROOT.dialog);
  const form = root.locator("form[method=post]").last();
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
    element.requestSubmit();
  });
  await expect(root.getByRole("alert").first()).toBeVisible();
}

function build(page: Page, place: Place): AxeBuilder {
  // In one frame axe needs no second page to gather what it has found; what is right needn't be told.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  return place === "page" ? builder : builder.include(ROOT[place]);
}

async function scan(page: Page, what: string, place: Place): Promise<string[]> {
  const { violations } = await build(page, place).withTags(TAGS).analyze();
  return describe(violations, what);
}

/** Only the colours change with the scheme. The scan before has left axe in the page, which is half a megabyte. */
async function scanDark(page: Page, what: string, place: Place): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const violations = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: Axe };
    const options = { runOnly: ["color-contrast"], resultTypes: ["violations"] };
    return (await axe.run(document.querySelector(selector), options)).violations;
  }, ROOT[place]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return describe(violations, `${what}, dark`);
}

interface Axe {
  run(root: Element | null, options: object): Promise<{ violations: Violations }>;
}

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

function describe(violations: Violations, what: string): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${what}: ${id} at ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}

/** What doesn't fit the width of the place at 100 % and at 200 % of the text size. */
async function findSideways(page: Page, what: string, place: Place): Promise<string[]> {
  const found: string[] = [];
  for (const text of [100, 200]) {
    const wide = await page.evaluate(
      ([size, selector]) => {
        document.documentElement.style.fontSize = `${size}%`;
        const root = document.querySelector(selector);
        if (!root || root.scrollWidth <= root.clientWidth) return null;
        const limit = root.getBoundingClientRect().right + 1;
        const culprit = Array.from(root.querySelectorAll("*"))
          .filter((element) => element.getBoundingClientRect().right > limit)
          .map((element) => `${element.tagName}.${element.getAttribute("class") ?? ""}`)
          .slice(0, 8);
        return `${root.scrollWidth} px: ${culprit.join(" ")}`;
      },
      [text, ROOT[place]] as const,
    );
    if (wide) found.push(`${what} at ${text} % of text: ${wide}`);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  return found;
}

/** Things to press that are less than 44 px high, links within a sentence excepted (24 px is axe's). */
async function findSmallTargets(page: Page, what: string, place: Place): Promise<string[]> {
  const small = await page.evaluate((selector) => {
    const pressable = "button, summary, select, textarea, .button, .menu a, .pagination a, .logo, .input, label.choice";
    return Array.from(document.querySelectorAll<HTMLElement>(`${selector} :is(${pressable})`))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (!element.checkVisibility() || width <= 1 || height <= 1 || element.closest(".visually-hidden"))
          return false;
        return height < 43.5 || width < 43.5;
      })
      .map(
        (element) => `${element.tagName}.${element.getAttribute("class") ?? ""} «${element.textContent?.slice(0, 30)}»`,
      );
  }, ROOT[place]);
  return small.map((one) => `${what}: ${one} is less than 44 px`);
}

/** Whatever still moves though the person has asked for less motion. */
async function findMotion(page: Page, what: string): Promise<string[]> {
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 50).length,
  );
  return moving > 0 ? [`${what}: ${moving} animations in spite of prefers-reduced-motion`] : [];
}
