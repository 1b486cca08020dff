import type { CallDescriptor, CallReply } from "../../contract/call";
import { readReply } from "../../contract/reply";
import { type Sender, sendCall } from "./send-call";

/** Makes a call and reads its reply; null without a success. */
export async function ask<D extends CallDescriptor>(
  sender: Sender,
  descriptor: D,
  input: Readonly<Record<string, unknown>>,
): Promise<CallReply<D> | null> {
  const reply = await sendCall(sender, descriptor, input);
  const read = reply.kind === "json" ? readReply(descriptor, reply.status, reply.json) : null;
  return read?.kind === "answer" ? read.result : null;
}
