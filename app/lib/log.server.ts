import pino, { type Logger } from "pino";
import { ZodError } from "zod";
import { readConfiguration } from "./configuration.server";

let logger: Logger | undefined;

/** The structured log of the process (JSON lines on standard output). Never give it names, phones, e-mails or tokens. */
export function log(): Logger {
  logger ??= pino({ level: readConfiguration().logLevel, base: null, serializers: { err: describeError } });
  return logger;
}

/** An error without the values that it may carry: zod repeats what was typed, so only its paths and codes are kept. */
export function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof ZodError) {
    return { type: "ZodError", issues: error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`) };
  }
  if (error instanceof Error) return { type: error.name, message: error.message, stack: error.stack };
  return { type: typeof error, ...pickTexts(error) };
}

/** What the club logs of an error: a plain object with some of these. */
function pickTexts(error: unknown): Record<string, string> {
  if (typeof error !== "object" || error === null) return {};
  const named = Object.entries(error).filter(([key]) => ["name", "message", "stack"].includes(key));
  return Object.fromEntries(named.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])));
}
