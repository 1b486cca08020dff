import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

/** A page reads the minified script in two thirds of the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Width in px of the narrowest screen that every page has to fit. */
export const NARROW = 320;

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What is checked: the page, or the open modal dialog, which hides the page from the user. */
type Scope = "page" | "dialog";

const ROOT: Readonly<Record<Scope, string>> = { page: "html", dialog: "dialog:modal" };

/** Emulates a narrow phone with reduced motion. */
export async function useNarrowScreen(page: Page) {
  await page.setViewportSize({ width: NARROW, height: 640 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

/** Lists the problems of a screen: violations of axe in light and dark, overflow, small targets and animations. */
export async function findProblems(page: Page, what: string, scope: Scope = "page"): Promise<string[]> {
  return [
    ...(await findViolations(page, what, scope)),
    ...(await scanDark(page, what, scope)),
    ...(await findSideways(page, what, scope)),
    ...(await findSmallTargets(page, what, scope)),
    ...(await findMotion(page, what)),
  ];
}

/** Submits the last form of the page or dialog as it is, without the browser's validation. */
export async function submitEmptyForm(page: Page, scope: Scope = "page") {
  const root = page.locator(scope === "page" ? "main" : ROOT.dialog);
  const form = root.locator("form[method=post]").last();
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
    element.requestSubmit();
  });
  await expect(root.getByRole("alert").first()).toBeVisible();
}

/**
 * Lists what axe finds wrong with the page or dialog as it is shown. axe is run here and not by `@axe-core/playwright`, which
 * sends all that passed out of the browser as well: that takes six times as long as the checks.
 */
export async function findViolations(page: Page, what: string, scope: Scope = "page"): Promise<string[]> {
  await page.evaluate(AXE);
  return runAxe(page, TAGS, what, scope);
}

/** Checks only contrast, as the scheme changes only colours. Uses the axe that the previous scan has loaded into the page. */
async function scanDark(page: Page, what: string, scope: Scope): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const violations = await runAxe(page, ["color-contrast"], `${what}, dark`, scope);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return violations;
}

/** @param runOnly names of rules, or tags of rules */
function runAxe(page: Page, runOnly: readonly string[], what: string, scope: Scope): Promise<string[]> {
  return page.evaluate(
    async ([root, names, screen]) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const options = { runOnly: [...names], resultTypes: ["violations" as const] };
      const { violations } = await axe.run(document.querySelector(root) ?? document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${screen}: ${id} at ${target.join(" ")} ${failureSummary ?? ""}`),
      );
    },
    [ROOT[scope], runOnly, what] as const,
  );
}

/** Lists elements that overflow the width at 100 % and 200 % of the text size. */
async function findSideways(page: Page, what: string, scope: Scope): Promise<string[]> {
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
      [text, ROOT[scope]] as const,
    );
    if (wide) found.push(`${what} at ${text} % of text: ${wide}`);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  return found;
}

/** Lists controls smaller than 44 px. Links within a sentence are left to axe, which requires 24 px. */
async function findSmallTargets(page: Page, what: string, scope: Scope): Promise<string[]> {
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
  }, ROOT[scope]);
  return small.map((one) => `${what}: ${one} is less than 44 px`);
}

/** Counts animations that run in spite of reduced motion. */
async function findMotion(page: Page, what: string): Promise<string[]> {
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 50).length,
  );
  return moving > 0 ? [`${what}: ${moving} animations in spite of prefers-reduced-motion`] : [];
}
