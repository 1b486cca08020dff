import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that Linux gives to outgoing connections and to whoever asks for any port (32 768 and above). */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_767;

/**
 * A port of the loopback that nobody listens on. No program gets it by chance, so a server that stops or is killed finds it free
 * when it starts again.
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
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
