import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../contract/deployment";
import { takeGivenSockets } from "../../server/given-sockets";
import { hasPrograms } from "../nodes/programs";
import { bundlePrograms } from "../setup/bundled-programs";
import { findFreePort } from "../setup/free-port";
import { type HeldSocket, holdSocket } from "../setup/held-socket";

let folder: string;
/** Where the programs below find what they import, without a compiler of their own. */
let modules: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "club-sockets-"));
  modules = await bundlePrograms(folder, {
    "given-sockets": "server/given-sockets.ts",
    listen: "server/listen.ts",
    shutdown: "server/shutdown.ts",
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const children: ChildProcess[] = [];
const held: HeldSocket[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const socket of held.splice(0)) socket.close();
});

/** Prints what it takes from the environment, or why it refuses it. */
const TAKE = `
import { takeGivenSockets } from "./given-sockets.js";
try {
  const sockets = takeGivenSockets(process.env, new Set(process.env.HAS.split(",")));
  const left = Object.keys(process.env).filter((name) => name.startsWith("LISTEN_"));
  console.log(JSON.stringify([[...sockets], left]));
} catch (error) {
  console.log(JSON.stringify(error.message.split("\\n")));
}
`;

/** Answers with its number, half a second later, at the socket that is given. */
const SERVE = `
import { createServer } from "node:http";
import { takeGivenSockets } from "./given-sockets.js";
import { isOutlived, listen } from "./listen.js";
import { shutDownOnSignal } from "./shutdown.js";
const server = createServer((req, res) => {
  if (shutdown.isDraining()) res.setHeader("Connection", "close");
  setTimeout(() => res.end(String(process.pid)), Number(req.url.slice(1)));
});
const shutdown = shutDownOnSignal({ servers: () => [server], close: async () => undefined, isOutlived });
await listen(server, 0, "127.0.0.1", takeGivenSockets(process.env, new Set(["web"])).get("web"));
console.log("listens");
`;

interface Started {
  readonly child: ChildProcess;
  readonly printed: Promise<string>;
  readonly ended: Promise<unknown>;
}

function run(program: string, env: Record<string, string>, descriptor: number | "ignore"): Started {
  const stdio: StdioOptions = ["ignore", "pipe", "inherit", descriptor];
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio,
    cwd: modules,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
  });
  children.push(child);
  return {
    child,
    printed: once(child.stdout as NodeJS.ReadableStream, "data").then(([part]) => String(part).trim()),
    ended: once(child, "exit"),
  };
}

async function hold(): Promise<{ port: number; descriptor: number }> {
  const port = await findFreePort();
  const socket = holdSocket(port);
  held.push(socket);
  return { port, descriptor: socket.descriptor };
}

/** What a process takes that gets a socket as its descriptor 3. */
async function take(env: Record<string, string>, descriptor?: number): Promise<unknown> {
  return JSON.parse(await run(TAKE, { HAS: "web", ...env }, descriptor ?? (await hold()).descriptor).printed);
}

function ask(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path, agent: false }, (res) => {
      let text = "";
      res.on("data", (chunk: Buffer) => (text += chunk));
      res.on("end", () => resolve(text));
    }).on("error", reject);
  });
}

describe("architecture: sockets that are given", () => {
  test("architecture: a name says who listens, one without a name is the portal's, and the variables are gone afterwards", async () => {
    expect(await take({ LISTEN_FDS: "1", LISTEN_FDNAMES: "web" })).toEqual([[["web", 3]], []]);
    expect(await take({ LISTEN_FDS: "1" })).toEqual([[["web", 3]], []]);
    expect(await take({ LISTEN_FDS: "1", LISTEN_FDNAMES: "loyalty-portal@3001.socket" })).toEqual([[["web", 3]], []]);
    expect(await take({ LISTEN_FDS: "1", LISTEN_FDNAMES: "unknown" })).toEqual([[["web", 3]], []]);
    expect(await take({ LISTEN_FDS: "1", LISTEN_FDNAMES: "club", CLUB_PORT: "4001", HAS: "club" })).toEqual([
      [["club", 3]],
      [],
    ]);
    expect(await take({ LISTEN_FDS: "1", LISTEN_FDNAMES: "metrics", HAS: "jobs" })).toEqual([[["metrics", 3]], []]);
  });

  test("architecture: sockets of another process count for nothing, and so do none", async () => {
    expect(await take({ LISTEN_FDS: "1", LISTEN_PID: "1" })).toEqual([[], []]);
    expect(await take({})).toEqual([[], []]);
  });

  test("architecture: what nobody would answer is refused in words", async () => {
    expect(await take({ LISTEN_FDS: "1" }, openSync("/dev/null", "r"))).toEqual([
      "LISTEN_FDS: descriptor 3 (web) is no socket",
    ]);
    expect(await take({ LISTEN_FDS: "1", LISTEN_FDNAMES: "door" })).toEqual([
      "LISTEN_FDNAMES: door is none of web, club, metrics",
    ]);
    expect(await take({ LISTEN_FDS: "1", LISTEN_FDNAMES: "club" })).toEqual([
      "LISTEN_FDNAMES: nobody would answer at club without the role club (ROLES)",
    ]);
    expect(await take({ LISTEN_FDS: "1", LISTEN_FDNAMES: "club", HAS: "club" })).toEqual([
      "LISTEN_FDNAMES: nobody would answer at club without CLUB_PORT",
    ]);
    const roles = new Set<Role>(["web"]);
    const judge = (environment: Record<string, string>) => () =>
      takeGivenSockets({ NODE_ENV: "production", ...environment }, roles);
    expect(judge({ LISTEN_FDS: "some" })).toThrow("LISTEN_FDS: must be how many sockets are given");
    expect(judge({ LISTEN_FDS: "2", LISTEN_FDNAMES: "web" })).toThrow("LISTEN_FDNAMES: must have 2 names");
    expect(judge({ LISTEN_FDS: "2", LISTEN_FDNAMES: "web:web" })).toThrow("LISTEN_FDNAMES: only one socket can be web");
  });

  test("architecture: a stop answers what it has accepted and leaves who comes later to the next process", async () => {
    const { port, descriptor } = await hold();
    const first = run(SERVE, { LISTEN_FDS: "1" }, descriptor);
    await first.printed;
    const accepted = Array.from({ length: 8 }, () => ask(port, "/1500"));
    expect(await ask(port, "/0")).toBe(String(first.child.pid));
    first.child.kill("SIGTERM");
    // Whoever comes between the signal and the end belongs to either of the two.
    let hasEnded = false;
    const between = Array.from({ length: 8 }, async () => {
      const answers: string[] = [];
      while (!hasEnded) answers.push(await ask(port, "/0"));
      return answers;
    });
    await first.ended;
    hasEnded = true;
    const waiting = Array.from({ length: 40 }, () => ask(port, "/0"));
    const second = run(SERVE, { LISTEN_FDS: "1" }, descriptor);
    expect(new Set(await Promise.all(accepted))).toEqual(new Set([String(first.child.pid)]));
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([String(second.child.pid)]));
    const both = new Set([first, second].map(({ child }) => String(child.pid)));
    for (const pid of (await Promise.all(between)).flat()) expect(both).toContain(pid);
  });

  test.skipIf(!hasPrograms("the socket that systemd gives", "systemd-socket-activate"))(
    "architecture: what systemd gives is understood",
    async () => {
      const port = await findFreePort();
      const [setting, name] = ["--setenv=NODE_ENV=production", "--fdname=web"];
      const given = [`--listen=127.0.0.1:${port}`, setting, name, process.execPath];
      const child = spawn("systemd-socket-activate", [...given, "--input-type=module", "-e", SERVE], { cwd: modules });
      children.push(child);
      // It listens before it says so, and starts the server at the first connection.
      await once(child.stderr, "data");
      // It becomes the server, so that the number stays.
      expect(await ask(port, "/0")).toBe(String(child.pid));
    },
  );
});
