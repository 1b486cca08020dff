import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** One numbered clause of docs/specification.md. */
export interface Clause {
  /** Such as `2.4.3`. */
  readonly number: string;
  /** The chapter's heading, such as `2 Screens and routes`. */
  readonly chapter: string;
  /** The clause's first paragraph, on one line. */
  readonly text: string;
}

const SPECIFICATION = fileURLToPath(new URL("../../docs/specification.md", import.meta.url));

/** Every clause in the order of the document. A paragraph that begins with `**§2.4.3**` is a clause; `## 2 …` begins a chapter. */
export function readClauses(markdown = readFileSync(SPECIFICATION, "utf8")): Clause[] {
  const clauses: Clause[] = [];
  let chapter = "";
  for (const paragraph of markdown.split(/\n{2,}/)) {
    const [, heading] = /^## (\d.*)/.exec(paragraph) ?? [];
    if (heading) chapter = heading;
    const [, number, text] = /^\*\*§(\d+(?:\.\d+)+)\*\* (.*)/s.exec(paragraph) ?? [];
    if (number && text) clauses.push({ number, chapter, text: text.replace(/\s+/g, " ").trim() });
  }
  return clauses;
}
