import type { IncomingMessage, ServerResponse } from "node:http";
import { writeReadableStreamToWritable } from "@remix-run/node";

/** What is sent to a visitor. */
export interface Answer {
  readonly status: number;
  readonly statusText?: string;
  /** Names and values in turn, as `writeHead` takes them with the least work. */
  readonly headers: readonly string[];
  /** The tag by which a browser asks whether the page has changed; without it every visit gets the page. */
  readonly etag?: string | undefined;
  readonly body: Buffer | ReadableStream<Uint8Array> | null;
}

/** They describe a body, which a 304 has none of. */
const REPRESENTATION_HEADERS = new Set(["content-encoding", "content-length", "content-type"]);

/** Sends a page, or that it is the same as the visitor's. The only place that knows ETag, 304 and HEAD. */
export async function writeAnswer(req: IncomingMessage, res: ServerResponse, answer: Answer): Promise<void> {
  const { status, statusText, headers, etag, body } = answer;
  if (etag !== undefined && req.headers["if-none-match"]?.includes(etag)) {
    return void res.writeHead(304, withoutRepresentation([...headers, "ETag", etag])).end();
  }
  if (statusText) res.statusMessage = statusText;
  const all = etag === undefined ? [...headers] : [...headers, "ETag", etag];
  if (body instanceof ReadableStream && req.method !== "HEAD") {
    res.statusCode = status;
    // A stream that fails at once can still be answered by an error page.
    for (let place = 0; place < all.length; place += 2) res.appendHeader(all[place] ?? "", all[place + 1] ?? "");
    return writeReadableStreamToWritable(body, res);
  }
  res.writeHead(status, all);
  if (body instanceof ReadableStream) await body.cancel();
  res.end(req.method === "HEAD" || body instanceof ReadableStream ? undefined : body);
}

function withoutRepresentation(headers: readonly string[]): string[] {
  return headers.filter((_, place) => !REPRESENTATION_HEADERS.has((headers[place - (place % 2)] ?? "").toLowerCase()));
}
