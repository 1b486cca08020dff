import { normaliseText } from "../../../../contract/normalise-text";
import type { Cell } from "../cell";
import { simplifyHeader } from "../simplify-header";
import type { TableShape } from "../table-shape";
import { letterOf } from "./place-names";

/** The names of a column in the form in which headers are compared. */
export interface AcceptedNames {
  /** The one by which those who uploaded the table know it; empty for none. */
  readonly own: string;
  /** All of them, the first ones first. */
  readonly all: readonly string[];
}

/** A text in a row of headers. */
export interface Header {
  /** In one line. Of headers that are the same each has the letters of its column behind it. */
  readonly name: string;
  /** The name in the form in which headers are compared. */
  readonly key: string;
  /** The same without the letters. */
  readonly text: string;
}

/** The names that are accepted for each column. */
export function listAccepted({ columns }: TableShape): readonly AcceptedNames[] {
  const owns = columns.map(({ ownName = "" }) => simplifyHeader(ownName));
  return columns.map(({ title, otherNames }, column) => {
    const own = owns[column] ?? "";
    const usual = [simplifyHeader(title), ...otherNames].filter((name) => !owns.includes(name));
    return { own, all: own ? [own, ...usual] : usual };
  });
}

/** The headers of a row by their places; undefined where there is none. */
export function listHeaders(cells: readonly (Cell | undefined)[]): (Header | undefined)[] {
  const texts = cells.map((cell) => (typeof cell === "string" ? simplifyHeader(cell) : ""));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return cells.map((cell, place) => {
    const text = texts[place];
    if (typeof cell !== "string" || !text) return undefined;
    const isOnly = counts.get(text) === 1;
    const name = isOnly ? tidy(cell) : `${tidy(cell)} (столбец ${letterOf(place)})`;
    return { name, key: isOnly ? text : simplifyHeader(name), text };
  });
}

/** The places of the headers that fit each column, the first name first; that of its own name alone where there is one. */
export function findPlaces(accepted: readonly AcceptedNames[], headers: readonly (Header | undefined)[]): number[][] {
  return accepted.map(({ own, all }) => {
    const named = own ? headers.findIndex((header) => header?.key === own) : -1;
    if (named >= 0) return [named];
    return all.flatMap((name) => headers.flatMap((header, place) => (header?.text === name ? [place] : [])));
  });
}

/** A header in one line. */
function tidy(header: string): string {
  return normaliseText(header).replace(/\s+/g, " ").trim();
}
