import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ADVISORY_LOCKS } from "../../../../club/platform/db/advisory-locks";
import { listSources, ROOT } from "../../../architecture/sources";

test("architecture: every advisory lock of the club has a key of its own, and all stand in one file", () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
  const others = listSources("club")
    .map((file) => ({ file, source: readFileSync(path.join(ROOT, file), "utf8") }))
    .filter(({ source }) => /pg_(try_)?advisory/.test(source) && !source.includes("ADVISORY_LOCKS"))
    .map(({ file }) => file);
  expect(others).toEqual([]);
});
