import { createServer } from "node:net";
import path from "node:path";

const SOCKET_PORT = 5432;
/** A socket's path has to fit 104 bytes on macOS, 108 on Linux. */
const SOCKET_PATH_LIMIT = 103;
/** A Unix socket in the private folder, or a free loopback port where the folder's path is too long for one. */
export async function chooseAddress(home: string) {
  const socket = path.join(home, `.s.PGSQL.${SOCKET_PORT}`);
  if (process.platform !== "win32" && Buffer.byteLength(socket) <= SOCKET_PATH_LIMIT)
    return { host: home, port: SOCKET_PORT };
  return { host: "127.0.0.1", port: await findFreePort() };
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
