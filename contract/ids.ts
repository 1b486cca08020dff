import { z } from "zod";

/*
 * Ids are texts or numbers, and go back as they came. In between they are texts, which pass through forms, addresses and
 * cookies: a number is its digits, and a text that would be taken for one has a mark in front.
 */

const MARK = "~";
const DIGITS = /^-?(?:0|[1-9]\d*)$/;
/** A text that begins with marks has one more than it came with. */
const MARKED = new RegExp(`^${MARK}+${DIGITS.source.slice(1)}`);

/** An id as the portal keeps it between a reply and a request. */
export function keepId(id: string | number | bigint): string {
  const text = String(id);
  return typeof id === "string" && (DIGITS.test(text) || MARKED.test(text)) ? MARK + text : text;
}

/** A kept id without its mark: as it stands in an address of the upstream, and as people know it. */
export function plainId(kept: string): string {
  return MARKED.test(kept) ? kept.slice(MARK.length) : kept;
}

/** Whether two kept ids are the same one, though one of them may come from an address that somebody has typed. */
export function isSameId(a: string, b: string): boolean {
  return plainId(a) === plainId(b);
}

/** A kept id in JSON: a number, with all its digits, or a text. */
export function writeId(kept: string): string {
  return DIGITS.test(kept) ? kept : JSON.stringify(plainId(kept));
}

/** An id of an input that is a number; read as a text. */
export const numericId = z.number().transform(String);

/** An id of an input, which may be a number; read as a text. */
export const wireId = z.union([z.string().min(1), numericId]);

/** Whether a field of an input takes ids, or a list of them: it reads a number as a text. */
export function takesIds(field: z.ZodTypeAny): boolean {
  if (field === numericId) return true;
  const { innerType, schema, type, in: first, options = [] } = field._def;
  return [innerType, schema, type, first, ...options].some((part) => part instanceof z.ZodType && takesIds(part));
}
