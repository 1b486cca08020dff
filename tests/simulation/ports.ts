import type { AddressInfo, Server } from "node:net";

/** Listens on a free port of the loopback. Returns the port. */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()));
}
