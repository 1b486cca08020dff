import { z } from "zod";
import { UNREADABLE_DATE } from "../../contract/read-date";

/** What came, by its type alone: a report never shows a value of the upstream. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "empty list" : "list";
  switch (typeof value) {
    case "string":
      return value === "" ? "empty text" : "text";
    case "bigint":
      return "number";
    case "number":
      return Number.isInteger(value) ? "number" : "fraction";
    case "boolean":
      return "true or false";
    default:
      return Object.keys(value).length === 0 ? "empty object" : "object";
  }
}

/** What the contract promises for a field with this name, in the words of `kindOf` where there is one. */
export function describePromise(core: z.ZodTypeAny, name: string): string {
  if (core instanceof z.ZodString) {
    if (core.description) return `one of ${core.description}`;
    return DATE_NAMES.test(name) ? "ISO 8601 date" : "text";
  }
  if (core instanceof z.ZodNumber) return "number";
  if (core instanceof z.ZodBoolean) return "true or false";
  if (core instanceof z.ZodEnum) return `one of ${core.options.join(", ")}`;
  if (core instanceof z.ZodUnion)
    return core.options.map((option: z.ZodTypeAny) => describePromise(option, name)).join(" or ");
  if (core instanceof z.ZodArray) return "list";
  if (core instanceof z.ZodObject) return `object with ${Object.keys(core.shape).join(", ")}`;
  return "anything";
}

/** Ids are texts or numbers. */
export function isId(name: string, value: unknown): boolean {
  return /^(id|\w+_id)$/.test(name) && (typeof value === "bigint" || Number.isInteger(value));
}

/** What is wrong with a value of the promised type; undefined when nothing is. */
export function findOddity(core: z.ZodTypeAny, name: string, value: unknown): string | undefined {
  if (typeof value === "number" && !Number.isInteger(value) && !FRACTION_NAMES.test(name)) return "fraction";
  if (typeof value !== "string" || value === "" || !(core instanceof z.ZodString)) return undefined;
  if (core.description && !core.description.split(", ").includes(value)) return "unknown word";
  return DATE_NAMES.test(name) && !ISO_DATE.test(value) ? "another date or text" : undefined;
}

const FRACTION_NAMES = /_factor$|^(latitude|longitude)$/;
const DATE_NAMES = /^(date|\w+_date|date_\w+|confirmation)$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

/** How the portal read a value that isn't as promised, by what it made of it. */
export function describeReading(came: unknown, read: unknown): string {
  const isThere = !/^(missing|null|empty)/.test(kindOf(came));
  const target = describeTarget(read);
  if (isThere && ["empty", "nothing", "a dash"].includes(target)) return `can't be read, read as ${target}`;
  return `read as ${isThere ? describeType(read) : target}`;
}

/** What a missing value is read as. These are constants of the portal, so they can be shown. */
function describeTarget(read: unknown): string {
  if (read === undefined || read === null) return "nothing";
  if (read === "") return "empty";
  if (read === UNREADABLE_DATE) return "a dash";
  if (Array.isArray(read)) return "an empty list";
  if (typeof read === "object") return "an object without fields";
  return String(read);
}

function describeType(read: unknown): string {
  if (Array.isArray(read)) return read.length === 0 ? "an empty list" : "a list";
  if (typeof read === "object") return "an object";
  if (typeof read === "string" && ISO_DATE.test(read)) return "a date";
  return { string: "text", number: "a number", boolean: "true or false" }[typeof read as string] ?? "nothing";
}
