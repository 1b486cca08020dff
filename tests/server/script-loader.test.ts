// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { HELD_KEY, HELD_SCRIPT_PATH } from "../../app/document/held-script";
import { HYDRATION_ID } from "../../app/document/hydration-data";
import { SCRIPT_FEATURES } from "../../app/document/script-features";
import { LOADER_SCRIPT } from "../../app/document/script-loader";
import { LOST_CART_ID, STORED_CART_KEY } from "../../app/lib/stored-cart";

interface Visit {
  content?: string;
  connection?: { effectiveType?: string; rtt?: number; saveData?: boolean };
  deviceMemory?: number;
  /** Time for the bytes of the page, and for parsing them afterwards. */
  arrivalMs?: number;
  parsingMs?: number;
  /** How long the short loop takes. */
  sumMs?: number;
  /** What the browser lacks. */
  lacks?: string;
}

/** Loads a page with the loader. Returns whether its scripts run, and a way to touch it. */
function openPage({ content = "", arrivalMs = 50, parsingMs = 10, sumMs = 1, lacks = "", ...device }: Visit = {}) {
  document.body.innerHTML = `<main>${content}</main><script type="application/json" id="${HYDRATION_ID}" data-entry="/assets/entry.js"></script>`;
  const listeners = new Map<string, () => void>();
  let now = 0;
  const clock = {
    now: () => {
      now += sumMs;
      return now;
    },
    getEntriesByType: () => [{ requestStart: 0, responseEnd: arrivalMs, domInteractive: arrivalMs + parsingMs }],
  };
  const features = SCRIPT_FEATURES.filter((name) => name !== lacks).map((name) => [name, class {}]);
  const browser = { ...Object.fromEntries(features), requestIdleCallback: (work: () => void) => work() };
  const names = ["document", "navigator", "window", "performance", "addEventListener", "setTimeout"];
  const run = new Function(...names, LOADER_SCRIPT);
  run(
    document,
    device,
    browser,
    clock,
    (type: string, listener: () => void) => listeners.set(type, listener),
    (work: () => void) => work(),
  );
  return {
    isHeld: () => document.querySelector(`script[type="module"][src="${HELD_SCRIPT_PATH}"]`) !== null,
    isAlive: () => document.querySelector('script[type="module"][src="/assets/entry.js"]') !== null,
    happens: (type: string) => listeners.get(type)?.(),
  };
}

it("architecture: on a fast device and connection the scripts start by themselves, but not before load", () => {
  const page = openPage();
  expect(page.isAlive()).toBe(false);
  page.happens("load");
  expect(page.isAlive()).toBe(true);
});

it.each<[string, Visit]>([
  ["a device with little memory", { deviceMemory: 2 }],
  ["a slow processor", { sumMs: 5 }],
  ["a page that took long to parse", { parsingMs: 80 }],
  ["a page that took long to come", { arrivalMs: 600 }],
  ["a line the browser calls slow", { connection: { effectiveType: "3g" } }],
  ["a long way to the server", { connection: { effectiveType: "4g", rtt: 400 } }],
  ["data that is to be saved", { connection: { saveData: true } }],
])("architecture: with %s the scripts start on a touch only", (_, visit) => {
  const page = openPage(visit);
  page.happens("load");
  expect(page.isAlive()).toBe(false);
  page.happens("pointerdown");
  expect(page.isAlive()).toBe(true);
});

it.each(["pointerdown", "keydown"])("architecture: %s starts the scripts even before load", (event) => {
  const page = openPage({ deviceMemory: 1 });
  page.happens(event);
  expect(page.isAlive()).toBe(true);
});

it("architecture: autofocus starts no scripts, a later focus does", () => {
  const page = openPage({ deviceMemory: 1 });
  page.happens("focusin");
  expect(page.isAlive()).toBe(false);
  page.happens("load");
  page.happens("focusin");
  expect(page.isAlive()).toBe(true);
});

it("§1.4 a page that shows progress starts its scripts on a slow device too, without a touch", () => {
  const page = openPage({ deviceMemory: 1, content: '<output aria-live="polite">12 из 40</output>' });
  page.happens("load");
  expect(page.isAlive()).toBe(true);
});

const STARTS = ["load", "pointerdown", "keydown", "focusin", "popstate"];

it.each(SCRIPT_FEATURES)("architecture: without %s nothing starts the scripts", (lacks) => {
  const page = openPage({ lacks, content: '<output aria-live="polite">12 из 40</output>' });
  STARTS.forEach(page.happens);
  expect(page.isAlive() || page.isHeld()).toBe(false);
});

it.each([
  ["the entry of the history", () => history.replaceState({ [HELD_KEY]: "/assets/entry.js" }, "")],
  ["the window", () => Object.assign(window, { name: "/assets/entry.js" })],
])("architecture: scripts that %s holds back don't start, the small one does", (_, holdBack) => {
  holdBack();
  const page = openPage();
  STARTS.forEach(page.happens);
  expect(page.isAlive()).toBe(false);
  expect(page.isHeld()).toBe(true);
});

it("architecture: another release is tried again", () => {
  window.name = "/assets/entry-of-former-release.js";
  const page = openPage();
  page.happens("pointerdown");
  expect(page.isAlive()).toBe(true);
  expect(page.isHeld()).toBe(false);
});

afterEach(() => {
  window.name = "";
  history.replaceState(null, "");
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Whether the scripts of a page start on a slow device without a touch. */
function startsByItself(content: string): boolean {
  const page = openPage({ deviceMemory: 1, content });
  page.happens("load");
  return page.isAlive();
}

const LOST_CART = `<span id="${LOST_CART_ID}" hidden></span>`;

it("§4.17 a page starts its scripts on a slow device too when local storage has the cart that the request lacks", () => {
  localStorage.setItem(STORED_CART_KEY, "sealed");
  expect(startsByItself(LOST_CART)).toBe(true);
  expect(startsByItself("")).toBe(false);
  localStorage.clear();
  expect(startsByItself(LOST_CART)).toBe(false);
});

it("§4.17 local storage is opened only on a page that may restore a cart from it", () => {
  const read = vi.fn();
  vi.stubGlobal("localStorage", {
    get [STORED_CART_KEY]() {
      return read();
    },
  });
  startsByItself("");
  expect(read).not.toHaveBeenCalled();
  startsByItself(LOST_CART);
  expect(read).toHaveBeenCalledOnce();
});

it("§4.17 where local storage is blocked the scripts start on a touch all the same", () => {
  vi.stubGlobal("localStorage", undefined);
  const page = openPage({ deviceMemory: 1, content: LOST_CART });
  page.happens("load");
  expect(page.isAlive()).toBe(false);
  page.happens("focusin");
  expect(page.isAlive()).toBe(true);
});
