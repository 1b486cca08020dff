import { createServer } from "node:net";

/** Below the ports that Linux gives to outgoing connections and to whoever asks for any port (32 768 and above). */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;
const TRIES = 50;

/**
 * A port of the loopback that nobody listens on. No program gets it by chance, so a server that is killed finds it free when it
 * starts again.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${TRIES} ports from ${FIRST_PORT} to ${LAST_PORT} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
