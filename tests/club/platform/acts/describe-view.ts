import type { CardContent } from "../../../../club/platform/acts/view";
import type { ViewLink, ViewSection, ViewTable } from "../../../../contract/operator/views";

/** What an operator reads on a card, and which acts it offers, as lines. */
export function describeCard({ title, sections, acts }: CardContent): string[] {
  const offered = acts.map(({ act, input }) => `act ${act} ${JSON.stringify(input ?? {})}`);
  return [title, ...sections.flatMap(describeSection), ...offered];
}

function describeSection({ title, facts = [], table, more }: ViewSection): string[] {
  return [
    `## ${title}`,
    ...facts.map(({ label, value, link }) => `${label}: ${value}${describeLink(link)}`),
    ...(table ? describeTable(table) : []),
    ...(more ? [describeLink(more)] : []),
  ];
}

/** A row each, the titles of the columns before their cells; those of numbers with #. */
export function describeTable({ columns, rows, total }: ViewTable): string[] {
  return [
    ...rows.map(
      ({ cells, link }) =>
        `| ${cells.map((cell, at) => `${columns[at]?.title}${columns[at]?.isNumber ? " #" : ""}: ${cell}`).join(" | ")}${describeLink(link)}`,
    ),
    ...(total === undefined ? [] : [`total: ${total}`]),
  ];
}

/** Where something leads, behind an arrow. */
export const describeLink = (link: ViewLink | undefined) => (link ? ` → ${JSON.stringify(link)}` : "");
