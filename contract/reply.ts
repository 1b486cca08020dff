import { z } from "zod";
import type { CallDescriptor, CallReply } from "./call";
import { DEFAULT_ERROR_MESSAGE } from "./values";

/** A refusal as the portal reads it: its aliases, the message for the participant and the messages of single fields (§8.1). */
export interface Refusal {
  readonly status: number;
  readonly aliases: readonly string[];
  /** Display messages joined by line breaks, or the default message. Never empty. */
  readonly message: string;
  /** Messages about single fields, keyed by the field's name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
}

export type ReadReply<R> =
  | { kind: "answer"; result: R }
  | { kind: "refusal"; refusal: Refusal }
  | { kind: "contract-mismatch"; field: string };

/** Statuses that refuse a call only for now: the same call may be made again later. */
export const RETRY_LATER_STATUSES: readonly number[] = [408, 425, 429];

const record = z.record(z.unknown());

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? record.parse(value) : undefined;
}

/**
 * Reads a reply leniently: `isSuccess` for `success`, `data` for `result`, `error` for `errors`, and a value without the
 * envelope. A reply that doesn't match the descriptor is a contract mismatch; it has the field's name, never the value.
 */
export function readReply<D extends CallDescriptor>(
  descriptor: D,
  status: number,
  json: unknown,
): ReadReply<CallReply<D>> {
  const envelope = asRecord(json);
  const success = envelope?.success ?? envelope?.isSuccess;
  const errors = envelope?.errors ?? envelope?.error;
  if (status >= 400 || success === false || success === 0 || (success === undefined && hasErrors(errors))) {
    return { kind: "refusal", refusal: readRefusal(status, errors ?? envelope?.message) };
  }
  if (descriptor.reply === "file") return { kind: "contract-mismatch", field: "(file)" };
  const result = envelope && (success !== undefined || "result" in envelope) ? resultOf(envelope) : json;
  const parsed = descriptor.reply.safeParse(result);
  if (parsed.success) return { kind: "answer", result: parsed.data as CallReply<D> };
  return { kind: "contract-mismatch", field: parsed.error.issues[0]?.path.join(".") || "(result)" };
}

function resultOf(envelope: Record<string, unknown>): unknown {
  if ("result" in envelope) return envelope.result;
  if ("data" in envelope) return envelope.data;
  const { success: _, isSuccess: __, ...rest } = envelope;
  return rest;
}

function hasErrors(errors: unknown): boolean {
  if (Array.isArray(errors)) return errors.length > 0;
  return errors !== undefined && errors !== null && errors !== false;
}

/** Reads the errors of a refusal: a list of entries, one entry, a text, or an object keyed by field (§8.1). */
export function readRefusal(status: number, errors: unknown): Refusal {
  const aliases: string[] = [];
  const messages: string[] = [];
  const fields: Record<string, string> = {};
  const entries = Array.isArray(errors) ? errors : errors === undefined || errors === null ? [] : [errors];
  for (const entry of entries) {
    const object = asRecord(entry);
    if (!object) {
      if (typeof entry === "string" && entry !== "") messages.push(entry);
      continue;
    }
    if (!isEntry(object)) {
      Object.assign(fields, fieldMessages(object));
      continue;
    }
    for (const name of [object.error_lang_alias].flat()) if (typeof name === "string") aliases.push(name);
    const display = text(object.error_display_message);
    if (display) messages.push(display);
    Object.assign(fields, systemMessage(object.error_system_message, display));
  }
  const unique = [...new Set(messages.length > 0 ? messages : Object.values(fields))];
  return { status, aliases, message: unique.join("\n") || DEFAULT_ERROR_MESSAGE, fields };
}

function isEntry(object: Record<string, unknown>): boolean {
  return "error_lang_alias" in object || "error_display_message" in object || "error_system_message" in object;
}

/** The three forms of a system message: a text, `{field_key}` (the display message is about that field), `{field: message}`. */
function systemMessage(message: unknown, display: string): Record<string, string> {
  const object = asRecord(message);
  if (!object) return {};
  if (typeof object.field_key === "string") return { [object.field_key]: display || DEFAULT_ERROR_MESSAGE };
  return fieldMessages(object);
}

function fieldMessages(object: Record<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [field, value] of Object.entries(object)) {
    const message = [value].flat().map(text).filter(Boolean).join("\n");
    if (message) fields[field] = message;
  }
  return fields;
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
