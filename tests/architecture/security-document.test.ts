import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./sources";

/** A file or folder of the repository in a table of the document. */
const PLACE = /`((?:app|club|contract|docs|e2e|server|tests)(?:\/[\w.-]+)*)`/g;

test("architecture: every test and file that docs/security.md names exists, and no chapter of ASVS is missing", () => {
  const text = readFileSync(path.join(ROOT, "docs/security.md"), "utf8");
  const places = [...text.matchAll(PLACE)].map(([, place = ""]) => place);
  expect(places.length).toBeGreaterThan(60);
  expect(places.filter((place) => !existsSync(path.join(ROOT, place)))).toEqual([]);
  const chapters = [...text.matchAll(/^### (V\d+) /gm)].map(([, chapter]) => chapter);
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => `V${index + 1}`));
});
