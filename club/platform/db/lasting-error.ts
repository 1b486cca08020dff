import { findErrorCode } from "./error-code";

/** PostgreSQL's codes for data that it can't store: the data exceptions (class 22) and a violated check. */
const DATA_REFUSED = /^(22[0-9A-Z]{3}|23514)$/;

/** Tells whether work that ended with this error would end with it each time, so that repeating it is no use. */
export function isLastingError(error: unknown): boolean {
  return error instanceof RangeError || DATA_REFUSED.test(findErrorCode(error));
}

export interface ErrorSummary {
  readonly name: string;
  /** PostgreSQL's or Node's code. */
  readonly code?: string;
  /** What PostgreSQL complains about, by name. */
  readonly table?: string;
  readonly constraint?: string;
}

/** What a log may hold of an error: its text, and PostgreSQL's `detail`, could have data of people in them. */
export function summarizeError(error: unknown): ErrorSummary {
  const code = findErrorCode(error);
  return {
    name: error instanceof Error ? error.name : "unknown",
    ...(code && { code }),
    ...readName(error, "table"),
    ...readName(error, "constraint"),
  };
}

function readName(error: unknown, field: "table" | "constraint"): { [name in typeof field]?: string } {
  const value =
    error instanceof Error && field in error ? (error as { [name in typeof field]?: unknown })[field] : null;
  return typeof value === "string" ? { [field]: value } : {};
}
