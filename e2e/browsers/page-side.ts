// What the tests ask a page. It is sent to the browser as text, in the syntax of 2018, so it imports nothing.

/** What is pressed: by the text of a button or link, by the label of a field, or by a selector. */
export type Kind = "button" | "link" | "field" | "selector";

/** Where something stands on the screen. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  /** What a press there would hit instead, or null. */
  readonly coveredBy: string | null;
}

export interface PageState {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** A word that a browser without styles shows twice in a row, or an empty text. */
  readonly doubled: string;
  /** The visible text of the first `h1`, or null. */
  readonly heading: string | null;
  /** The forms that something can be sent with. */
  readonly forms: number;
  /** How wide the page is, in CSS px. */
  readonly width: number;
  /** What is wider than the window. */
  readonly wide: readonly string[];
  /** Texts that are written for screen readers and shown all the same. */
  readonly shownHiddenWords: readonly string[];
  readonly isStyled: boolean;
}

/** What has become of the page's script since `touch`; "none" where the page has no script for any browser. */
export type ScriptState = "none" | "waiting" | "runs" | "held back" | "failed" | "loaded again";

const FIELDS = "input:not([type=hidden]), select, textarea";
const SELECTORS = { button: "button, summary, input[type=submit]", link: "a[href]", field: FIELDS };

/** A text as it is read: without the places at which a long word may be broken. */
function tidyText(text: string | null): string {
  return (text || "")
    .replace(/\u00ad/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function describe(element: Element | null): string {
  if (!element) return "nothing";
  return `${element.tagName.toLowerCase()}.${element.getAttribute("class") || ""} «${tidyText(element.textContent).slice(0, 40)}»`;
}

function labelOf(element: Element): HTMLLabelElement | null {
  const labels = "labels" in element ? (element as HTMLInputElement).labels : null;
  return labels?.[0] || element.closest("label");
}

/** Browsers differ in whether what is folded away has a box. */
function isFolded(element: Element): boolean {
  const fold = element.closest("details:not([open])");
  return fold !== null && !(element.closest("summary")?.parentElement === fold);
}

/** The part of an element that is seen: of a choice whose own box is hidden, its label. */
function shownPart(element: Element): Element | null {
  if (isFolded(element)) return null;
  for (const part of [element, labelOf(element)]) {
    if (!part) continue;
    const { width, height } = part.getBoundingClientRect();
    if (width > 2 && height > 2 && getComputedStyle(part).visibility === "visible") return part;
  }
  return null;
}

function findElements(kind: Kind, name: string): Element[] {
  const all = Array.from(document.querySelectorAll(kind === "selector" ? name : SELECTORS[kind])).filter(shownPart);
  if (kind === "selector") return all;
  const namesOf = (element: Element): string[] => {
    if (kind !== "field") return [tidyText(element.textContent)];
    const { labels } = element as HTMLInputElement;
    return Array.from(labels || []).map((label) => tidyText(label.textContent));
  };
  const exact = all.filter((element) => namesOf(element).some((text) => text === name));
  return exact.length > 0 ? exact : all.filter((element) => namesOf(element).some((text) => text.startsWith(name)));
}

/** The first in the page's main part, or else the first at all. */
function findElement(kind: Kind, name: string): Element | null {
  const found = findElements(kind, name);
  return found.find((element) => element.closest("main") !== null) || found[0] || null;
}

/** Scrolls to an element and tells where it can be pressed. */
function spotOf(element: Element): Spot | null {
  const part = shownPart(element);
  if (!part) return null;
  // A link that leads past the menu is shown as long as it has the focus.
  const { right, bottom } = part.getBoundingClientRect();
  if ((right + scrollX <= 0 || bottom + scrollY <= 0) && part instanceof HTMLElement) part.focus();
  part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  // A link within a text may take several lines, with other words between its corners.
  const box = part.getClientRects()[0];
  if (!box) return null;
  const x = box.left + box.width / 2;
  const y = box.top + Math.min(box.height / 2, innerHeight / 2);
  const hit = document.elementFromPoint(x, y);
  const label = hit?.closest("label") ?? null;
  const belongs =
    hit !== null &&
    (part.contains(hit) || element.contains(hit) || (label !== null && (label.control === element || label === part)));
  // A phone zooms out of a page that is too wide; a finger meets the zoomed page.
  const { offsetLeft, offsetTop, scale } = window.visualViewport ?? { offsetLeft: 0, offsetTop: 0, scale: 1 };
  return { x: (x - offsetLeft) * scale, y: (y - offsetTop) * scale, coveredBy: belongs ? null : describe(hit) };
}

export function findSpot(kind: Kind, name: string): Spot | null {
  const element = findElement(kind, name);
  return element && spotOf(element);
}

/** Lists what can be pressed on the page but is covered, or stands outside of the window. */
export function listCovered(): string[] {
  const pressable = Array.from(document.querySelectorAll(`${SELECTORS.button}, a[href], ${FIELDS}`));
  const covered: string[] = [];
  for (const element of pressable) {
    const spot = spotOf(element);
    if (spot && spot.coveredBy !== null) covered.push(`${describe(element)} is covered by ${spot.coveredBy}`);
  }
  // The link past the menu would lie over the page as long as it has the focus.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo(0, 0);
  return covered;
}

/** Makes a text field ready to be typed into. @returns whether there is one */
export function selectField(name: string): boolean {
  const element = findElement("field", name);
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return false;
  element.focus();
  element.select();
  return true;
}

/** @returns the value of the field that a selector finds, or null */
export function readValue(selector: string): string | null {
  const element = document.querySelector(selector);
  return element instanceof HTMLInputElement ? element.value : null;
}

/** @returns the value of the field of a label, or null while there is none */
export function readField(label: string): string | null {
  const element = findElement("field", label);
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : null;
}

/** Chooses an option of a list, which opens outside of the page. @returns whether there is one */
export function chooseOption(name: string, index: number): boolean {
  const element = findElement("field", name);
  if (!(element instanceof HTMLSelectElement) || index >= element.options.length) return false;
  element.selectedIndex = index;
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

/** Takes all style sheets away, as a network does that blocks them or a browser that doesn't understand them. */
export function removeStyles(): number {
  const sheets = Array.from(document.querySelectorAll("style, link[rel=stylesheet]"));
  for (const sheet of sheets) sheet.remove();
  return sheets.length;
}

/** Whether a text, as it flows, goes on across the border of an element. */
function isInline(element: Element): boolean {
  return element instanceof SVGElement || /^(inline|contents)/.test(getComputedStyle(element).display);
}

function isShown(element: Element): boolean {
  return getComputedStyle(element).display !== "none" && !isFolded(element);
}

/** A private character, which no page has. */
const BORDER = "\ue000";

/** The text as it is read without a layout; borders of elements within a line are marked. */
function readFlow(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return "";
  if (/^(br|wbr|select|textarea|script|style|noscript)$/i.test(node.tagName) || !isShown(node)) return " ";
  const border = isInline(node) ? BORDER : " ";
  return border + Array.from(node.childNodes, readFlow).join("") + border;
}

/** Lists words of different elements with nothing between them, which a browser without a layout shows as one. */
export function listGlued(): string[] {
  const glued = readFlow(document.body).match(/[\p{L}\p{N}]+\ue000+[\p{L}\p{N}]+/gu) || [];
  return glued.map((words) => words.replace(/\ue000+/, "|"));
}

interface Touched extends Window {
  clubTouch?: { failed: boolean; failure: string; turn?: "asked for" | "over" };
}

/** Touches the page as a person does who starts to scroll, and watches what becomes of its script. */
export function touch(): boolean {
  const touched: Touched = window;
  if (touched.clubTouch) return true;
  const state: Touched["clubTouch"] = { failed: false, failure: "" };
  touched.clubTouch = state;
  const note = (text: string) => {
    state.failed = true;
    state.failure = state.failure || text;
  };
  // Captured: the failure of a script's file is reported at its element only.
  addEventListener("error", (event) => note(event.message || "a file doesn't load"), true);
  addEventListener("unhandledrejection", (event) => note(String(event.reason)));
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  return true;
}

export function readScript(): ScriptState {
  const { clubTouch }: Touched = window;
  if (!clubTouch) return document.readyState === "complete" ? "loaded again" : "waiting";
  if (performance.getEntriesByName("app-hydrated").length > 0) return hasHadTurn(clubTouch) ? "runs" : "waiting";
  if (!document.getElementById("hydration")) return "none";
  if (!document.querySelector("script[type=module][src]")) return "held back";
  return clubTouch.failed && hasHadTurn(clubTouch) ? "failed" : "waiting";
}

/** Whether the page has had a turn since the first question: what its components do after hydration comes before. */
function hasHadTurn(touch: NonNullable<Touched["clubTouch"]>): boolean {
  if (!touch.turn) {
    touch.turn = "asked for";
    setTimeout(() => {
      touch.turn = "over";
    });
  }
  return touch.turn === "over";
}

/** The first failure since `touch`, or an empty text. */
export function readFailure(): string {
  const { clubTouch }: Touched = window;
  return clubTouch ? clubTouch.failure : "";
}

function isClipped(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width <= 1.5 || height <= 1.5;
}

/** Whether the page looks like the club's: its own letters, and buttons with a colour. */
function looksStyled(): boolean {
  const button = document.querySelector(".button");
  const colour = button ? getComputedStyle(button).backgroundColor : "none";
  const plain = ["rgb(239, 239, 239)", "rgb(221, 221, 221)", "rgba(0, 0, 0, 0)"];
  const margin = getComputedStyle(document.body).marginLeft;
  return (
    margin === "0px" && (!button || !plain.includes(colour) || getComputedStyle(button).borderTopStyle === "solid")
  );
}

export function readPage(): PageState {
  const heading = document.querySelector("h1");
  const limit = document.documentElement.clientWidth + 1;
  const isWide =
    document.documentElement.scrollWidth > document.documentElement.clientWidth || innerWidth > screen.width;
  const hidden = Array.from(document.querySelectorAll(".visually-hidden")).filter((element) => !isClipped(element));
  return {
    path: location.pathname + location.search,
    title: document.title,
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts
    text: document.body ? document.body.innerText : "",
    doubled: (/\d\s*(балл[а-я]*|новых[^а-я]*)\1/.exec(document.body.textContent || "") || [""])[0],
    heading: heading && shownPart(heading) ? tidyText(heading.textContent) : null,
    forms: Array.from(document.forms).filter((form) => form.querySelector("button, input[type=submit]")).length,
    width: document.documentElement.scrollWidth,
    wide: isWide
      ? Array.from(document.querySelectorAll("body *"))
          .filter((element) => element.getBoundingClientRect().right > limit)
          .map(describe)
          .slice(0, 5)
      : [],
    shownHiddenWords: hidden.map((element) => tidyText(element.textContent)),
    isStyled: looksStyled(),
  };
}
