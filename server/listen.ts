import { createServer, type Server } from "node:http";
import { ConfigurationError } from "../app/lib/configuration.server";

/** Longer than proxies keep idle connections, so that the proxy closes them first. */
const KEEP_ALIVE_MS = 65_000;

/** Keeps idle connections long enough for the proxy in front. */
export function keepConnections(server: Server): void {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 1_000;
}

/** Makes a second `npm start` fail at once, before it touches the data folder. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const probe = await listen(createServer(), port, host);
  await new Promise((done) => probe.close(done));
}

/** So many connections may wait at a socket that is given while no process serves it; `net.core.somaxconn` bounds it. */
const MOST_WAITING = 4_096;

/** Servers whose socket somebody else holds open too. */
const outlived = new WeakSet<Server>();

/** Whether the server's socket outlives this process: whoever waits there is answered by the next one. */
export function isOutlived(server: Server): boolean {
  return outlived.has(server);
}

/**
 * Resolves when the server listens: at a socket that was given, or else at the address.
 * @throws ConfigurationError where the descriptor isn't a socket of TCP that can listen
 */
export async function listen(server: Server, port: number, host: string, descriptor?: number): Promise<Server> {
  const listening = new Promise<void>((done, fail) => {
    server.once("error", fail);
    const begin = () => {
      server.off("error", fail);
      done();
    };
    if (descriptor === undefined) server.listen(port, host, begin);
    else server.listen({ fd: descriptor }, MOST_WAITING, begin);
  });
  if (descriptor === undefined) {
    await listening;
    return server;
  }
  outlived.add(server);
  const refuse = (reason: string) =>
    new ConfigurationError(`LISTEN_FDS: descriptor ${descriptor} must be a socket of TCP that listens (${reason})`);
  await listening.catch((error: Error) => {
    throw refuse(error.message);
  });
  if (typeof server.address() === "string") throw refuse("it has a path");
  return server;
}

/** The address of a server that listens. */
export function originOf(server: Server, host: string, protocol = "http"): string {
  const address = server.address();
  if (typeof address !== "object" || !address) return `${protocol}://${host}`;
  const name = isOutlived(server) ? address.address : host;
  return `${protocol}://${name.includes(":") ? `[${name}]` : name}:${address.port}`;
}
