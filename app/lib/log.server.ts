import pino, { type Logger } from "pino";
import { ZodError } from "zod";
import { findTracing } from "../../contract/tracing";
import { readConfiguration } from "./configuration.server";
import { createLogOutput } from "./log-output.server";

let logger: Logger | undefined;

/** The log of the process: JSON lines on standard output. Never log names, phones, e-mails or tokens. */
export function log(): Logger {
  logger ??= createLogger(readConfiguration().logLevel);
  return logger;
}

/** A log as that of the process, for who can't wait until the variables are read. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, serializers: { err: describeError }, mixin: nameTrace }, createLogOutput());
}

/** Where requests are traced, each line says of which trace it is. */
function nameTrace(): object {
  return findTracing()?.ids() ?? {};
}

/** Serializes an error without personal data: zod repeats typed values, so only its paths and codes are logged. */
export function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof ZodError) {
    return { type: "ZodError", issues: error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`) };
  }
  if (error instanceof Error) return { type: error.name, message: error.message, stack: error.stack };
  return { type: typeof error, ...pickTexts(error) };
}

/** The club logs errors as plain objects with these properties. */
function pickTexts(error: unknown): Record<string, string> {
  if (typeof error !== "object" || error === null) return {};
  const named = Object.entries(error).filter(([key]) => ["name", "message", "stack"].includes(key));
  return Object.fromEntries(named.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])));
}
