import { createServer } from "node:net";
import path from "node:path";

const SOCKET_PORT = 5432;
/** Bytes. A socket's path has to fit 104 on macOS and 108 on Linux, with its final zero. */
const SOCKET_PATH_LIMIT = 103;

/** A Unix socket in the cluster's home folder, or a free loopback port where the socket's path would be too long. */
export async function chooseAddress(home: string) {
  if (process.platform !== "win32" && Buffer.byteLength(socketPath(home, SOCKET_PORT)) <= SOCKET_PATH_LIMIT) {
    return { host: home, port: SOCKET_PORT };
  }
  return { host: "127.0.0.1", port: await findFreePort() };
}

/** The name that PostgreSQL gives to its socket. */
export function socketPath(home: string, port: number): string {
  return path.join(home, `.s.PGSQL.${port}`);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
