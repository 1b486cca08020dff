import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

export interface ChildOptions {
  readonly name: string;
  readonly program: string;
  readonly given: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As another user: only root can. */
  readonly uid?: number;
  readonly gid?: number;
  /** The descriptor of a socket that it gets as its descriptor 3. */
  readonly socket?: number | undefined;
  /** Whether it serves by now. */
  readonly isReady: () => Promise<boolean>;
  /** The signal that ends it in order; SIGTERM when left out. */
  readonly stopSignal?: NodeJS.Signals;
}

const START_MS = 120_000;
const STOP_MS = 30_000;
const LOOK_MS = 50;

/** A program of the topology, which is started again as a supervisor would. */
export class Child {
  #child: ChildProcess | undefined;
  #output = "";
  #folder: string | undefined;
  #variables: Readonly<Record<string, string>> = {};

  constructor(private readonly options: ChildOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** The number of its process; undefined while it isn't running. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The end of what it has printed since its first start. */
  get output(): string {
    return this.#output;
  }

  /** Lets the next starts be in another folder; undefined for the first one. */
  runIn(folder: string | undefined): void {
    this.#folder = folder;
  }

  /** Gives the next starts further variables. */
  runWith(variables: Readonly<Record<string, string>>): void {
    this.#variables = variables;
  }

  /** Starts it and waits until it serves. @throws Error with what it has printed */
  async start(): Promise<void> {
    const { program, given, cwd, env, uid, gid, name, socket, isReady } = this.options;
    const user = uid === undefined ? {} : { uid, gid };
    const child = spawn(program, given, {
      cwd: this.#folder ?? cwd,
      env: { ...env, ...this.#variables } as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe", ...(socket === undefined ? [] : [socket])],
      ...user,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (part: Buffer) => (this.#output = (this.#output + part.toString("utf8")).slice(-200_000)));
    }
    const deadline = Date.now() + START_MS;
    while (!(await isReady())) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
        throw new Error(`${name} did not start:\n${this.#output.slice(-4_000)}`);
      }
      await delay(LOOK_MS);
    }
  }

  /** Ends it in order. @returns its exit code; null when it had to be killed */
  stop(): Promise<number | null> {
    return this.#end(this.options.stopSignal ?? "SIGTERM");
  }

  /** Ends it as a power cut does. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    const code = await ended;
    clearTimeout(timer);
    return code;
  }
}
