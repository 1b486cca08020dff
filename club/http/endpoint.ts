import type { CallDescriptor, CallRequest, CallResult } from "../../contract/call";
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
  /** As the browser said; never trusted, contents are looked at. */
  readonly contentType: string;
  readonly content: Buffer;
}

/** A download that a handler answers with instead of a JSON result. */
export interface FileAnswer {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer | string;
}

export interface CallContext {
  readonly services: Services;
  /** The participant of an authenticated call. Throws in a call that anyone may make: ask `visitor` there. */
  readonly actor: Actor;
  /** The participant, if the call came with a valid token. */
  readonly visitor: Actor | null;
  readonly files: Readonly<Record<string, UploadedFile>>;
  readonly idempotencyKey: string | null;
  /** The participant's network address as the portal tells it, for limits; empty when unknown. */
  readonly address: string;
}

export interface Endpoint {
  readonly descriptor: CallDescriptor;
  /** The largest request body in bytes. */
  readonly bodyLimit: number;
  handle(input: unknown, context: CallContext): Promise<unknown>;
}

const JSON_BODY_LIMIT = 256 * 1024;

/** Ties a call of the contract to the code that answers it; the router has validated `input` by the descriptor. */
export function endpoint<D extends CallDescriptor>(
  descriptor: D,
  handle: (
    input: CallRequest<D>,
    context: CallContext,
  ) => Promise<D["reply"] extends "file" ? FileAnswer : CallResult<D>>,
  options: { bodyLimit?: number } = {},
): Endpoint {
  return {
    descriptor,
    bodyLimit: options.bodyLimit ?? JSON_BODY_LIMIT,
    handle: handle as Endpoint["handle"],
  };
}
