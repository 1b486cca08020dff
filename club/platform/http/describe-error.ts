import { type ErrorSummary, summarizeError } from "../db/lasting-error";

/** Describes an error for the log without its message, because PostgreSQL repeats in messages what people typed. */
export function describeError(error: Error): ErrorSummary & { readonly stack: string } {
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return { ...summarizeError(error), stack: frames.join("\n") };
}
