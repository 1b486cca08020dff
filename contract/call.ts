import type { z } from "zod";
import type { Alias, Participant } from "./values";

/**
 * One call of the upstream API. `input` is one flat object: the places of `path` in braces are taken from it by name;
 * the rest travels as the query of a GET or DELETE and as the JSON body of a POST (multipart when `files` names file parts).
 */
export interface CallDescriptor<
  Input extends z.ZodTypeAny = z.ZodTypeAny,
  Reply extends z.ZodTypeAny | "file" = z.ZodTypeAny | "file",
> {
  /** Also the call's name in logs and traces. */
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** "client": the client credential is enough; otherwise the participants whose token the call takes (§6.4). */
  readonly audience: "client" | readonly Participant[];
  readonly input: Input;
  /** The shape of `result`, or "file" for a download. */
  readonly reply: Reply;
  /** The names of multipart file parts, when the call takes files. */
  readonly files?: readonly string[];
  /** Refusals that the caller tells apart. */
  readonly aliases?: readonly Alias[];
  /** Whether the call takes an `Idempotency-Key`. */
  readonly idempotencyKey?: boolean;
  /** One line for the generated API description. */
  readonly summary: string;
}

/** What the caller hands to a call. */
export type CallInput<D extends CallDescriptor> = z.input<D["input"]>;
/** What the callee gets after validation. */
export type CallRequest<D extends CallDescriptor> = z.output<D["input"]>;
/** What the caller reads: the parsed `result`, or for downloads nothing typed. */
export type CallReply<D extends CallDescriptor> = D["reply"] extends z.ZodTypeAny ? z.output<D["reply"]> : never;
/** What the callee answers. */
export type CallResult<D extends CallDescriptor> = D["reply"] extends z.ZodTypeAny ? z.input<D["reply"]> : never;

export function defineCall<Input extends z.ZodTypeAny, Reply extends z.ZodTypeAny | "file">(
  descriptor: CallDescriptor<Input, Reply>,
): CallDescriptor<Input, Reply> {
  return descriptor;
}

/** The names in braces in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}
