import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import net from "node:net";
import { setTimeout as delay, setImmediate } from "node:timers/promises";

/** Once nobody is accepted any more, requests in flight get this long to finish. */
const GRACE_MS = 5_000;
/** The whole stop after the drain. Most supervisors kill a process ten seconds after the signal. */
const DEADLINE_MS = 9_000;
/** The same for the watchdog, which acts when a blocked main thread can't. */
export const BLOCKED_DEADLINE_MS = 10_000;
const SWEEP_MS = 50;
/**
 * At a socket that outlives the process visitors are served for so long after the signal: a proxy uses each connection that it
 * keeps for the last time, instead of meeting the moment in which it is closed.
 */
const LAST_USE_MS = 500;
/** Who comes anew all the time doesn't keep the process from stopping. */
const ACCEPTING_MS = 2_000;
/** A turn of the event loop in which nothing else was done: who comes after its look at the listener is lost. */
const QUIET_TURN_MS = 0.3;
/** The code of the first turn isn't compiled yet, so the one after it is shorter. */
const QUIET_TURNS = 2;
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
  /** Whether the server's socket outlives this process, so that whoever waits there is answered by the next one. */
  readonly isOutlived?: (server: Server) => boolean;
  /** Is called when the stop begins. */
  readonly onBegin?: () => void;
  /** Tells why the stop fails: an error, or words. By default on the standard error. */
  readonly report?: (failure: unknown) => void;
}

/**
 * On SIGTERM, SIGINT or SIGHUP: drains, accepts no new connections, waits for the requests in flight, calls `close` and
 * exits with 0. Requests longer than the grace period are cut off; a second signal, and a stop longer than the deadline,
 * exit with 1.
 */
export function shutDownOnSignal(options: ShutdownOptions): Shutdown {
  const { servers, close, drainMs = 0, isOutlived = () => false, onBegin, report = console.error } = options;
  let draining = false;
  let firstAt = 0;
  const stop = async () => {
    if (draining && Date.now() - firstAt < SAME_SIGNAL_MS) return;
    if (draining) process.exit(1);
    draining = true;
    firstAt = Date.now();
    onBegin?.();
    setTimeout(() => {
      report(`Stopping took longer than ${(drainMs + DEADLINE_MS) / 1000} s.`);
      process.exit(1);
    }, drainMs + DEADLINE_MS).unref();
    await delay(servers().some(isOutlived) ? Math.max(drainMs, LAST_USE_MS) : drainMs);
    const closed = servers().filter(isOutlived).map(closeServer);
    const own = servers().filter((server) => !isOutlived(server));
    const answerHeld = holdRequests(own);
    closed.push(...(await closeOnceAccepted(own)));
    const forced = setTimeout(() => {
      for (const server of servers()) server.closeAllConnections();
    }, GRACE_MS);
    answerHeld();
    await Promise.all(closed);
    clearTimeout(forced);
    await close();
    process.exit(0);
  };
  // Writing to a closed terminal fails; without a listener the error would end the process before the shutdown is done.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        report(error);
        process.exit(1);
      });
    });
  }
  return { isDraining: () => draining };
}

/**
 * Keeps the requests that come from now on, so that accepting connections doesn't have to wait for the work of each.
 * @returns what hands them to their servers after all
 */
function holdRequests(servers: readonly Server[]): () => void {
  const releases = servers.map((server) => {
    const held: [IncomingMessage, ServerResponse][] = [];
    const hold: RequestListener = (req, res) => void held.push([req, res]);
    const handlers = server.rawListeners("request") as RequestListener[];
    server.removeAllListeners("request").on("request", hold);
    return () => {
      server.off("request", hold);
      for (const handler of handlers) server.on("request", handler);
      for (const [req, res] of held) server.emit("request", req, res);
    };
  });
  return () => {
    for (const release of releases) release();
  };
}

/**
 * Closes servers once the connections that wait are accepted: the system would reset them when the listener closes, and a proxy
 * doesn't send a form again that was sent. Node accepts one in each turn of the event loop, and a busy process may have many.
 * @returns for each server what is fulfilled when its requests are answered
 */
async function closeOnceAccepted(servers: readonly Server[]): Promise<Promise<void>[]> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  for (const server of servers) server.on("connection", count);
  const deadline = performance.now() + ACCEPTING_MS;
  let quietTurns = 0;
  while (servers.length > 0 && quietTurns < QUIET_TURNS && performance.now() < deadline) {
    const before = accepted;
    const start = performance.now();
    await setImmediate();
    // In a long turn somebody may have come after its look at the listener.
    const isQuiet = accepted === before && performance.now() - start < QUIET_TURN_MS;
    quietTurns = isQuiet ? quietTurns + 1 : 0;
  }
  const closed = servers.map(closeServer);
  for (const server of servers) server.off("connection", count);
  return closed;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // The listener before all else: the close of an HTTP server looks through its connections first, and meanwhile somebody may
    // come whom nobody accepts any more.
    net.Server.prototype.close.call(server, () => {
      clearInterval(timer);
      resolve();
    });
    // A connection that was busy at the signal becomes idle later and would be kept alive.
    const timer = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.closeIdleConnections();
  });
}
