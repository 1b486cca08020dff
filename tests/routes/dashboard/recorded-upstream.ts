import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Forwards every request to an upstream and records it. */
export async function recordUpstream(target: string) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push(`${request.method} ${request.url}`);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === "string" && !["host", "connection", "content-length", "transfer-encoding"].includes(name)) {
        headers.set(name, value);
      }
    }
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const answer = await fetch(target + request.url, { method: request.method ?? "GET", headers, ...body });
    const passed = [...answer.headers].filter(
      ([name]) => !["content-encoding", "transfer-encoding", "connection", "keep-alive"].includes(name),
    );
    response.writeHead(answer.status, Object.fromEntries(passed));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests since the last call. */
    take: () => asked.splice(0),
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
