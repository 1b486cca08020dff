import type { CallDescriptor, CallInput } from "../../contract/call";
import { readRefusal } from "../../contract/reply";
import { createRequest } from "../../contract/request";
import { type Answer, checkRefusal, readUpstream, traced, type UpstreamCaller } from "./client.server";
import { reportOutage } from "./outage.server";
import { passThrough } from "./pass-through.server";
import { readJson } from "./read-json.server";
import { send } from "./send.server";

/** Streams a file from the upstream without holding it in memory. @throws SessionGone, UpstreamOutage */
export async function download<D extends CallDescriptor>(
  descriptor: D,
  input: CallInput<D>,
  caller: UpstreamCaller,
): Promise<Answer<Response>> {
  return traced(descriptor, caller, async () => {
    const request = createRequest(readUpstream(), descriptor, input, caller);
    const { response, liftTimeout } = await send(descriptor.path, request, caller);
    const type = response.headers.get("content-type") ?? "";
    // No export is HTML: this is an error page of a proxy in front of the upstream.
    if (response.ok && type.includes("html")) {
      await response.body?.cancel().catch(() => undefined);
      throw reportOutage(descriptor.path, "contract-mismatch", caller, { field: "(file)" });
    }
    if (response.ok && !type.includes("json")) {
      liftTimeout();
      return { ok: true, result: passThrough(response) };
    }
    const refusal = readRefusal(response.status, await readJson(descriptor.path, response, caller));
    return { ok: false, refusal: await checkRefusal(descriptor, refusal, response, caller) };
  });
}
