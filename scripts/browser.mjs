// Finds the browser for the end-to-end tests, or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installPackages } from "./debian-packages.mjs";

const SYSTEM_CHROMIUM = "/usr/bin/chromium";
/** The same without windows: it takes two thirds of the processor's time. */
const SYSTEM_SHELL = "/usr/bin/chromium-headless-shell";

/** What tests and tools don't need, also as root. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-sync",
  "--disable-component-update",
];

/**
 * How Playwright starts the browser: the system's without windows, or its own.
 * @param whole has what is missing there: tabs that the visitor opens, a viewer of PDF, the memory of pages that were left
 */
export function chromiumOptions({ whole = false } = {}) {
  const executablePath = (whole ? [SYSTEM_CHROMIUM] : [SYSTEM_SHELL, SYSTEM_CHROMIUM]).find((path) => existsSync(path));
  if (executablePath) return { args: ARGS, executablePath };
  return whole ? { args: ARGS, channel: "chromium" } : { args: ARGS };
}

/** Installs the browsers that are missing: by apt for root on Debian, else Playwright's own. @returns false when that fails */
export function ensureBrowser() {
  const packages = { chromium: SYSTEM_CHROMIUM, "chromium-headless-shell": SYSTEM_SHELL };
  const missing = Object.keys(packages).filter((name) => !existsSync(packages[name]));
  if (missing.length > 0) installPackages(missing);
  if (existsSync(SYSTEM_CHROMIUM)) return true;
  return spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit", shell: true }).status === 0;
}

/** The programs of the other browsers, with the Debian packages that have them. */
const FURTHER = {
  "/usr/bin/firefox-esr": "firefox-esr",
  "/usr/bin/WebKitWebDriver": "webkit2gtk-driver",
  "/usr/bin/Xvfb": "xvfb",
};

/** Makes sure that Firefox and WebKit are there, with a screen for WebKit. @returns false when that fails */
export function ensureFurtherBrowsers() {
  const missing = () => Object.keys(FURTHER).filter((program) => !existsSync(program));
  if (missing().length > 0) installPackages(missing().map((program) => FURTHER[program]));
  for (const program of missing()) console.error(`${program} is missing: install Debian's ${FURTHER[program]}.`);
  return missing().length === 0;
}
