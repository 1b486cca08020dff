import type { ParseArgsConfig } from "node:util";
import type { Services } from "../services";

export type VerbOptions = NonNullable<ParseArgsConfig["options"]>;

/** What a verb was called with. */
export interface VerbCall {
  readonly services: Services;
  /** The option's text; undefined when it wasn't given. */
  option(name: string): string | undefined;
  /** @throws Misuse when the option is missing */
  require(name: string): string;
  /** Every value of an option that may be repeated. */
  all(name: string): readonly string[];
  flag(name: string): boolean;
  /** The words that belong to no option; @throws Misuse when one is missing or there are more */
  words(...names: string[]): string[];
  print(line: string): void;
}

/** One command of the operator. */
export interface Verb {
  readonly name: string;
  /** What stands behind the name in the help. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: VerbOptions;
  /** Returns the exit code when it isn't 0. */
  run(call: VerbCall): Promise<number | undefined>;
}

/** A command that was typed wrong: told in words, exit code 2. */
export class Misuse extends Error {}

/** Reads a whole number above zero. @throws Misuse */
export function readCount(text: string, name: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count < 1) {
    throw new Misuse(`${name} must be a whole number above zero, not "${text}".`);
  }
  return count;
}

/** Reads a calendar date. @throws Misuse */
export function readDate(text: string | undefined, name: string): string | null {
  if (text === undefined) return null;
  const date = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    throw new Misuse(`--${name} must be a date like 2026-03-31, not "${text}".`);
  }
  return text;
}
