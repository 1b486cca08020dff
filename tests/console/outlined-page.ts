import { outline, outlinePage } from "../setup/page-outline";
import type { Page } from "../setup/portal-browser";
import { describeHead } from "../setup/response-outline";

/** What a page of the console answers and shows as a whole. */
export const describePage = (page: Page): string[] => [...describeHead(page), ...outlinePage(withoutSecrets(page))];

/** The same without what surrounds each page. */
export function describeMain(page: Page): string[] {
  const main = withoutSecrets(page).querySelector("main");
  return [...describeHead(page), `title: ${page.document.title}`, ...(main ? outline(main) : [])];
}

/** Secrets that are shown once are drawn at random. */
function withoutSecrets({ document }: Page): Document {
  for (const secret of document.querySelectorAll(".secret")) secret.textContent = "‹secret›";
  return document;
}

/** The most rows of a table that are told, with that of its titles; the others are counted. */
const TOLD_ROWS = 4;

/** The lines of an outline with the first rows of each table. */
export function shortenTables(lines: readonly string[]): string[] {
  const told: string[] = [];
  let row = 0;
  for (const [index, line] of lines.entries()) {
    row = isRow(line) ? row + 1 : 0;
    if (row <= TOLD_ROWS) told.push(line);
    else if (!isRow(lines[index + 1])) told.push(`  … and ${row - TOLD_ROWS} more rows`);
  }
  return told;
}

const isRow = (line = "") => line.trimStart().startsWith("| ");
