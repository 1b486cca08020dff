import type { CallDescriptor, CallRequest, CallResult } from "../../contract/call";
import type { RowRange } from "../../contract/row-range";
import type { Participant, Role } from "../../contract/values";
import type { Services } from "../services";

/** The participant behind an Access-Token. */
export interface Actor {
  readonly id: number;
  readonly role: Role;
  readonly isSystem: boolean;
  readonly participant: Participant;
  /** The key of this session, to end it. */
  readonly tokenHash: Buffer;
}

export interface UploadedFile {
  readonly name: string;
  /** What the browser said. It isn't trusted: the content is checked. */
  readonly contentType: string;
  readonly content: Buffer;
}

/** A file that a handler returns instead of a JSON result. */
export interface FileReply {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer | string;
}

export interface CallContext {
  readonly services: Services;
  /** The participant who makes the call. Throws in a call that needs no participant: use `visitor` there. */
  readonly actor: Actor;
  /** The participant when the call has a valid token, otherwise null. */
  readonly visitor: Actor | null;
  readonly files: Readonly<Record<string, UploadedFile>>;
  readonly idempotencyKey: string | null;
  /** The rows that the caller wants of a long list; null: all. */
  readonly rows: RowRange | null;
  /** The participant's network address as the portal passes it on, for rate limits and consents; empty when unknown. */
  readonly address: string;
  /** The id by which the portal's log knows this request; empty when the caller sent none. */
  readonly requestId: string;
  /** The participant's browser as the portal passes it on. */
  readonly userAgent: string;
}

export interface Endpoint {
  readonly descriptor: CallDescriptor;
  /** The largest request body in bytes. */
  readonly bodyLimit: number;
  /** The call is made for every page and needs single short statements only: `services.db` is the shared one. */
  readonly isShort: boolean;
  handle(input: unknown, context: CallContext): Promise<unknown>;
}

const JSON_BODY_LIMIT = 256 * 1024;

/** Connects a call of the contract with its handler. The router validates `input` by the descriptor. */
export function endpoint<D extends CallDescriptor>(
  descriptor: D,
  handle: (
    input: CallRequest<D>,
    context: CallContext,
  ) => Promise<D["reply"] extends "file" ? FileReply : CallResult<D>>,
  options: { bodyLimit?: number; isShort?: boolean } = {},
): Endpoint {
  return {
    descriptor,
    bodyLimit: options.bodyLimit ?? JSON_BODY_LIMIT,
    isShort: options.isShort ?? false,
    handle: handle as Endpoint["handle"],
  };
}

/** Every endpoint that these files export, whatever else they export. */
export function listEndpoints(files: readonly Readonly<Record<string, unknown>>[]): Endpoint[] {
  return files.flatMap((file) => Object.values(file).filter(isEndpoint));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "descriptor" in value && "handle" in value;
}
