import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { keepConnections } from "./kept-connections";

/** A request to the upstream, whole. */
export interface RecordedRequest {
  readonly method: string;
  /** As it was sent, still encoded, without the query. */
  readonly path: string;
  /** Decoded. A name that was sent more than once has all its values. */
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly headers: Headers;
  /** JSON as its value, multipart as fields and files, any other text as it is; undefined without a body. */
  readonly body: unknown;
}

/** A file of a multipart body. */
export interface RecordedFile {
  readonly fileName: string;
  readonly type: string;
  readonly content: string;
}

/** A reply in JSON, before it was changed. */
export interface RecordedReply {
  readonly request: RecordedRequest;
  readonly json: unknown;
}

/** Changes the JSON of a reply; undefined leaves it as it is. @param path without `/api/` */
export type ChangeReply = (path: string, json: unknown) => unknown;

export type RecordingUpstream = Awaited<ReturnType<typeof openRecordingUpstream>>;

/** A proxy in front of an upstream that keeps every request whole, and can change replies to show what follows from it. */
export async function openRecordingUpstream(target: string) {
  let changeReply: ChangeReply = () => undefined;
  const requests: RecordedRequest[] = [];
  const replies: RecordedReply[] = [];
  const server = keepConnections(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const content = Buffer.concat(chunks);
      const headers = readHeaders(request);
      const url = new URL(request.url ?? "", target);
      const method = request.method ?? "GET";
      const body = await readBody(content, headers.get("content-type") ?? "");
      const recorded: RecordedRequest = { method, path: url.pathname, query: readQuery(url), headers, body };
      requests.push(recorded);

      const sent = new Headers([...headers].filter(([name]) => !HOP_BY_HOP.includes(name)));
      const reply = await fetch(url, { method, headers: sent, ...(content.length > 0 && { body: content }) });
      const passed = [...reply.headers].filter(([name]) => !HOP_BY_HOP.includes(name) && name !== "content-encoding");
      let result = Buffer.from(await reply.arrayBuffer());
      if (reply.headers.get("content-type")?.includes("json")) {
        const json: unknown = JSON.parse(result.toString("utf8"));
        replies.push({ request: recorded, json });
        const changed = changeReply(url.pathname.replace("/api/", ""), json);
        if (changed !== undefined) result = Buffer.from(JSON.stringify(changed));
      }
      response.writeHead(reply.status, passed.flat()).end(result);
    }),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request since the start. */
    requests: requests as readonly RecordedRequest[],
    /** Every reply in JSON since the start. */
    replies: replies as readonly RecordedReply[],
    /** Changes all replies from now on. */
    changeReplies(change: ChangeReply) {
      changeReply = change;
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Belong to one connection, or are set anew by `fetch` and `writeHead`. */
const HOP_BY_HOP = ["host", "connection", "content-length", "transfer-encoding", "keep-alive"];

function readHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    headers.append(request.rawHeaders[index] ?? "", request.rawHeaders[index + 1] ?? "");
  }
  return headers;
}

function readQuery({ searchParams }: URL): RecordedRequest["query"] {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

async function readBody(content: Buffer, type: string): Promise<unknown> {
  if (content.length === 0) return undefined;
  if (type.startsWith("application/json")) return JSON.parse(content.toString("utf8"));
  if (!type.startsWith("multipart/form-data")) return content.toString("utf8");
  const form = await new Response(new Uint8Array(content), { headers: { "Content-Type": type } }).formData();
  const parts: Record<string, string | RecordedFile> = {};
  for (const [name, value] of form) {
    parts[name] =
      typeof value === "string"
        ? value
        : { fileName: value.name, type: value.type, content: Buffer.from(await value.arrayBuffer()).toString("utf8") };
  }
  return parts;
}
