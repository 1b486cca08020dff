import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { clausePlaces } from "../../docs/clause-places";
import { drawMap, findTestsByClause, namesClause } from "../../scripts/specification-map/draw-map";
import { readClauses } from "../../scripts/specification-map/read-clauses";
import { ROOT } from "./sources";
import { listTitles } from "./titles";

/** How many clauses stand under each heading of the specification. Numbers never change; new clauses are appended. */
const counts: readonly (readonly [heading: string, count: number])[] = [
  ["1", 11],
  ["2.1", 8],
  ["2.2", 6],
  ["2.3", 6],
  ["2.4", 5],
  ["2.5", 3],
  ["3", 10],
  ["4", 19],
  ["5", 16],
  ["6", 4],
  ["7", 2],
  ["8", 10],
  ["9", 1],
];

const clauses = readClauses();

test("architecture: the specification has every clause, in order, under its chapter", () => {
  const expected = counts.flatMap(([heading, count]) =>
    Array.from({ length: count }, (_, index) => `${heading}.${index + 1}`),
  );
  expect(clauses.map(({ number }) => number)).toEqual(expected);
  const misplaced = clauses.filter(({ number, chapter }) => number.split(".")[0] !== chapter.split(" ")[0]);
  expect(misplaced).toEqual([]);
});

test("architecture: docs/clause-places.ts has the specification's clauses, and every place exists", () => {
  expect(Object.keys(clausePlaces)).toEqual(clauses.map(({ number }) => number));
  const missing = Object.entries(clausePlaces).flatMap(([number, places]) =>
    places.filter((place) => !existsSync(path.join(ROOT, place))).map((place) => `§${number}: ${place}`),
  );
  expect(missing, "correct these paths in docs/clause-places.ts").toEqual([]);
  expect(Object.entries(clausePlaces).filter(([, places]) => places.length === 0)).toEqual([]);
});

test("architecture: every clause stands in the title of a test", () => {
  const untested = [...findTestsByClause()].filter(([, titles]) => titles.length === 0).map(([{ number }]) => number);
  expect(untested).toEqual([]);
});

test("architecture: no title names a clause that isn't there", () => {
  const known = new Set(clauses.map(({ number }) => number));
  const unknown = listTitles().flatMap(({ file, title }) =>
    [...title.matchAll(/§(\d+(?:\.\d+)*)/g)]
      .filter((match) => !known.has(match[1] ?? ""))
      .map((match) => `${file}: ${match[0]}`),
  );
  expect(unknown).toEqual([]);
  expect([namesClause("§4.1 a", "4.1"), namesClause("§4.10 a", "4.1"), namesClause("§4.1.2 a", "4.1")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("architecture: the map of the specification names every clause, its places and its tests", () => {
  const map = drawMap();
  for (const { number, text } of clauses) expect(map).toContain(`**§${number}** ${text}`);
  for (const place of Object.values(clausePlaces).flat()) expect(map).toContain(`\`${place}\``);
  const [firstTests] = findTestsByClause().values();
  expect(map).toContain(`\`${firstTests?.[0]?.file}\``);
});
