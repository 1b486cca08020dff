// Finds the browser for the end-to-end tests, or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const SYSTEM_CHROMIUM = "/usr/bin/chromium";
/** Debian's Chromium without windows and without a viewer of PDF, which takes a third less of the processor. */
const SYSTEM_SHELL = "/usr/bin/chromium-headless-shell";

/** How the browser is started by tests and tools: without what they don't need, also as root. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-sync",
  "--disable-component-update",
];

/** Returns the path of the system's Chromium, without windows where that is there, or undefined to use Playwright's own. */
export function findSystemChromium() {
  return existsSync(SYSTEM_SHELL) ? SYSTEM_SHELL : findWholeChromium();
}

/** Returns the path of the system's Chromium with everything in it, or undefined to use Playwright's own. */
export function findWholeChromium() {
  return existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined;
}

/** Installs a browser if there is none: by apt for root on Debian, else Playwright's own. @returns false when that fails */
export function ensureBrowser() {
  if (existsSync(SYSTEM_SHELL) && existsSync(SYSTEM_CHROMIUM)) return true;
  installPackages(["chromium", "chromium-headless-shell"]);
  if (findWholeChromium()) return true;
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

/** By apt for root on Debian; elsewhere nothing happens. */
function installPackages(names) {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  const quiet = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-qq"], quiet);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], quiet);
}
