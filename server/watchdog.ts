import { Worker } from "node:worker_threads";

/** How often the main thread shows that it runs, and the watchdog looks. */
const BEAT_MS = 500;

/** Places in the shared memory: a number that the main thread changes with each beat, and 1 once the stop has begun. */
const BEAT = 0;
const STOPPING = 1;

export interface WatchdogLimits {
  /** For this long the main thread may be blocked; 0 for any time. */
  blockedMs: number;
  /** The whole stop, also when the main thread is blocked in it. */
  stopMs: number;
  /** Whether what it says is a line of the log instead of one for people. */
  json?: boolean;
}

export interface Watchdog {
  /** The stop has begun: its deadline runs from now on. */
  noteStop(): void;
}

/**
 * Ends the process by SIGKILL when its main thread is blocked, where no timer and no signal handler of it can run. A thread of
 * its own watches, and counts its own beats instead of a clock, so that the sleep of a whole machine counts as nothing.
 */
export function startWatchdog({ blockedMs, stopMs, json = false }: WatchdogLimits): Watchdog {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  setInterval(() => Atomics.add(shared, BEAT, 1), BEAT_MS).unref();
  const limits = { blocked: blockedMs / BEAT_MS || Number.POSITIVE_INFINITY, stop: stopMs / BEAT_MS };
  const workerData = { shared, limits, places: { BEAT, STOPPING }, BEAT_MS, json };
  new Worker(WATCH, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 }, workerData }).unref();
  return { noteStop: () => void Atomics.store(shared, STOPPING, 1) };
}

/** Runs in the thread. Writing to the descriptor doesn't need the main thread, which `console.error` does. */
const WATCH = `
const { workerData } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const { shared, limits, places, BEAT_MS, json } = workerData;
let seen = -1, still = 0, stopping = 0;
setInterval(() => {
  const beat = Atomics.load(shared, places.BEAT);
  still = beat === seen ? still + 1 : 0;
  seen = beat;
  stopping += Atomics.load(shared, places.STOPPING);
  if (still < limits.blocked && stopping < limits.stop) return;
  const seconds = Math.round((stopping < limits.stop ? still : stopping) * BEAT_MS / 1000);
  const what = stopping < limits.stop ? "The main thread was blocked for " : "Stopping took longer than ";
  const msg = what + seconds + " s: the process is ended.";
  try { writeSync(2, (json ? JSON.stringify({ level: 60, time: Date.now(), msg }) : msg) + "\\n"); } catch {}
  process.kill(process.pid, "SIGKILL");
}, BEAT_MS);
`;
