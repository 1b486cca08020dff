// Finds the browser for the end-to-end tests, or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const SYSTEM_CHROMIUM = "/usr/bin/chromium";

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
  return existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined;
}

/** Installs a browser if there is none: by apt for root on Debian, else Playwright's own. @returns false when that fails */
export function ensureBrowser() {
  if (findSystemChromium()) return true;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const quiet = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-qq"], quiet);
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], quiet);
    if (findSystemChromium()) return true;
  }
  return spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit", shell: true }).status === 0;
}
