import { createServer, type Server } from "node:http";

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

/** Resolves when the server listens. */
export function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      done(server);
    });
  });
}

/** The address of a server that listens. */
export function originOf(server: Server, host: string, protocol = "http"): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return `${protocol}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
