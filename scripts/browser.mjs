// Finds the browser for the end-to-end tests, or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Debian's, in the order in which tests prefer them: without a window, the shell takes two thirds of the processor's time. */
const SYSTEM_CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** How the browser is started by tests and tools: without what they don't need, also as root. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-sync",
  "--disable-component-update",
];

/** Returns the path of the system's Chromium, or undefined to use Playwright's own. */
export function findSystemChromium() {
  return SYSTEM_CHROMIUM.find((program) => existsSync(program));
}

/** Installs a browser if there is none: by apt for root on Debian, else Playwright's own. @returns false when that fails */
export function ensureBrowser() {
  if (findSystemChromium()) return true;
  installPackages(["chromium-headless-shell"]);
  if (findSystemChromium()) return true;
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
