import type { CallDescriptor, CallRequest, CallResult } from "../../contract/call";
import {
  type AnyCallContext,
  type Endpoint,
  type EndpointOptions,
  endpoint,
  type FileReply,
} from "../platform/http/endpoint";
import type { OperatorSession } from "./sessions";

/** A call of the operators' API. */
export interface OperatorCallContext extends AnyCallContext {
  /** Throws in the call that begins a log-in. */
  readonly session: OperatorSession;
  /** The operator behind the call; null while nobody has logged in. */
  readonly operatorId: number | null;
}

export type OperatorEndpoint = Endpoint<OperatorCallContext>;

/** Connects a call of the operators' API with its handler. */
export function operatorEndpoint<D extends CallDescriptor>(
  descriptor: D,
  handle: (
    input: CallRequest<D>,
    context: OperatorCallContext,
  ) => Promise<D["reply"] extends "file" ? FileReply : CallResult<D>>,
  options: EndpointOptions<CallRequest<D>, OperatorCallContext> = {},
): OperatorEndpoint {
  return endpoint<D, OperatorCallContext>(descriptor, handle, options);
}
