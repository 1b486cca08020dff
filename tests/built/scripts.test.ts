import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { LOADER_SCRIPT } from "../../app/document/script-loader";
import { REMOVED_SERVICE_WORKER, SERVICE_WORKER } from "../../app/document/service-worker.server";
import { readScripts } from "../../scripts/page-scripts";
import { lintAsES5, lintFiles, lintText } from "./lint-scripts";

const SCRIPT_BUDGET = 92 * 1024;

it("architecture: the built scripts use only what their browsers have", async () => {
  expect(await lintFiles("build/client/**/*.js")).toEqual([]);
  expect(await lintText(LOADER_SCRIPT)).toEqual([]);
  expect(await lintText(SERVICE_WORKER)).toEqual([]);
  expect(await lintText(REMOVED_SERVICE_WORKER)).toEqual([]);
});

it("architecture: the lints know what the browsers of [script] lack", async () => {
  for (const fault of [
    "Object.hasOwn(a, b)",
    'a.replaceAll("b", "c")',
    "a.at(-1)",
    "a.toSorted()",
    "structuredClone(a)",
    "Promise.any(a)",
    "crypto.randomUUID()",
    "a ||= b",
    "/(?<=a)b/",
    "class A { #b() {} }",
    "await a",
    "a = ;",
  ]) {
    expect(await lintText(fault), fault).not.toEqual([]);
  }
});

it("architecture: every browser can read the loader, and it is within 1 KB", async () => {
  expect(await lintAsES5(LOADER_SCRIPT)).toEqual([]);
  expect(await lintAsES5("var a = () => 1")).not.toEqual([]);
  expect(Buffer.byteLength(LOADER_SCRIPT)).toBeLessThanOrEqual(1024);
});

it("architecture: every page has at most 92 KB of script", async () => {
  const folder = "build/client/assets";
  const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file)) ?? "";
  const text = readFileSync(`${folder}/${name}`, "utf8");
  const { entry, routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  const weigh = await readScripts("build/client");
  const start = readdirSync(folder).find((file) => /^start-[\w-]+\.js$/.test(file)) ?? "";
  const weights = Object.entries<{ module: string }>(routes).map(([id, { module }]) => {
    const files = [`/assets/${name}`, `/assets/${start}`, entry.module, routes.root.module, module];
    return [id, weigh(files.map((file) => `"${file}"`).join(" "))] as const;
  });
  expect(weights.length).toBeGreaterThan(30);
  expect(weights.filter(([, bytes]) => bytes > SCRIPT_BUDGET)).toEqual([]);
  expect(brotliCompressSync(readFileSync("build/client/held.js")).length).toBeLessThan(1024);
});
