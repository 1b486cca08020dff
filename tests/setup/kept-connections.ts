import type { Server } from "node:http";

/**
 * Makes a server of this process keep idle connections for longer than any test takes. After Node's five seconds it would close
 * one just when a client takes it for the next request, which then has no reply (`ECONNRESET`): on a crowded machine both
 * happen in one turn of the event loop.
 */
export function keepConnections(server: Server): Server {
  server.keepAliveTimeout = 10 * 60_000;
  return server;
}
