import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { keepConnections } from "../setup/kept-connections";
import { closeServer, listen } from "./ports";

/** One call of the portal to the club. */
export interface Call {
  /** The path behind `/api/`. */
  readonly path: string;
  /** Breaks the portal's connection, so that it never learns of the reply. */
  loseReply(): void;
}

export interface CallWatcher {
  /** Called before the call reaches the club; it waits for the promise. */
  before(call: Call): Promise<void> | undefined;
  /** Called when the club has answered, before the portal knows. */
  after(call: Call): Promise<void> | undefined;
  /** Every reply of the club. */
  onReply(path: string, status: number, body: Buffer): void;
}

export interface CallProxy {
  readonly origin: string;
  /** Breaks every connection of the portal. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Stands between the portal and the club.
 * @param target the club's origin at this moment
 * @param forwardKeys false: an upstream that doesn't know `Idempotency-Key`
 */
export async function openCallProxy(
  target: () => string,
  forwardKeys: boolean,
  watcher: CallWatcher,
): Promise<CallProxy> {
  const sockets = new Set<Socket>();
  const server = keepConnections(
    createServer((request, response) => {
      forward(request, response).catch(() => response.destroy());
    }),
  );
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  async function forward(request: IncomingMessage, response: ServerResponse) {
    const path = (request.url ?? "").replace(/^\/api\//, "").replace(/\?.*/, "");
    const call: Call = { path, loseReply: () => void request.socket.destroy() };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await watcher.before(call);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      const isForwarded = forwardKeys || name !== "idempotency-key";
      if (isForwarded && typeof value === "string" && !OF_ONE_CONNECTION.includes(name)) headers.set(name, value);
    }
    const answer = await fetch(target() + request.url, {
      method: request.method ?? "GET",
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    watcher.onReply(path, answer.status, body);
    await watcher.after(call);
    response.writeHead(answer.status, {
      "Content-Type": answer.headers.get("Content-Type") ?? "application/json",
      "Content-Length": body.length,
    });
    response.end(body);
  }

  const port = await listen(server);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    cut,
    async close() {
      cut();
      await closeServer(server);
    },
  };
}

const OF_ONE_CONNECTION = ["host", "connection", "content-length", "transfer-encoding", "expect"];
