import { ZodError } from "zod";
import type { CallDescriptor } from "../../../contract/call";
import type { RowRange } from "../../../contract/row-range";
import { alias, DEFAULT_ERROR_MESSAGE } from "../../../contract/values";
import { isUnavailableError } from "../db/unavailable-error";
import { readLagging } from "../read-lagging";
import type { Services } from "../services";
import { describeError } from "./describe-error";
import type { AnyCallContext, Endpoint, UploadedFile } from "./endpoint";
import { type ErrorEntry, errorEntry, RefusalError } from "./refusal-error";

/** The longest request id that is recorded. */
const REQUEST_ID_LENGTH = 100;

/** When the database couldn't answer in time, or not at all. */
const UNAVAILABLE_MESSAGE = "Клуб не успел ответить. Повторите через несколько секунд.";
const RETRY_SECONDS = 10;

/** What a call says of itself besides its input. */
export interface CallFacts {
  readonly authorization: string | undefined;
  readonly token: string | undefined;
  /** The participant's network address; empty when unknown. */
  readonly address: string;
  readonly idempotencyKey: string | null;
  readonly rows: RowRange | null;
  readonly requestId: string;
  readonly userAgent: string;
}

/** The input of a call before it is validated. */
export interface RawInput {
  readonly values: Record<string, unknown>;
  readonly files: Readonly<Record<string, UploadedFile>>;
}

/**
 * Finds out who makes a call, before its body is read, and refuses whoever may not.
 * @returns adds the caller to what the handler is given
 * @throws RefusalError clientRefused, sessionGone, forbidden
 */
export type Identify<Caller extends AnyCallContext> = (
  descriptor: CallDescriptor,
  facts: CallFacts,
  services: Services,
) => Promise<(call: AnyCallContext) => Caller>;

/**
 * Answers a call, however it came. It is checked in this order: who makes it, audience, input.
 * @throws RefusalError, ZodError
 */
export async function answerCall<Caller extends AnyCallContext>(
  endpoint: Endpoint<Caller>,
  services: Services,
  identify: Identify<Caller>,
  facts: CallFacts,
  readInput: () => RawInput | Promise<RawInput>,
): Promise<unknown> {
  const { descriptor } = endpoint;
  const { address, idempotencyKey, rows, requestId, userAgent } = facts;
  const addCaller = await identify(descriptor, facts, services);
  const { values, files } = await readInput();
  if (containsNul(values)) throw new RefusalError(alias.malformed, "Текст содержит недопустимый символ.");
  const call: AnyCallContext = {
    services: endpoint.isShort ? { ...services, db: services.sharedDb } : services,
    files,
    idempotencyKey,
    rows: descriptor.rowRange ? rows : null,
    address,
    requestId: requestId.slice(0, REQUEST_ID_LENGTH),
    userAgent,
  };
  const input = descriptor.input.parse(values);
  if (!endpoint.mayLag) return endpoint.handle(input, addCaller(call));
  return readLagging(services, (lagging) => endpoint.handle(input, addCaller({ ...call, services: lagging })));
}

/** PostgreSQL's text has no NUL character. */
function containsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.values(value).some(containsNul);
}

/** A call that isn't answered with its result. */
export interface Failure {
  readonly status: number;
  readonly errors: readonly ErrorEntry[];
  /** Seconds until the call may be tried again. */
  readonly retryAfter?: number | undefined;
}

/** A log-in or a right that was refused, or a limit that was reached: attacks are seen by their number. */
const SECURITY_REASONS: readonly string[] = [
  alias.clientRefused,
  alias.sessionGone,
  alias.loginRefused,
  alias.codeWrong,
  alias.forbidden,
  alias.tooOften,
];

/**
 * What the caller is told of an error. One that is neither a refusal nor an invalid input is logged, and so is a refusal that
 * may be an attack: by its alias and the request's id, with nothing of the caller.
 */
export function describeFailure(error: unknown, services: Services, call: string, requestId?: string): Failure {
  if (error instanceof RefusalError) {
    const { reason } = error;
    if (SECURITY_REASONS.includes(reason)) services.log.info({ call, requestId, reason }, "a call was refused");
    return { status: error.status, errors: error.entries, retryAfter: error.retryAfter };
  }
  if (error instanceof ZodError) {
    const errors = error.issues.map((issue) =>
      errorEntry(alias.validation, issue.message, issue.path[0] === undefined ? undefined : String(issue.path[0])),
    );
    return { status: 422, errors };
  }
  const err = error instanceof Error ? error : new Error(String(error));
  services.log.error({ err: describeError(err), call, requestId }, "a call failed");
  if (!isUnavailableError(err)) return { status: 500, errors: [errorEntry("cts.internal", DEFAULT_ERROR_MESSAGE)] };
  return { status: 503, errors: [errorEntry("cts.unavailable", UNAVAILABLE_MESSAGE)], retryAfter: RETRY_SECONDS };
}
