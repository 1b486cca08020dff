import { createRequire } from "node:module";
import type { CompatData, CompatStatement, Identifier } from "@mdn/browser-compat-data";
import browserslist from "browserslist";

const require = createRequire(import.meta.url);
export const tables: CompatData = require("@mdn/browser-compat-data");

const NAMES = { chrome: "chrome", edge: "edge", safari: "safari", ios_saf: "safari_ios", firefox: "firefox" } as const;
type Browser = (typeof NAMES)[keyof typeof NAMES];

/** The oldest version of each browser in the section [script] of .browserslistrc. */
export function readScriptTargets(): [browser: Browser, version: number][] {
  const listed = browserslist(undefined, { env: "script" }).map((entry) => entry.split(" "));
  return Object.entries(NAMES).map(([name, browser]) => {
    const versions = listed.filter(([other]) => other === name).map(([, version = ""]) => Number.parseFloat(version));
    return [browser, Math.min(...versions)];
  });
}

/** @throws if the tables have no such feature, so that a misspelt one doesn't pass */
export function findFeature(path: string): CompatStatement {
  const [table, ...steps] = path.split(".");
  let found: Identifier | undefined = table === "api" ? tables.api : tables.javascript;
  for (const step of steps) found = found?.[step];
  if (!found?.__compat) throw new Error(`no feature ${path}`);
  return found.__compat;
}

/** The version since which a browser has a feature; Infinity where it lacks it. */
export function readVersion({ support }: CompatStatement, browser: Browser): number {
  const statement = support[browser];
  const latest = Array.isArray(statement) ? statement.find(({ flags, prefix }) => !flags && !prefix) : statement;
  const version = latest?.version_added;
  if (typeof version !== "string" || latest?.flags || latest?.version_removed) return Number.POSITIVE_INFINITY;
  return Number.parseFloat(version.replace("≤", ""));
}

/** Whether the oldest browsers in which the scripts run have a feature. */
export function isInTargets(feature: CompatStatement): boolean {
  return readScriptTargets().every(([browser, version]) => readVersion(feature, browser) <= version);
}
