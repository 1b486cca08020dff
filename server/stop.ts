import type { Server } from "node:http";

/** Requests in flight get this long to finish. */
const GRACE_MS = 25_000;
const SWEEP_MS = 50;
/** A Ctrl-C may come twice: from the terminal, and passed on by npm. Within this time two signals are one. */
const SAME_SIGNAL_MS = 500;

export interface Stopper {
  isDraining(): boolean;
}

/**
 * On SIGTERM, SIGINT or the end of the terminal: takes no more visitors, lets the requests in flight finish, then closes what they used and
 * leaves with 0. A second signal, or a request that never ends, forces the way out.
 */
export function stopOnSignal(servers: () => Server[], close: () => Promise<void>): Stopper {
  let draining = false;
  let firstAt = 0;
  const stop = async () => {
    if (draining && Date.now() - firstAt < SAME_SIGNAL_MS) return;
    if (draining) process.exit(1);
    draining = true;
    firstAt = Date.now();
    const forced = setTimeout(() => {
      for (const server of servers()) server.closeAllConnections();
    }, GRACE_MS);
    await Promise.all(servers().map(closeServer));
    clearTimeout(forced);
    await close();
    process.exit(0);
  };
  // A closed terminal takes no more lines; that must not end the process before its work.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
    });
  }
  return { isDraining: () => draining };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that was busy at the signal turns idle later, and would be kept alive.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
