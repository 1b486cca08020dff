import { type Clause, chapters, clauses } from "../../docs/clauses";
import { listTitles, type TestTitle } from "../../tests/house/titles";

export const MAP_FILE = "docs/specification-map.md";

/** Every clause with the tests that bear its number in their title. */
export function findProofs(titles: readonly TestTitle[] = listTitles()): Map<Clause, TestTitle[]> {
  return new Map(clauses.map((clause) => [clause, titles.filter(({ title }) => namesClause(title, clause.number))]));
}

/** Whether a title names exactly this clause: `§4.1` is neither `§4.10` nor `§4.1.2`. */
export function namesClause(title: string, number: string): boolean {
  return [...title.matchAll(/§(\d+(?:\.\d+)+)/g)].some((match) => match[1] === number);
}

/** The map as Markdown: a clause, where it lives, what proves it. */
export function drawMap(proofs: ReadonlyMap<Clause, readonly TestTitle[]> = findProofs()): string {
  const lines = [
    "# Where every clause lives, and what proves it",
    "",
    "The requirements are numbered clauses; a test's title names those that it proves (`§2.1.4 …`). This page is made by",
    "`npm run map` from `docs/clauses.ts` and the titles of all tests, and a test fails when it is stale or a clause has no test.",
  ];
  let chapter = "";
  for (const [{ number, asks, places }, titles] of proofs) {
    const [current = ""] = number.split(".");
    if (current !== chapter) lines.push("", `## ${current} ${chapters[current]}`);
    chapter = current;
    lines.push("", `**§${number}** ${asks}  `, places.map((place) => `\`${place}\``).join(", "), "");
    for (const { file, title } of titles) lines.push(`- ${escapeMarkdown(title)} — \`${file}\``);
  }
  return `${lines.join("\n")}\n`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_<>[\]]/g, "\\$&").replace(/\s+/g, " ");
}
