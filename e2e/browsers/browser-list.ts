import { chromiumOptions } from "../../scripts/browser.mjs";
import { type OldChromium, oldChromiumPath } from "../../scripts/old-browsers.mjs";
import { startChromium, WITHOUT_ZYGOTE } from "./chromium";
import type { Driver, DriverOptions } from "./driver";
import { startFirefox } from "./firefox";
import { startWebKit } from "./webkit";

export interface TestedBrowser {
  readonly name: string;
  /** Whether the portal's script runs in it, by `.browserslistrc`. */
  readonly script: boolean;
  start(options: DriverOptions): Promise<Driver>;
}

const old = (major: OldChromium) => (options: DriverOptions) =>
  startChromium(oldChromiumPath(major), WITHOUT_ZYGOTE, options);

export const testedBrowsers: readonly TestedBrowser[] = [
  { name: "chromium-69", script: false, start: old(69) },
  { name: "chromium-83", script: false, start: old(83) },
  { name: "chromium-92", script: true, start: old(92) },
  {
    name: "chromium",
    script: true,
    start: (options) => startChromium(chromiumOptions({ whole: true }).executablePath ?? "chromium", [], options),
  },
  { name: "firefox", script: true, start: (options) => startFirefox("firefox-esr", options) },
  { name: "webkit", script: true, start: startWebKit },
];
