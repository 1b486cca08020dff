import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundlePrograms, THREADS } from "../setup/bundled-programs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const GUARDIAN = path.join(ROOT, "tests", "setup", "guardian.mjs");

export interface ClubProcess {
  child: ChildProcess;
  origin: string;
  /** Everything printed so far. */
  output(): string;
}

/** Creates a data folder. A guardian process removes it, with its PostgreSQL, even when the run is killed. */
export async function createDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "club-faults-"));
  const guardian = spawn(process.execPath, [GUARDIAN, folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  guardian.unref();
  return {
    path: folder,
    async remove() {
      guardian.ref();
      guardian.stdin.end();
      await new Promise((done) => guardian.once("exit", done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function environment(dataDir: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "test", DATA_DIR: dataDir };
}

export interface ClubPrograms {
  /** Starts the club on a data folder. @throws Error with its output when it exits instead of listening */
  startClub(dataDir: string): Promise<ClubProcess>;
  /** Runs `npm run club -- <argv>` while the club runs. Returns its output. */
  runClubCommand(dataDir: string, ...argv: string[]): Promise<string>;
}

/** Builds the club and the operator's command line as they are now into a folder. */
export async function buildClub(folder: string): Promise<ClubPrograms> {
  const out = await bundlePrograms(folder, { "run-club": "tests/faults/run-club.ts", cli: "club/cli.ts", ...THREADS });
  return {
    startClub: (dataDir) => startClub(path.join(out, "run-club.js"), dataDir),
    async runClubCommand(dataDir, ...argv) {
      const program = [path.join(out, "cli.js"), ...argv];
      const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: ROOT, env: environment(dataDir) });
      return stdout.trim();
    },
  };
}

function startClub(program: string, dataDir: string): Promise<ClubProcess> {
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: environment(dataDir),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
        const origin = /listening (\S+)/.exec(output)?.[1];
        if (origin) resolve({ child, origin, output: () => output });
      });
    }
    child.once("exit", () => reject(new Error(output)));
  });
}

/** Kills the process with SIGKILL and waits until it has exited. */
export async function killProcess({ child }: ClubProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await gone;
}

/** The process id of the PostgreSQL in this data folder. */
export async function readPostmaster(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8");
  return Number(text.split("\n")[0]);
}
