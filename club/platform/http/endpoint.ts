import type { CallDescriptor, CallRequest, CallResult } from "../../../contract/call";
import type { RowRange } from "../../../contract/row-range";
import type { Participant, Role } from "../../../contract/values";
import { IMAGES_TOO_LARGE_MESSAGE } from "../../../contract/values";
import type { Services } from "../services";
import { type CallLimit, limitCall } from "./limits";

/** The participant behind an Access-Token. */
export interface Actor {
  readonly id: number;
  readonly role: Role;
  readonly isSystem: boolean;
  readonly participant: Participant;
  /** The key of this session, to end it. */
  readonly tokenHash: Buffer;
  /** When the password was given for this session. */
  readonly loggedInAt: Date;
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

/** What every call has, whoever makes it. */
export interface AnyCallContext {
  readonly services: Services;
  readonly files: Readonly<Record<string, UploadedFile>>;
  readonly idempotencyKey: string | null;
  /** The rows that the caller wants of a long list; null: all. */
  readonly rows: RowRange | null;
  /** The caller's network address as the portal or the console passes it on, for rate limits and consents; empty when unknown. */
  readonly address: string;
  /** The id by which the log knows this request; empty when the caller sent none. */
  readonly requestId: string;
  /** The caller's browser as the portal or the console passes it on. */
  readonly userAgent: string;
}

/** A call of the participants' API. */
export interface CallContext extends AnyCallContext {
  /** The participant who makes the call. Throws in a call that needs no participant: use `visitor` there. */
  readonly actor: Actor;
  /** The participant when the call has a valid token, otherwise null. */
  readonly visitor: Actor | null;
}

export interface Endpoint<Context extends AnyCallContext = CallContext> {
  readonly descriptor: CallDescriptor;
  /** The largest request body in bytes. */
  readonly bodyLimit: number;
  /** The refusal of a larger one. */
  readonly tooLargeMessage: string;
  /** The call is made for every page and needs single short statements only: `services.db` is the shared one. */
  readonly isShort: boolean;
  /** The reply may be some seconds old, is nothing that the caller has just written, and nothing is written for it. */
  readonly mayLag: boolean;
  handle(input: unknown, context: Context): Promise<unknown>;
}

const JSON_BODY_LIMIT = 256 * 1024;

/** What is said of a call beside its handler. */
export interface EndpointOptions<Input, Context> {
  /** Bytes; 256 KB when it isn't said. */
  readonly bodyLimit?: number;
  /** What is said of a larger body; the words of pictures when it isn't said. */
  readonly tooLargeMessage?: string;
  /** As of `Endpoint`. */
  readonly isShort?: boolean;
  /** As of `Endpoint`. */
  readonly mayLag?: boolean;
  /**
   * Counted in their order before the handler runs. A limit that depends on what the handler finds, such as a file that is
   * missing, is counted there.
   */
  readonly rateLimits?: readonly CallLimit<Input, Context>[];
}

/** Connects a call of the contract with its handler. The router validates `input` by the descriptor. */
export function endpoint<D extends CallDescriptor, Context extends AnyCallContext = CallContext>(
  descriptor: D,
  handle: (input: CallRequest<D>, context: Context) => Promise<D["reply"] extends "file" ? FileReply : CallResult<D>>,
  options: EndpointOptions<CallRequest<D>, Context> = {},
): Endpoint<Context> {
  const { rateLimits = [] } = options;
  const handleWithin = async (input: CallRequest<D>, context: Context) => {
    for (const limit of rateLimits) await limitCall(limit, input, context);
    return handle(input, context);
  };
  return {
    descriptor,
    bodyLimit: options.bodyLimit ?? JSON_BODY_LIMIT,
    tooLargeMessage: options.tooLargeMessage ?? IMAGES_TOO_LARGE_MESSAGE,
    isShort: options.isShort ?? false,
    mayLag: options.mayLag ?? false,
    handle: (rateLimits.length > 0 ? handleWithin : handle) as Endpoint<Context>["handle"],
  };
}

/** Every endpoint that these files export, whatever else they export. */
export function listEndpoints(files: readonly Readonly<Record<string, unknown>>[]): Endpoint[] {
  return files.flatMap((file) => Object.values(file).filter(isEndpoint));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "descriptor" in value && "handle" in value;
}
