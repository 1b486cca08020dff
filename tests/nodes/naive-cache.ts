import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";

interface Kept {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly until: number;
}

/** A cache that knows nothing but addresses: whatever is public is kept by its path, whoever asks, whatever `Vary` says. */
export function createNaiveCache(upstreamPort: number): Server {
  const kept = new Map<string, Kept>();
  return createServer((incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const found = method === "GET" ? kept.get(url) : undefined;
    if (found && found.until > Date.now()) {
      outgoing.writeHead(found.status, { ...found.headers, Age: "1" });
      outgoing.end(found.body);
      incoming.resume();
      return;
    }
    // Compressed for one browser, it would be kept for all.
    const { "accept-encoding": _, ...asked } = headers;
    const passed = request({ host: "127.0.0.1", port: upstreamPort, method, path: url, headers: asked }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const body = Buffer.concat(parts);
        const control = answer.headers["cache-control"] ?? "";
        const seconds = Number(/(?:s-maxage|max-age)=(\d+)/.exec(control)?.[1] ?? 0);
        const status = answer.statusCode ?? 502;
        const { "transfer-encoding": _chunked, connection: _connection, ...described } = answer.headers;
        if (method === "GET" && status === 200 && control.startsWith("public") && seconds > 0) {
          kept.set(url, { status, headers: described, body, until: Date.now() + seconds * 1000 });
        }
        outgoing.writeHead(status, described);
        outgoing.end(body);
      });
    });
    passed.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
}
