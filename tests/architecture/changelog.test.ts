import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { version } from "../../package.json";
import { ROOT } from "./sources";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

test("architecture: the version of package.json is the newest release of the changelog, and that of the lock file", () => {
  const [newest] = [...read("CHANGELOG.md").matchAll(/^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$/gm)];
  expect(newest?.[1]).toBe(version);
  const lock = JSON.parse(read("package-lock.json"));
  expect([lock.version, lock.packages[""].version]).toEqual([version, version]);
});
