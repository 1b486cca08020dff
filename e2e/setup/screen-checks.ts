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
  const found = await page.evaluate(
    async ([root, names, rule]) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(document.querySelector(root) ?? document, {
        runOnly: [...names],
        rules: { [rule]: { enabled: false } },
        resultTypes: ["violations"],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")} ${failureSummary ?? ""}`),
      );
    },
    [ROOT[scope], TAGS, CONTRAST] as const,
  );
  return [...found.map((violation) => `${what}: ${violation}`), ...(await findLowContrast(page, what, scope))];
}

/** Checks only contrast, as the scheme changes only colours. Uses the axe that the previous scan has loaded into the page. */
async function scanDark(page: Page, what: string, scope: Scope): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const violations = await findLowContrast(page, `${what}, dark`, scope);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return violations;
}

const CONTRAST = "color-contrast";

/** Looks of texts whose contrast has been found to be enough. */
const passedLooks = new Set<string>();

/**
 * Lists texts of too little contrast. It takes most of axe's time, and the same few looks are on every page: a text whose
 * colour, size and weight stand on the same backgrounds as one that has passed isn't checked again. Its backgrounds are those
 * of the elements around it, and of others that lie at the same place.
 */
async function findLowContrast(page: Page, what: string, scope: Scope): Promise<string[]> {
  const looks = await page.evaluate((selector) => {
    const layers = new Map<Element, string>();
    /** What lies below and above the text of an element, from itself up to the root. */
    const describeLayers = (element: Element): string => {
      const known = layers.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter } = getComputedStyle(element);
      const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none";
      const isPlain = isClear && opacity === "1" && mixBlendMode === "normal" && filter === "none";
      const own = isPlain ? "" : `${backgroundColor} ${backgroundImage} ${opacity} ${mixBlendMode} ${filter}; `;
      const whole = own + (element.parentElement ? describeLayers(element.parentElement) : "");
      layers.set(element, whole);
      return whole;
    };
    const hasText = (element: Element) =>
      element.matches("input, select, textarea") ||
      Array.from(element.childNodes).some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
      );
    const painted = Array.from(document.querySelectorAll("body *"))
      .filter((element) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        return (backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none") && element.checkVisibility();
      })
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    const describeNeighbours = (text: Element) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return painted
        .filter(({ box }) => box.left < right && box.right > left && box.top < bottom && box.bottom > top)
        .filter(({ element }) => !element.contains(text) && !text.contains(element))
        .map(({ element }) => describeLayers(element))
        .join(" and ");
    };
    const found = new Map<string, Element[]>();
    for (const element of document.querySelectorAll(`${selector}, ${selector} *`)) {
      if (!hasText(element) || !element.checkVisibility()) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const font = `${color} ${fontSize} ${fontWeight} ${textShadow}`;
      const look = `${font} on ${describeLayers(element)} beside ${describeNeighbours(element)}`;
      found.set(look, [...(found.get(look) ?? []), element]);
    }
    Object.assign(window, { textsByLook: found });
    return [...found.keys()];
  }, ROOT[scope]);
  const { passed, violations } = await page.evaluate(
    async ([names, rule]) => {
      const { axe, textsByLook } = window as unknown as {
        axe: typeof import("axe-core");
        textsByLook: Map<string, Element[]>;
      };
      const elements = names.flatMap((look) => textsByLook.get(look) ?? []);
      if (elements.length === 0) return { passed: [], violations: [] };
      const result = await axe.run(
        { include: elements as Node[] },
        { runOnly: [rule], resultTypes: ["passes", "violations"], elementRef: true },
      );
      const whole = new Set(result.passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
      return {
        passed: names.filter((look) => textsByLook.get(look)?.some((element) => whole.has(element as HTMLElement))),
        violations: result.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")} ${failureSummary ?? ""}`),
        ),
      };
    },
    [looks.filter((look) => !passedLooks.has(look)), CONTRAST] as const,
  );
  // A text that lies under something isn't judged by axe: the next of its look is tried.
  if (violations.length === 0) for (const look of passed) passedLooks.add(look);
  return violations.map((violation) => `${what}: ${violation}`);
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
