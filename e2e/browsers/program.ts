import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const START_LIMIT_MS = 60_000;

export interface Program {
  /** What a pattern's first group has found in the output. */
  readonly found: string;
  stop(): Promise<void>;
}

/**
 * Starts a program in a group of processes of its own and waits until its output has what the pattern looks for.
 * @throws Error with the output when the program ends or takes too long
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  pattern: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: { ...process.env, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-20_000);
    });
  }
  child.once("error", (error) => {
    output += error.message;
  });
  const limit = Date.now() + START_LIMIT_MS;
  for (;;) {
    const found = pattern.exec(output)?.[1];
    if (found !== undefined) return { found, stop: () => stopGroup(child) };
    if (child.exitCode !== null || child.pid === undefined || Date.now() > limit) {
      await stopGroup(child);
      throw new Error(`${command} did not start:\n${output}`);
    }
    await delay(20);
  }
}

/** Ends a program with all that it has started. */
async function stopGroup(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    return;
  }
  if (child.exitCode === null && child.signalCode === null) await ended;
}

/** Makes a folder for a browser's profile. */
export function createProfile(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "club-profile-"));
}

export function removeProfile(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
