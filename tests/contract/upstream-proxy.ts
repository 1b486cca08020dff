import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Changes the JSON of a reply; undefined leaves it as it is. */
export type ChangeReply = (path: string, body: unknown) => unknown;

/** A proxy in front of an upstream that records requests and replies, and changes replies. */
export async function openUpstreamProxy(target: string, changeReply: ChangeReply = () => undefined) {
  const requests: string[] = [];
  const values = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? "", target).pathname;
    requests.push(`${request.method} ${path.replace("/api/", "")}`);
    const headers = new Headers();
    for (const name of ["authorization", "access-token", "content-type", "accept"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const reply = await fetch(target + request.url, { method: request.method ?? "GET", headers, ...body });
    const type = reply.headers.get("content-type") ?? "";
    let content: string = await reply.text();
    if (type.includes("json")) {
      const json: unknown = JSON.parse(content);
      collect(json, values);
      content = JSON.stringify(changeReply(path.replace("/api/", ""), json) ?? json);
    }
    response.writeHead(reply.status, { "Content-Type": type }).end(content);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests since the last call of this function, such as `GET user/profile`. */
    takeRequests: () => requests.splice(0),
    /** Every text of five characters or more in the replies. */
    values,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

function collect(json: unknown, values: Set<string>): void {
  if (typeof json === "string" && json.length >= 5) values.add(json);
  if (typeof json === "object" && json !== null) for (const value of Object.values(json)) collect(value, values);
}

/** A copy in which a property has another name, at any depth. */
export function renameField(json: unknown, from: string, to: string): unknown {
  if (Array.isArray(json)) return json.map((item) => renameField(item, from, to));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name === from ? to : name, renameField(value, from, to)]),
  );
}
