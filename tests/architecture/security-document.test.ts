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

test("architecture: docs/security.md calls those chapters met whose requirements are, and none is missing as a whole", () => {
  const text = readFileSync(path.join(ROOT, "docs/security.md"), "utf8");
  const [, ...chapters] = text.split(/^### (?=V\d+ )|^## What/m);
  const verdicts: Record<string, string[]> = { Met: [], "In part": [], "Not met": [], "Nothing to apply to": [] };
  for (const chapter of chapters.filter((one) => /^V\d+ /.test(one))) {
    const answers = [...chapter.matchAll(/^\| [^|]+ \| (yes|part|no|n\/a) \| /gm)].map(([, answer]) => answer);
    const judged = answers.filter((answer) => answer !== "n/a");
    const [name = ""] = chapter.split(" ");
    if (judged.length === 0) verdicts["Nothing to apply to"]?.push(name);
    else if (judged.every((answer) => answer === "yes")) verdicts.Met?.push(name);
    else verdicts[judged.every((answer) => answer === "no") ? "Not met" : "In part"]?.push(name);
  }
  for (const [verdict, names] of Object.entries(verdicts)) {
    expect(text).toContain(`\n- ${verdict}:${names.length > 0 ? " " : ""}${names.join(", ")}\n`);
  }
  expect(verdicts["Not met"]).toEqual([]);
  expect(verdicts.Met).toEqual(expect.arrayContaining(["V2", "V8", "V16"]));
});
