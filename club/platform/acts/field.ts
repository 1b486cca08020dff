import { z } from "zod";
import type { FieldControl } from "../../../contract/operator/views";
import { typedText } from "../../../contract/typed-text";
import { LARGEST_INTEGER } from "../../../contract/values";
import { isoDate } from "./iso-date";

/** A file that was uploaded with an act, or read from a path on the command line. */
export interface ActFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** One value that an act or a list asks for. The three doors read all they need from it. */
export interface Field<Value = unknown> {
  /** Reads the value as a form or the command line has it: texts, a missing flag, a file. */
  readonly schema: z.ZodType<Value, z.ZodTypeDef, unknown>;
  readonly control: FieldControl;
  /** In Russian, for the console. */
  readonly label: string;
  /** In Russian, under the field of the console. */
  readonly hint?: string;
  /** In English, for the help of the command line. */
  readonly help: string;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly isRequired: boolean;
  /** On the command line it has no name: `disable-person 79000000003`. */
  readonly isPositional?: boolean;
  /** It isn't written into the audit log: a password, a code, a name. The act's subject says whom it is about. */
  readonly isPrivate?: boolean;
}

export type Fields = Readonly<Record<string, Field>>;
export type FieldValues<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

interface Options {
  label: string;
  help: string;
  hint?: string;
  isPositional?: boolean;
  isPrivate?: boolean;
}

const TEXT_LENGTH = 500;
const MULTILINE_LENGTH = 20_000;
const REQUIRED = "Заполните поле.";

const emptyAsMissing = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);

const present = z.unknown().refine((value) => value !== undefined, REQUIRED);

function required<Value>(schema: z.ZodType<Value, z.ZodTypeDef, unknown>) {
  return z.preprocess(emptyAsMissing, present.pipe(schema));
}

function optional<Value>(schema: z.ZodType<Value, z.ZodTypeDef, unknown>) {
  return z.preprocess(emptyAsMissing, schema.optional());
}

const shortText = typedText().trim().max(TEXT_LENGTH, `Не длиннее ${TEXT_LENGTH} знаков.`);
const longText = typedText().trim().max(MULTILINE_LENGTH, `Не длиннее ${MULTILINE_LENGTH} знаков.`);
/** In digits as everybody writes them: not 1e21, 0x10 or the digits of another script. */
const PLAIN_NUMBER = /^-?\d+$/;
const NOT_WHOLE = "Нужно целое число.";
const wholeNumber = z
  .unknown()
  .transform((value) => (typeof value === "string" && PLAIN_NUMBER.test(value.trim()) ? Number(value) : value))
  .pipe(z.number({ invalid_type_error: NOT_WHOLE, required_error: NOT_WHOLE }).int(NOT_WHOLE))
  .refine(Number.isSafeInteger, "Число слишком велико.");
const calendarDate = typedText().trim().refine(isoDate, "Нужна дата вида 2026-03-31.");

// A schema takes 2 KB of memory, so that the hundreds of fields share those that are alike.
const requiredShortText = required(shortText);
const optionalShortText = optional(shortText);
const requiredLongText = required(longText);
const optionalLongText = optional(longText);
const requiredDate = required(calendarDate);
const optionalCalendarDate = optional(calendarDate);

const SET: readonly unknown[] = [true, "on", "1", "true", "yes"];
const setOrNot = z.unknown().transform((value) => SET.includes(value));

const splitLines = z
  .union([typedText().transform((value) => value.split(/\r?\n/)), z.array(typedText())])
  .optional()
  .transform((values = []) => values.map((value) => value.trim()).filter((value) => value !== ""));

/** A text of one line. */
export function text(options: Options): Field<string> {
  return { ...options, control: "text", isRequired: true, schema: requiredShortText };
}

export function optionalText(options: Options): Field<string | undefined> {
  return { ...options, control: "text", isRequired: false, schema: optionalShortText };
}

/** A text that is read by a rule of the contract, such as a phone. */
export function textBy<Value>(rule: z.ZodType<Value, z.ZodTypeDef, unknown>, options: Options): Field<Value> {
  return { ...options, control: "text", isRequired: true, schema: required(rule) };
}

export function optionalTextBy<Value>(
  rule: z.ZodType<Value, z.ZodTypeDef, unknown>,
  options: Options,
): Field<Value | undefined> {
  return { ...options, control: "text", isRequired: false, schema: optional(rule) };
}

export function multiline(options: Options): Field<string> {
  return { ...options, control: "multiline", isRequired: true, schema: requiredLongText };
}

export function optionalMultiline(options: Options): Field<string | undefined> {
  return { ...options, control: "multiline", isRequired: false, schema: optionalLongText };
}

/** A participant by phone, e-mail or id; `findPerson` finds the row. Audit rows have the id as their subject instead. */
export function person(options: Partial<Options> = {}): Field<string> {
  return text({
    label: "Участник",
    help: "phone, e-mail or id of the participant",
    hint: "Телефон, e-mail или номер участника",
    isPositional: true,
    isPrivate: true,
    ...options,
  });
}

/** A whole number that the database can store, above zero unless `min` says otherwise. */
export function count(options: Options & { min?: number; max?: number }): Field<number> {
  const { min = 1, max = LARGEST_INTEGER, ...rest } = options;
  return { ...rest, control: "number", isRequired: true, schema: required(bounded(min, max)) };
}

export function optionalCount(options: Options & { min?: number; max?: number }): Field<number | undefined> {
  const { min = 1, max = LARGEST_INTEGER, ...rest } = options;
  return { ...rest, control: "number", isRequired: false, schema: optional(bounded(min, max)) };
}

function bounded(min: number, max: number) {
  return wholeNumber
    .refine((value) => value >= min, `Не меньше ${min}.`)
    .refine((value) => value <= max, `Не больше ${max}.`);
}

/** A calendar date as "YYYY-MM-DD". */
export function date(options: Options): Field<string> {
  return { ...options, control: "date", isRequired: true, schema: requiredDate };
}

export function optionalDate(options: Options): Field<string | undefined> {
  return { ...options, control: "date", isRequired: false, schema: optionalCalendarDate };
}

/** One of a few values, each with its Russian label. */
export function choice<Value extends string>(
  options: Options & { choices: Readonly<Record<Value, string>> },
): Field<Value> {
  const { choices, ...rest } = options;
  return {
    ...rest,
    control: "choice",
    isRequired: true,
    choices: listChoices(choices),
    schema: required(oneOf(choices)),
  };
}

export function optionalChoice<Value extends string>(
  options: Options & { choices: Readonly<Record<Value, string>> },
): Field<Value | undefined> {
  const { choices, ...rest } = options;
  return {
    ...rest,
    control: "choice",
    isRequired: false,
    choices: listChoices(choices),
    schema: optional(oneOf(choices)),
  };
}

function listChoices(choices: Readonly<Record<string, string>>) {
  return Object.entries(choices).map(([value, label]) => ({ value, label }));
}

function oneOf<Value extends string>(choices: Readonly<Record<Value, string>>) {
  const isChoice = (value: unknown): value is Value => typeof value === "string" && Object.hasOwn(choices, value);
  return z.custom<Value>(isChoice, "Выберите одно из значений.");
}

/** Set or not. */
export function flag(options: Options): Field<boolean> {
  return { ...options, control: "flag", isRequired: false, schema: setOrNot };
}

/** Values of which there may be several: one a line in the console, a repeated option on the command line. */
export function lines(options: Options): Field<string[]> {
  return { ...options, control: "multiline", isRequired: false, schema: splitLines };
}

/** An uploaded file. The field has to be named `file` or `picture`, the parts of the check call. */
export function file(options: Options): Field<ActFile> {
  return { ...options, control: "file", isRequired: true, isPrivate: true, schema: actFile };
}

export function optionalFile(options: Options): Field<ActFile | undefined> {
  return { ...options, control: "file", isRequired: false, isPrivate: true, schema: actFile.optional() };
}

const actFile = z.custom<ActFile>(
  (value) => typeof value === "object" && value !== null && Buffer.isBuffer((value as ActFile).content),
  "Выберите файл.",
);
