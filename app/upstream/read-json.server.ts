import limitConcurrency from "p-limit";
import { parseJson } from "../../contract/json";
import type { UpstreamCaller } from "./caller.server";
import { reportOutage } from "./outage.server";
import { explainBrokenConnection } from "./send.server";

/** Bytes of the largest reply that is read. The details of a report with 20 000 rows take about 8 MB. */
const REPLY_LIMIT = 64 * 1024 * 1024;
/**
 * Longer replies are read one after another, whoever waits for them: in memory each takes several times its length. Only an
 * upstream that ignores the ranges of rows sends such ones.
 */
const LONG_REPLY = 2 * 1024 * 1024;

const inTurn = limitConcurrency(1);

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
    if (text !== null) return parseJson(text);
  } catch {
    // It isn't JSON.
  }
  if (isRefused) return {};
  throw reportOutage(call, "contract-mismatch", caller, { field: text === null ? "(too long)" : "(not JSON)" });
}

/** The body of a reply, or null when it is longer than any reply may be. */
async function readText(response: Response): Promise<string | null> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  const begin = await readChunks(reader, LONG_REPLY, chunks);
  const size = begin > LONG_REPLY ? await inTurn(() => readChunks(reader, REPLY_LIMIT, chunks, begin)) : begin;
  if (size <= REPLY_LIMIT) return new TextDecoder().decode(Buffer.concat(chunks));
  await reader.cancel().catch(() => undefined);
  return null;
}

/** Reads until the end, or until there are more bytes than the limit. Returns the number of bytes. */
async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  chunks: Uint8Array[],
  begin = 0,
): Promise<number> {
  let size = begin;
  while (size <= limit) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    chunks.push(value);
  }
  return size;
}
