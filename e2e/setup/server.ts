import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { answers } from "../../tests/setup/answers";
import { findFreePort } from "../../tests/setup/free-port";
import { keepTrace } from "./traces";

export interface RunningServer {
  origin: string;
  /** The address of its club's API, for another portal before the same club. */
  clubOrigin: string;
  dataDir: string;
  /** Lets so many milliseconds pass for a server that was started with `TURNABLE_CLOCK`. */
  passTime(ms: number): void;
  stop(): Promise<void>;
}

/** Variables of a server whose clock a test turns. */
export const TURNABLE_CLOCK = {
  NODE_OPTIONS: `--import ${new URL("../../tests/simulation/shifted-clock.mjs", import.meta.url).href}`,
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START_LIMIT_MS = 90_000;
/** A process that doesn't end by itself is ended. */
const STOP_LIMIT_MS = 30_000;

/**
 * Starts the built server on a free port with its own data folder, and waits until it is ready.
 * @param env further variables, such as UPSTREAM_URL
 */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const [port, clubPort] = await Promise.all([findFreePort(), findFreePort()]);
  const origin = `http://127.0.0.1:${port}`;
  const { child, stop } = await startProcess(
    ["--max-semi-space-size=8", "--v8-pool-size=1", "build/server.js"],
    `${origin}/readyz`,
    dataDir,
    {
      HOST: "127.0.0.1",
      PORT: String(port),
      CLUB_PORT: String(clubPort),
      ORDER_PAUSE_MS: "50",
      ...env,
    },
  );
  let passed = 0;
  const passTime = (ms: number) => {
    passed += ms;
    child.send(passed);
  };
  return { origin, clubOrigin: `http://127.0.0.1:${clubPort}`, dataDir, passTime, stop };
}

/** One process of a club that several share. */
export interface RunningNode {
  /** Where it listens: the portal's pages, the club's API, or the health of background jobs. */
  readonly origin: string;
  stop(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

/** The variable that says where a process with one role listens. */
const PORT_OF_ROLE = { web: "PORT", club: "CLUB_PORT", jobs: "METRICS_PORT" };

/** Starts the built server with one role on a free port, and waits until it is ready. */
export async function startNode(
  role: keyof typeof PORT_OF_ROLE,
  dataDir: string,
  env: Record<string, string>,
): Promise<RunningNode> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const variables = { ROLES: role, [PORT_OF_ROLE[role]]: String(port), ORDER_PAUSE_MS: "50", ...env };
  const { child, stop } = await startProcess(["build/server.js"], `${origin}/readyz`, dataDir, variables);
  const kill = async () => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
  };
  return { origin, stop, kill };
}

/** Starts the built portal alone by `remix-serve` on a free port, before the club at `upstreamUrl`. */
export async function startRemixServe(
  dataDir: string,
  upstreamUrl: string,
): Promise<Pick<RunningServer, "origin" | "stop">> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const command = ["node_modules/.bin/remix-serve", "build/server/index.js"];
  const env = { HOST: "127.0.0.1", PORT: String(port), UPSTREAM_URL: upstreamUrl };
  const { stop } = await startProcess(command, `${origin}/login`, dataDir, env);
  return { origin, stop };
}

/**
 * Runs a script of Node until `readyUrl` answers with success.
 * @returns the process, and a function that stops it
 */
async function startProcess(
  command: string[],
  readyUrl: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; stop(): Promise<void> }> {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", DATA_DIR: dataDir, ...env },
  });
  // The guardian of the folder ends the server when this process is killed.
  if (child.pid) await writeFile(path.join(dataDir, "server.pid"), String(child.pid));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      keepTrace("log", String(child.pid), chunk.toString("utf8"));
      output = (output + chunk.toString("utf8")).slice(-8000);
    });
  }
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const limit = Date.now() + START_LIMIT_MS;
  while (!(await answers(readyUrl))) {
    if (child.exitCode !== null || Date.now() > limit) {
      child.kill("SIGKILL");
      throw new Error(`The server did not start:\n${output}`);
    }
    await delay(100);
  }
  return {
    child,
    async stop() {
      if (child.exitCode === null) child.kill("SIGTERM");
      const limit = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
      await ended;
      clearTimeout(limit);
    },
  };
}
