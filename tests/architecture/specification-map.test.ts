import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { chapters, clauses } from "../../docs/clauses";
import { drawMap, findProofs, namesClause } from "../../scripts/specification-map/draw-map";
import { ROOT } from "./sources";
import { listTitles } from "./titles";

/** How many clauses stand under each heading of the requirements. */
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

test("architecture: the list of clauses is whole and in order, and every place exists", () => {
  const wanted = counts.flatMap(([heading, count]) =>
    Array.from({ length: count }, (_, index) => `${heading}.${index + 1}`),
  );
  expect(clauses.map(({ number }) => number)).toEqual(wanted);
  expect(clauses.filter(({ number }) => !chapters[number.split(".")[0] ?? ""])).toEqual([]);
  const missing = clauses.flatMap(({ places }) => places).filter((place) => !existsSync(path.join(ROOT, place)));
  expect(missing).toEqual([]);
  expect(clauses.filter(({ places }) => places.length === 0)).toEqual([]);
});

test("architecture: every clause stands in the title of a test", () => {
  const unproven = [...findProofs()].filter(([, titles]) => titles.length === 0).map(([{ number }]) => number);
  expect(unproven).toEqual([]);
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
  for (const { number, asks, places } of clauses) {
    expect(map).toContain(`**§${number}** ${asks}`);
    for (const place of places) expect(map).toContain(`\`${place}\``);
  }
  const [proof] = findProofs().values();
  expect(map).toContain(`\`${proof?.[0]?.file}\``);
});
