import { InvalidArgumentError } from "commander";
import type { ZodTypeAny, z } from "zod";

/** A text without the spaces around it. An empty one counts as missing. */
export function parseText(text: string): string | undefined {
  return text.trim() || undefined;
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count < 1) {
    throw new InvalidArgumentError("It must be a whole number above zero.");
  }
  return count;
}

/** A calendar date as "YYYY-MM-DD". */
export function parseDate(text: string): string {
  const date = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError("It must be a date like 2026-03-31.");
  }
  return text;
}

/** Parses a value by the rules of a field of the contract. */
export function parseBy<Field extends ZodTypeAny>(field: Field) {
  return (text: string): z.output<Field> => {
    const parsed = field.safeParse(text);
    if (!parsed.success) throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? "");
    return parsed.data;
  };
}

/** Collects the values of an option that may be repeated. */
export function collect<Value>(parse: (text: string) => Value) {
  return (text: string, earlier: readonly Value[] = []): Value[] => [...earlier, parse(text)];
}
