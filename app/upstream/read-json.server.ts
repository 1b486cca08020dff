import type { UpstreamCaller } from "./caller.server";
import { reportOutage } from "./outage.server";
import { explainBrokenConnection } from "./send.server";

/** Bytes of the largest reply that is read. The details of a report with 20 000 rows take about 8 MB. */
const REPLY_LIMIT = 64 * 1024 * 1024;

/**
 * Reads a reply as JSON; an empty one is `{}`, and so is a refusal that isn't JSON.
 * @param call the call's name in the log
 * @throws UpstreamOutage
 */
export async function readJson(call: string, response: Response, caller: UpstreamCaller): Promise<unknown> {
  const isRefused = response.status >= 400;
  const text = await readText(response).catch((error: unknown) => {
    if (isRefused) return null;
    throw explainBrokenConnection(call, error, caller);
  });
  if (text?.trim() === "") return {};
  try {
    if (text !== null) return JSON.parse(text);
  } catch {
    // It isn't JSON.
  }
  if (isRefused) return {};
  throw reportOutage(call, "contract-mismatch", caller, { field: text === null ? "(too long)" : "(not JSON)" });
}

/** The body of a reply, or null when it is longer than any reply may be. */
async function readText(response: Response): Promise<string | null> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > REPLY_LIMIT) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(read.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
