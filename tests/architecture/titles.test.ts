import { expect, test } from "vitest";
import { listTitles } from "./titles";

const CLAUSE = /§\d|^architecture:/;

/** Every title says which clause of the requirements the test proves, or that it concerns the code base itself. */
test("architecture: every test's title names its clause", () => {
  const nameless = listTitles()
    .filter(({ title }) => !CLAUSE.test(title))
    .map(({ file, line, title }) => `${file}:${line} ${title}`);
  expect(nameless).toEqual([]);
});
