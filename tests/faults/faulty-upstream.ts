import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { keepConnections } from "../setup/kept-connections";

/** How an upstream can fail. A number is a status with an empty body; a function answers by itself. */
export type Fault =
  | "refuse"
  | "reset"
  | "stall"
  | "lost-reply"
  | "garbage"
  | "contract-mismatch"
  | "empty"
  | "html-page"
  | "huge"
  | number
  | ((response: ServerResponse) => void)
  | { status: number; headers?: Record<string, string>; body: string };

export interface FaultyUpstream {
  origin: string;
  /** Makes the calls whose address matches fail; the others reach the real club. With null none fails. Ends what stalls. */
  fail(fault: Fault | null, where?: RegExp): void;
  /** Like `fail` for several faults; the first that matches counts. */
  failEach(faults: readonly (readonly [Fault, RegExp])[]): void;
  /** Returns the requests since the last time, such as `GET /api/user`. */
  takeRequests(): string[];
  close(): Promise<void>;
}

const HTML = "<!doctype html><html><body>Technical works</body></html>";
const HUGE_CHUNK = Buffer.alloc(1024 * 1024, " ");
const HUGE_CHUNKS = 80;

/**
 * A proxy between the portal and a real club that makes calls fail.
 * @param ignoredHeader the name of a header that this upstream doesn't know: it never reaches the club
 */
export async function openFaultyUpstream(target: string, ignoredHeader?: string): Promise<FaultyUpstream> {
  let current: readonly (readonly [Fault, RegExp])[] = [];
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const stalled = new Set<Socket>();
  const server = keepConnections(
    createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      if (ignoredHeader) delete request.headers[ignoredHeader.toLowerCase()];
      const broken = current.find(([, where]) => where.test(request.url ?? ""))?.[0] ?? null;
      if (broken === "stall") stalled.add(request.socket);
      const work =
        broken === null
          ? forward(target, request, response)
          : broken === "lost-reply"
            ? loseReply(target, request)
            : sendFault(broken, request, response);
      work.catch(() => response.destroy());
    }),
  );
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    fail(fault, where = /./) {
      current = fault === null ? [] : [[fault, where]];
      for (const socket of stalled) socket.destroy();
      stalled.clear();
    },
    failEach(faults) {
      current = faults;
    },
    takeRequests: () => requests.splice(0),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((done) => server.listen(port, "127.0.0.1", done));
}

async function forward(target: string, request: IncomingMessage, response: ServerResponse) {
  const answer = await ask(target, request);
  const passed = [...answer.headers].filter(
    ([name]) => !["content-encoding", "transfer-encoding", "connection", "keep-alive"].includes(name),
  );
  response.writeHead(answer.status, Object.fromEntries(passed));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** The club processes the call, and then the connection breaks. */
async function loseReply(target: string, request: IncomingMessage) {
  await (await ask(target, request)).arrayBuffer();
  request.socket.destroy();
}

async function ask(target: string, request: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && !["host", "connection", "content-length", "transfer-encoding"].includes(name)) {
      headers.set(name, value);
    }
  }
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  return fetch(target + request.url, { method: request.method ?? "GET", headers, ...body });
}

async function sendFault(fault: Fault, request: IncomingMessage, response: ServerResponse) {
  request.resume();
  const json = { "Content-Type": "application/json" };
  if (typeof fault === "function") fault(response);
  else if (typeof fault === "number") response.writeHead(fault).end();
  else if (typeof fault === "object") response.writeHead(fault.status, { ...json, ...fault.headers }).end(fault.body);
  else if (fault === "refuse") request.socket.destroy();
  else if (fault === "reset") {
    response.writeHead(200, { ...json, "Content-Length": "1000" }).write('{"success":true,"result":{');
    setTimeout(() => request.socket.resetAndDestroy(), 20);
  } else if (fault === "garbage") response.writeHead(200, json).end('{"success": tru');
  else if (fault === "contract-mismatch")
    response.writeHead(200, json).end('{"success":true,"result":{"points":"много"}}');
  else if (fault === "empty") response.writeHead(200, json).end();
  else if (fault === "html-page") response.writeHead(200, { "Content-Type": "text/html" }).end(HTML);
  else if (fault === "huge") {
    response.writeHead(200, json);
    response.setMaxListeners(0);
    for (let sent = 0; sent < HUGE_CHUNKS && !response.destroyed; sent++) {
      if (!response.write(HUGE_CHUNK)) {
        await Promise.race([once(response, "drain"), once(response, "close")]);
      }
    }
    response.end("{}");
  }
  // "stall": it never responds.
}
