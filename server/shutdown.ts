import type { Server } from "node:http";
import { setTimeout as delay, setImmediate } from "node:timers/promises";

/** Once nobody is accepted any more, requests in flight get this long to finish. */
const GRACE_MS = 5_000;
/** The whole stop after the drain. Most supervisors kill a process ten seconds after the signal. */
const DEADLINE_MS = 9_000;
/** The same for the watchdog, which acts when a blocked main thread can't. */
export const BLOCKED_DEADLINE_MS = 10_000;
const SWEEP_MS = 50;
/** One Ctrl-C may arrive twice, from the terminal and from npm: signals this close together count as one. */
const SAME_SIGNAL_MS = 500;

/** Closes something at the end of the process. */
export type CloseStep = () => Promise<unknown>;

export interface Shutdown {
  /** The stop has begun: `/readyz` fails, and each reply closes its connection. */
  isDraining(): boolean;
}

export interface ShutdownOptions {
  /** The servers that listen at the moment. */
  readonly servers: () => Server[];
  /** Closes what the requests needed. */
  readonly close: () => Promise<void>;
  /** For this time new connections are still served, so that a balancer that asks `/readyz` sends no more of them. */
  readonly drainMs?: number;
  /** Is called when the stop begins. */
  readonly onBegin?: () => void;
}

/**
 * On SIGTERM, SIGINT or SIGHUP: drains, accepts no new connections, waits for the requests in flight, calls `close` and
 * exits with 0. Requests longer than the grace period are cut off; a second signal, and a stop longer than the deadline,
 * exit with 1.
 */
export function shutDownOnSignal({ servers, close, drainMs = 0, onBegin }: ShutdownOptions): Shutdown {
  let draining = false;
  let firstAt = 0;
  const stop = async () => {
    if (draining && Date.now() - firstAt < SAME_SIGNAL_MS) return;
    if (draining) process.exit(1);
    draining = true;
    firstAt = Date.now();
    onBegin?.();
    setTimeout(() => {
      console.error(`Stopping took longer than ${(drainMs + DEADLINE_MS) / 1000} s.`);
      process.exit(1);
    }, drainMs + DEADLINE_MS).unref();
    await delay(drainMs);
    // Connections that already wait are accepted in the event loop's poll phase, right before this: the system would reset
    // those that wait when the listener closes, and a proxy doesn't send their requests again.
    await setImmediate();
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
