import type { Server } from "node:http";

/** Requests in flight get this long to finish. */
const GRACE_MS = 5_000;
/** The whole stop. Most supervisors kill a process ten seconds after the signal. */
const DEADLINE_MS = 9_000;
/** The same for the watchdog, which acts when a blocked main thread can't. */
export const BLOCKED_DEADLINE_MS = 10_000;
const SWEEP_MS = 50;
/** One Ctrl-C may arrive twice, from the terminal and from npm: signals this close together count as one. */
const SAME_SIGNAL_MS = 500;

export interface Shutdown {
  isDraining(): boolean;
}

/**
 * On SIGTERM, SIGINT or SIGHUP: accepts no new connections, waits for the requests in flight, calls `close` and exits
 * with 0. Requests longer than the grace period are cut off; a second signal, and a stop longer than the deadline, exit
 * with 1.
 * @param onBegin is called when the stop begins
 */
export function shutDownOnSignal(
  servers: () => Server[],
  close: () => Promise<void>,
  onBegin: () => void = () => undefined,
): Shutdown {
  let draining = false;
  let firstAt = 0;
  const stop = async () => {
    if (draining && Date.now() - firstAt < SAME_SIGNAL_MS) return;
    if (draining) process.exit(1);
    draining = true;
    firstAt = Date.now();
    onBegin();
    setTimeout(() => {
      console.error(`Stopping took longer than ${DEADLINE_MS / 1000} s.`);
      process.exit(1);
    }, DEADLINE_MS).unref();
    const forced = setTimeout(() => {
      for (const server of servers()) server.closeAllConnections();
    }, GRACE_MS);
    await Promise.all(servers().map(closeServer));
    clearTimeout(forced);
    await close();
    process.exit(0);
  };
  // Writing to a closed terminal fails; without a listener the error would end the process before the shutdown is done.
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
    // A connection that was busy at the signal becomes idle later and would be kept alive.
    const timer = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
