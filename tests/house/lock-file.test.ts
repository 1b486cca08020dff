import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./sources";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

test("house: the lock file serves every platform and names no registry", () => {
  // Lists what is missing and fails when anything is; `node scripts/complete-lock.mjs` mends it.
  execFileSync(process.execPath, ["scripts/complete-lock.mjs", "--check"], { cwd: ROOT, encoding: "utf8" });
  expect(read("package-lock.json")).not.toContain('"resolved"');
});

test("house: the lock file fits package.json", () => {
  const wanted = JSON.parse(read("package.json"));
  const { packages } = JSON.parse(read("package-lock.json"));
  expect(packages[""].dependencies).toEqual(wanted.dependencies);
  expect(packages[""].devDependencies).toEqual(wanted.devDependencies);
});
