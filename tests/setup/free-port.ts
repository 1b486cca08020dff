import { randomInt } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { createServer } from "node:net";

/** Below the ports that Linux gives to outgoing connections and to whoever asks for any port (32 768 and above). */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_767;

/**
 * A port of the loopback that nobody listens on. No program gets it by chance, so a server that stops or is killed finds it free
 * when it starts again; nor does another process that calls this, as long as this one runs.
 */
export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1);
  return port;
}

/** So many different ports, as `findFreePort` finds one. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
    const reservation = await reserve(port);
    if (!reservation) continue;
    if (await isFree(port)) ports.add(port);
    else reservation.close();
  }
  return [...ports];
}

/** Whoever looks for a port holds the one of UDP that has its number: the system gives it back when the process ends. */
function reserve(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", () => resolve(undefined));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => {
      socket.unref();
      resolve(socket);
    });
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
