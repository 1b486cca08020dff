import { type ChildProcess, execFile, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Plugin } from "esbuild";
import { bundlePrograms, THREADS } from "../setup/bundled-programs";
import { EDITS_VARIABLE, type Edit, readEdited } from "./planted/edit";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CLOCK = pathToFileURL(path.join(ROOT, "tests", "simulation", "shifted-clock.mjs")).href;
const START_MS = 60_000;

export interface Programs {
  /** The folder from which they are run. */
  readonly folder: string;
  readonly portal: string;
  readonly club: string;
}

const CLUB = { "run-club": "tests/faults/run-club.ts", ...THREADS };

/**
 * Builds portal and club as they are now into a folder. They run without a compiler, so they start in half a second.
 * @param edits faults that are planted in the sources
 */
export async function buildPrograms(folder: string, edits: readonly Edit[] = []): Promise<Programs> {
  const remix = path.join(ROOT, "node_modules", "@remix-run", "dev", "dist", "cli.js");
  const config = path.join("tests", "simulation", "vite.config.ts");
  const { VITEST: _, ...env } = process.env;
  const out = await bundlePrograms(folder, { server: "server.ts", ...CLUB }, [planting(edits)]);
  await promisify(execFile)(process.execPath, [remix, "vite:build", "--config", config], {
    cwd: ROOT,
    env: { ...env, NODE_ENV: "production", BUILD_DIRECTORY: out, [EDITS_VARIABLE]: JSON.stringify(edits) },
  });
  return { folder, portal: path.join(out, "server.js"), club: path.join(out, "run-club.js") };
}

/** Builds another club beside a portal. */
export async function rebuildClub(programs: Programs, folder: string, edits: readonly Edit[]): Promise<Programs> {
  const out = await bundlePrograms(folder, CLUB, [planting(edits)]);
  return { ...programs, club: path.join(out, "run-club.js") };
}

function planting(edits: readonly Edit[]): Plugin {
  return {
    name: "planted-faults",
    setup({ onLoad }) {
      if (edits.length === 0) return;
      onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
        const contents = await readEdited(file, edits);
        return contents === undefined ? undefined : { contents, loader: file.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

export interface ProgramOptions {
  readonly folder: string;
  readonly program: string;
  readonly env: Record<string, string> & { NODE_ENV: "test" | "production" };
  /** What it prints when it is ready; the first group is kept as `ready`. */
  readonly readyMark: RegExp;
}

/** A program that faults happen to. It is started again by whoever killed it, as a supervisor would. */
export class Program {
  #child: ChildProcess | undefined;
  #shiftMs = 0;
  #output = "";
  #starting: Promise<void> = Promise.resolve();
  /** The first group of the mark that it printed when it became ready. */
  ready = "";
  /** Set when it ended although nobody ended it. */
  failure: string | undefined;

  constructor(private readonly options: ProgramOptions) {}

  /** Resolves when the last start has succeeded. */
  started(): Promise<void> {
    return this.#starting;
  }

  start(): Promise<void> {
    this.#starting = this.#start();
    this.#starting.catch(() => undefined);
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { folder, program, env, readyMark } = this.options;
    const child = spawn(process.execPath, ["--import", CLOCK, program], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CLOCK_SHIFT_MS: String(this.#shiftMs), ...env },
    });
    this.#child = child;
    let printed = "";
    let isReady = false;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`It did not start:\n${printed}`)), START_MS);
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on("data", (chunk: Buffer) => {
          const text = chunk.toString("utf8");
          printed += text;
          this.#output = (this.#output + text).slice(-20_000);
          const found = readyMark.exec(printed);
          if (!found) return;
          this.ready = found[1] ?? "";
          isReady = true;
          clearTimeout(timer);
          resolve();
        });
      }
      child.once("exit", (code, signal) => {
        clearTimeout(timer);
        reject(new Error(`It ended before it was ready:\n${printed}`));
        // A kill forgets the child first.
        if (isReady && this.#child === child) {
          this.failure = `${path.basename(program)} ended by itself (${code ?? signal})\n${this.#output}`;
        }
      });
    });
  }

  /** Ends it with SIGKILL, and waits until it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  /** Stops its execution with SIGSTOP, or continues it. */
  signal(name: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(name);
  }

  /** Sets its clock off by so many milliseconds, now and after each start. */
  shiftClock(milliseconds: number): void {
    this.#shiftMs = milliseconds;
    if (this.#child?.connected) this.#child.send(milliseconds);
  }

  get clockShift(): number {
    return this.#shiftMs;
  }

  /** The end of what it has printed. */
  output(): string {
    return this.#output;
  }
}
