import type { CallDescriptor, CallInput } from "./call";
import { pathParameters } from "./call";
import { type Caller, type CallOptions, formatAuthorization, listTexts, type Upstream } from "./request";
import type { RowRange } from "./row-range";

/**
 * A call without a body as plain values, for an upstream in the same process: all that its HTTP request would carry, without
 * the work of writing and reading one.
 */
export interface Read {
  /** The descriptor's path, with its parameters in braces. */
  readonly path: string;
  /** The parameters of path and query, as texts like in an address. */
  readonly values: Readonly<Record<string, string>>;
  readonly authorization: string;
  readonly caller: Caller;
  readonly rows: RowRange | null;
}

/** What an upstream sends back, whatever it thinks of the call. */
export interface ReadReply {
  readonly status: number;
  /** JSON in the envelope of every reply. */
  readonly body: string;
  /** Seconds, as in `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

/** Answers reads within the process. It never rejects. */
export type AnswerRead = (read: Read) => Promise<ReadReply>;

/**
 * Describes a call as a read; null for one that must go as an HTTP request: it has a body or a file, or an address would give
 * one of its path parameters another meaning.
 */
export function describeRead<D extends CallDescriptor>(
  upstream: Upstream,
  descriptor: D,
  input: CallInput<D>,
  caller: Caller,
  { rows }: CallOptions = {},
): Read | null {
  if (descriptor.method !== "GET" || descriptor.reply === "file") return null;
  const { path } = descriptor;
  const values = Object.fromEntries(listTexts(descriptor, input).map(([name, value]) => [name, value.toWellFormed()]));
  if (pathParameters(path).some((name) => ["", ".", ".."].includes(values[name] ?? ""))) return null;
  return { path, values, authorization: formatAuthorization(upstream), caller, rows: rows ?? null };
}
