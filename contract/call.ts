import type { z } from "zod";
import { type Alias, type Participant, participantsOf, type Role } from "./values";

/**
 * One call of the upstream API. `input` is one flat object. Its fields fill the parameters in braces of `path`; the others
 * are the query of a GET or DELETE, or the JSON body of a POST (multipart when `files` names file parts).
 */
export interface CallDescriptor<
  Input extends z.ZodTypeAny = z.ZodTypeAny,
  Reply extends z.ZodTypeAny | "file" = z.ZodTypeAny | "file",
> {
  /** Also the call's name in logs and traces. */
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /**
   * "client": the client credential is enough. Of the operators' API, "operator": an operator's token is needed;
   * "pending-operator": that of a log-in that isn't complete is enough; "anyone": none is needed. Otherwise the participants
   * who may make the call with their token (§6.4).
   */
  readonly audience: "client" | "operator" | "pending-operator" | "anyone" | readonly Participant[];
  readonly input: Input;
  /** The shape of `result`, or "file" for a download. */
  readonly reply: Reply;
  /** The names of the multipart file parts of an upload. */
  readonly files?: readonly string[];
  /** Those of them that a call may lack. */
  readonly optionalFiles?: readonly string[];
  /** The refusals of its own, beside those of every call; the description of the API has their statuses. */
  readonly aliases?: readonly Alias[];
  /** Whether the specification lacks the call, so that an upstream may lack it too. */
  readonly extension?: true;
  /** Fields of the input that the specification lacks: they are sent only to an upstream with extensions. */
  readonly extensionFields?: readonly string[];
  /** Whether the call accepts an `Idempotency-Key`. */
  readonly idempotencyKey?: boolean;
  /** Whether the call accepts a `Range` of rows, and answers 206 then. The specification lacks it. */
  readonly rowRange?: true;
  /** One line for the generated API description. */
  readonly summary: string;
}

/** The input as the sender passes it. */
export type CallInput<D extends CallDescriptor> = z.input<D["input"]>;
/** The input as the receiver has it after validation. */
export type CallRequest<D extends CallDescriptor> = z.output<D["input"]>;
/** The parsed `result` as the sender reads it; `never` for a download. */
export type CallReply<D extends CallDescriptor> = D["reply"] extends z.ZodTypeAny ? z.output<D["reply"]> : never;
/** The `result` as the receiver returns it. */
export type CallResult<D extends CallDescriptor> = D["reply"] extends z.ZodTypeAny ? z.input<D["reply"]> : never;

export function defineCall<Input extends z.ZodTypeAny, Reply extends z.ZodTypeAny | "file">(
  descriptor: CallDescriptor<Input, Reply>,
): CallDescriptor<Input, Reply> {
  return descriptor;
}

/** Whether participants with this role may make a call, perhaps only those of one kind (§6.4). */
export function isForRole({ audience }: CallDescriptor, role: Role): boolean {
  if (typeof audience === "string") return audience === "client";
  return participantsOf(role).some((participant) => audience.includes(participant));
}

/** The names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}
