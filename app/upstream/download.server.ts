import type { CallDescriptor, CallInput } from "../../contract/call";
import { isRefusal, readRefusal } from "../../contract/reply";
import { isRecord } from "../../contract/reply-fields";
import { createRequest } from "../../contract/request";
import { describeAttachment, readMediaType } from "./attachment.server";
import type { UpstreamCaller } from "./caller.server";
import { type Answer, checkRefusal, readUpstream, traced } from "./client.server";
import { reportOutage } from "./outage.server";
import { passThrough } from "./pass-through.server";
import { readJson } from "./read-json.server";
import { type Opening, readOpening } from "./read-opening.server";
import { relayBody } from "./relay-body.server";
import { explainBrokenConnection, send } from "./send.server";

/** Types of refusals and of a proxy's pages. A careless upstream also gives them to a CSV. */
const UNRELIABLE_TYPES = ["", "application/json", "text/html", "text/plain"];

/**
 * Streams a file from the upstream without holding it in memory, as an attachment with a name. The time-out holds until the
 * file begins: a slow phone may read it for minutes. @throws SessionGone, UpstreamOutage
 */
export async function download<D extends CallDescriptor>(
  descriptor: D,
  input: CallInput<D>,
  caller: UpstreamCaller,
): Promise<Answer<Response>> {
  const call = descriptor.path;
  return traced(descriptor, caller, async () => {
    const { response, liftTimeout } = await send(
      call,
      createRequest(readUpstream(), descriptor, input, caller),
      caller,
    );
    const refuse = async (json: unknown): Promise<Answer<Response>> => {
      liftTimeout();
      const refusal = readRefusal(response.status, json);
      return {
        ok: false,
        refusal: await checkRefusal(descriptor, refusal, response.headers.get("Retry-After"), caller),
      };
    };
    if (!response.ok) return refuse(await readJson(call, response, caller));

    const reader = (response.body ?? new Blob().stream()).getReader();
    let type = readMediaType(response);
    let opening: Opening | undefined;
    if (UNRELIABLE_TYPES.includes(type)) {
      opening = await readOpening(reader).catch((error: unknown) => {
        throw explainBrokenConnection(call, error, caller);
      });
      if (isRefusal(response.status, opening.json, descriptor)) return refuse(opening.json);
      if (isEnvelope(opening.json) || (type === "text/html" && opening.isMarkup)) {
        await reader.cancel().catch(() => undefined);
        throw reportOutage(call, "contract-mismatch", caller, { field: "(file)" });
      }
      if (opening.json === undefined) type = "text/csv";
    }
    liftTimeout();
    const file = passThrough(response, relayBody(call, reader, caller, opening?.chunks));
    if (opening) file.headers.set("Content-Type", type);
    file.headers.set("Content-Disposition", describeAttachment(response.headers.get("content-disposition"), type));
    return { ok: true, result: file };
  });
}

/** Whether JSON is the reply of a call and not a file that happens to be JSON. */
function isEnvelope(json: unknown): boolean {
  return isRecord(json) && ["success", "isSuccess", "result", "data"].some((name) => name in json);
}
