import { setTimeout as delay } from "node:timers/promises";
import type { CallProxy } from "./call-proxy";
import { fillDisk, limitFileSize } from "./full-disk";
import type { Program } from "./programs";
import type { Fault } from "./schedule";
import type { SqlConnection, SqlProxy } from "./sql-proxy";
import { type Stand, waitForPostgres } from "./stand";

/** Everything that faults happen to. */
export interface Victims {
  readonly stand: Stand;
  readonly databaseUrl: string;
  readonly portal: Program;
  readonly club: Program;
  readonly calls: CallProxy;
  readonly database: SqlProxy;
}

/** What stood at the point when the fault struck. */
export interface Subject {
  /** The connection of the statement. */
  readonly connection?: SqlConnection;
  /** Breaks the connection on which the reply of this step would come. */
  loseReply(): void;
}

/**
 * Lets a fault strike. When it returns, the step goes on, with what is left of it.
 * @returns what undoes the fault and brings everything back
 */
export async function strike(fault: Fault, victims: Victims, subject: Subject): Promise<() => Promise<void>> {
  const { stand, portal, club, calls, database, databaseUrl } = victims;
  const backend = subject.connection?.backend || database.connections().find((open) => open.backend)?.backend || 0;
  const postgresIsBack = () => waitForPostgres(databaseUrl);
  const stopProcess = (set: (signal: "SIGSTOP" | "SIGCONT") => void) => {
    set("SIGSTOP");
    return () => delay(fault.milliseconds).then(() => set("SIGCONT"));
  };
  switch (fault.kind) {
    case "kill-portal":
      await portal.kill();
      return () => startAgain(portal);
    case "kill-club":
      await club.kill();
      return () => startAgain(club);
    case "kill-backend":
      signalProcess(backend, "SIGKILL");
      return postgresIsBack;
    case "kill-postgres":
      signalProcess(await stand.findPostmaster(), "SIGKILL");
      return postgresIsBack;
    case "stop-portal":
      return stopProcess((signal) => portal.signal(signal));
    case "stop-club":
      return stopProcess((signal) => club.signal(signal));
    case "stop-backend":
      return stopProcess((signal) => signalProcess(backend, signal));
    case "cut-calls":
      calls.cut();
      return nothing;
    case "cut-database":
      for (const connection of database.connections()) connection.cut();
      return nothing;
    case "lose-reply":
      subject.loseReply();
      return nothing;
    case "fill-disk": {
      const free = await fillDisk(databaseUrl);
      return () => delay(fault.milliseconds).then(free);
    }
    case "fill-log-disk":
      for (const { backend: id } of database.connections()) if (id) await limitFileSize(id);
      return postgresIsBack;
    case "shift-club-clock":
      club.shiftClock(club.clockShift + fault.shiftMs);
      return nothing;
    case "shift-portal-clock":
      portal.shiftClock(portal.clockShift + fault.shiftMs);
      return nothing;
    case "refuse-mail":
      return nothing;
  }
}

async function nothing(): Promise<void> {}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 1) return;
  try {
    process.kill(pid, signal);
  } catch {
    // Another fault has ended it.
  }
}

const BACK_MS = 60_000;

/** Each program has one supervisor, also when two faults kill it at once. */
const supervisors = new WeakMap<Program, Promise<void>>();

function startAgain(program: Program): Promise<void> {
  const supervisor = supervisors.get(program) ?? supervise(program).finally(() => supervisors.delete(program));
  supervisors.set(program, supervisor);
  return supervisor;
}

/** PostgreSQL may not accept connections yet when the club starts. */
async function supervise(program: Program): Promise<void> {
  const deadline = Date.now() + BACK_MS;
  for (;;) {
    try {
      return await program.start();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await program.kill();
      await delay(200);
    }
  }
}
