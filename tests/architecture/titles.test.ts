import { expect, test } from "vitest";
import { listTitles } from "./titles";

/** A clause of the specification, or "architecture:" for a test of the code base itself. */
const SUBJECT = /§\d|^architecture:/;

test("architecture: every test's title names its clause", () => {
  const withoutSubject = listTitles()
    .filter(({ title }) => !SUBJECT.test(title))
    .map(({ file, line, title }) => `${file}:${line} ${title}`);
  expect(withoutSubject).toEqual([]);
});
