import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./sources";

interface LockEntry {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

test("architecture: the lock file serves every platform and names no registry", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, LockEntry> };
  // npm leaves out the optional packages of other platforms when it writes a lock file over an existing node_modules; `npm ci`
  // then refuses it elsewhere. Only exact versions are pinned to one entry.
  const missing = Object.entries(packages).flatMap(([holder, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(
        ([name, version]) => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && !isLocked(packages, holder, name, version),
      )
      .map(([name, version]) => `${name} ${version}`),
  );
  expect(missing).toEqual([]);
  expect(read("package-lock.json")).not.toContain('"resolved"');
});

/** Whether a package at `holder` finds `name` in this version, looking it up as Node does. */
function isLocked(packages: Record<string, LockEntry>, holder: string, name: string, version: string): boolean {
  for (let place = holder; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))) {
    const entry = packages[`${place}${place ? "/" : ""}node_modules/${name}`];
    if (entry) return entry.version === version;
    if (!place) return false;
  }
}

test("architecture: the lock file fits package.json", () => {
  const wanted = JSON.parse(read("package.json"));
  const { packages } = JSON.parse(read("package-lock.json"));
  expect(packages[""].dependencies).toEqual(wanted.dependencies);
  expect(packages[""].devDependencies).toEqual(wanted.devDependencies);
});
