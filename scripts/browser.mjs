// Finds the browser of the end-to-end tests, and fetches one where there is none.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const SYSTEM_CHROMIUM = "/usr/bin/chromium";

/** Path of the system's Chromium, or undefined: Playwright's own. */
export function findSystemChromium() {
  return existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined;
}

/** Makes sure that there is a browser: the system's, else (root on Debian) one by apt, else Playwright's own. */
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
