import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TooFewConnectionsError } from "../../club/platform/db/connection-limit";
import { DataFolderInUseError } from "../../club/platform/db/embedded/data-folder-in-use-error";
import { UnfinishedMoveError } from "../../club/platform/db/ended-moves";
import { explainStartFailure } from "../../server/start-failure";
import { bundlePrograms } from "../setup/bundled-programs";

let folder: string;
/** Where the programs below find what they import, without a compiler of their own. */
let modules: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "club-lifecycle-"));
  modules = await bundlePrograms(folder, { shutdown: "server/shutdown.ts", watchdog: "server/watchdog.ts" });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a program, which is given as its text. */
const start = (text: string) => spawn(process.execPath, ["--input-type=module", "-e", text], { cwd: modules });

/**
 * A server that prints what happens to it, and answers when "now" is written to its standard input; `/draining` is answered
 * at once. Its clock stands, until "later" is written.
 */
const program = (drainMs: number) => `
import { createServer } from "node:http";
import { shutDownOnSignal } from "./shutdown.js";
const waiting = [];
const server = createServer((req, res) => {
  if (req.url === "/draining") return res.end(String(shutdown.isDraining()));
  waiting.push(res);
  console.log("asked");
});
let now = Date.now();
Date.now = () => now;
process.stdin.on("data", (said) => {
  if (String(said) === "now") return waiting.forEach((res) => res.end("whole"));
  now += 60_000;
  console.log("a minute has passed");
});
const shutdown = shutDownOnSignal({
  servers: () => [server],
  close: async () => console.log("closed"),
  drainMs: ${drainMs},
  onBegin: () => console.log("stopping"),
});
server.listen(0, "127.0.0.1", () => console.log("port " + server.address().port));
`;

function run(drainMs = 0) {
  const child = start(program(drainMs));
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const { printed, output } = listen(child, exit);
  return {
    child,
    exit,
    printed,
    port: printed(/(?<=port )\d+/).then(Number),
    answer: () => child.stdin.write("now"),
    passMinute: () => {
      child.stdin.write("later");
      return printed(/a minute has passed/);
    },
    output,
  };
}

function listen(child: ChildProcessWithoutNullStreams, ended: Promise<unknown>) {
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  /** Waits until the program has printed something. */
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output);
        if (found) resolve(found[0]);
      };
      child.stdout.on("data", look);
      look();
      void ended.then(() => reject(new Error(errors)));
    });
  return { printed, output: () => output, errors: () => errors };
}

function read(port: number, path = "/"): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path }, (res) => {
      let text = "";
      res.on("data", (chunk: Buffer) => (text += chunk));
      res.on("end", () => resolve(text));
    }).on("error", reject);
  });
}

/**
 * Waits until nobody listens on the port any more. The server says that it stops before it closes the listener, and what
 * connects in between is still served.
 */
async function untilClosed(port: number): Promise<void> {
  const accepts = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      }).once("error", () => resolve(false));
    });
  while (await accepts()) await delay(10);
}

describe("architecture: stopping", () => {
  it("architecture: SIGTERM waits for the request in flight, accepts no other, closes the rest and exits with 0", async () => {
    const server = run();
    const port = await server.port;
    const inFlight = read(port);
    await server.printed(/asked/);
    server.child.kill("SIGTERM");
    await server.printed(/stopping/);
    await untilClosed(port);
    server.answer();
    expect(await inFlight).toBe("whole");
    // A stop that reaches its deadline exits with 1.
    expect(await server.exit).toBe(0);
    expect(server.output()).toContain("closed");
  });

  it("architecture: while it drains, the server says so and serves new visitors; afterwards it stops", async () => {
    const server = run(600_000);
    const port = await server.port;
    expect(await read(port, "/draining")).toBe("false");
    server.child.kill("SIGTERM");
    await server.printed(/stopping/);
    expect(await read(port, "/draining")).toBe("true");
    server.child.kill("SIGKILL");

    const brief = run(1);
    await brief.port;
    brief.child.kill("SIGTERM");
    expect(await brief.exit).toBe(0);
    expect(brief.output()).toContain("closed");
  });

  it("architecture: a Ctrl-C that npm sends again counts as one signal; a later one exits at once", async () => {
    const patient = run();
    const whole = read(await patient.port);
    await patient.printed(/asked/);
    // The system would deliver two equal signals in a row as one.
    patient.child.kill("SIGINT");
    patient.child.kill("SIGTERM");
    await patient.printed(/stopping/);
    patient.answer();
    expect(await whole).toBe("whole");
    expect(await patient.exit).toBe(0);

    const server = run();
    const lost = read(await server.port).catch(() => "lost");
    await server.printed(/asked/);
    server.child.kill("SIGINT");
    await server.printed(/stopping/);
    await server.passMinute();
    server.child.kill("SIGINT");
    expect(await lost).toBe("lost");
    expect(await server.exit).toBe(1);
  });

  it("architecture: connections that wait while the process is busy are all accepted and answered before it stops", async () => {
    const server = runWatched(0);
    const port = await server.port;
    const busy = read(port, "/busy");
    await server.printed(/blocked/);
    const waiting = Array.from({ length: 20 }, () => send(port, "/0"));
    await Promise.all(waiting.map(({ sent }) => sent));
    server.child.kill("SIGTERM");
    await server.free();
    expect(await busy).toBe("whole");
    const replies = await Promise.all(waiting.map(({ reply }) => reply));
    expect(replies.filter((reply) => !reply.endsWith("whole"))).toEqual([]);
    server.child.kill("SIGKILL");
  });

  it("architecture: a request that doesn't end is cut off before the stop's deadline", async () => {
    const server = run();
    const lost = read(await server.port).catch(() => "lost");
    await server.printed(/asked/);
    server.child.kill("SIGTERM");
    expect(await lost).toBe("lost");
    // A stop that reaches its deadline exits with 1.
    expect(await server.exit).toBe(0);
    expect(server.output()).toContain("closed");
  });

  it("architecture: closing the terminal shuts the server down", async () => {
    const server = run();
    await server.port;
    server.child.kill("SIGHUP");
    expect(await server.exit).toBe(0);
    expect(server.output()).toContain("closed");
  });
});

/** Sends a request by a connection of its own, which is over with the reply. */
function send(port: number, path: string): { sent: Promise<unknown>; reply: Promise<string> } {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk));
  // What is lost lacks its end.
  socket.on("error", () => undefined);
  const reply = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  const sent = new Promise<unknown>((resolve) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, resolve);
  });
  return { sent, reply };
}

/**
 * A server that blocks its main thread on request, for so many milliseconds, or by `/busy` until a file is there. It is watched
 * with these limits, and `/beats` is answered after some beats of the watchdog.
 */
const watchedProgram = (blockedMs: number, stopMs: number, json: boolean, free: string) => `
import { existsSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { shutDownOnSignal } from "./shutdown.js";
import { startWatchdog } from "./watchdog.js";
const watchdog = startWatchdog({ blockedMs: ${blockedMs}, stopMs: ${stopMs}, json: ${json} });
function block(ms) { const end = Date.now() + ms; while (Date.now() < end); }
function waitUntilFree() { while (!existsSync(${JSON.stringify(free)})) block(5); }
const server = createServer(async (req, res) => {
  if (req.url === "/beats") {
    for (let beat = 0; beat < 4; beat++) await delay(500);
  } else if (req.url !== "/0") {
    writeSync(1, "blocked\\n");
    if (req.url === "/busy") waitUntilFree();
    else block(Number(req.url.slice(1)));
  }
  res.end("whole");
});
shutDownOnSignal({
  servers: () => [server],
  close: async () => block(3600000),
  onBegin: () => watchdog.noteStop(),
});
server.listen(0, "127.0.0.1", () => console.log("port " + server.address().port));
`;

const watched: ChildProcess[] = [];
let started = 0;
// A blocked process that the watchdog failed to end would use a processor for an hour.
afterEach(() => {
  for (const child of watched.splice(0)) child.kill("SIGKILL");
});

function runWatched(blockedMs: number, stopMs = 3_600_000, json = false) {
  const free = path.join(folder, `free-${++started}`);
  const child = start(watchedProgram(blockedMs, stopMs, json, free));
  watched.push(child);
  const ended = new Promise<string | number | null>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code)),
  );
  const { printed, errors } = listen(child, ended);
  return {
    child,
    ended,
    printed,
    errors,
    port: printed(/(?<=port )\d+/).then(Number),
    free: () => writeFile(free, ""),
  };
}

describe("architecture: a blocked main thread", () => {
  it("architecture: a process that hears no signal any more, because it is blocked for good, is ended and says why", async () => {
    const server = runWatched(1_500);
    void read(await server.port, "/3600000").catch(() => "lost");
    await server.printed(/blocked/);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe("SIGKILL");
    expect(server.errors()).toMatch(/The main thread was blocked for \d+ s/);
  });

  it("architecture: the stop has its deadline also when it blocks the main thread itself", async () => {
    // As in a real deployment, whose output is JSON only.
    const server = runWatched(0, 1_500, true);
    await server.port;
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe("SIGKILL");
    expect(JSON.parse(server.errors())).toEqual({
      level: 60,
      time: expect.any(Number),
      msg: expect.stringMatching(/^Stopping took longer than \d+ s: the process is ended\.$/),
    });
  });

  it("architecture: short blocks, and the sleep of the whole process, end nothing", async () => {
    const server = runWatched(3_000);
    const port = await server.port;
    for (let count = 0; count < 4; count++) expect(await read(port, "/900")).toBe("whole");
    server.child.kill("SIGSTOP");
    await delay(4_000);
    server.child.kill("SIGCONT");
    expect(await read(port, "/beats")).toBe("whole");
    expect(server.child.exitCode).toBeNull();
    server.child.kill("SIGKILL");
    await server.ended;
  });
});

describe("architecture: a failed start", () => {
  it("architecture: a known cause is explained without a stack trace", () => {
    const taken = Object.assign(new Error("listen"), { code: "EADDRINUSE", port: 3000 });
    expect(explainStartFailure(taken)).toMatch(/^Port 3000 is taken.*PORT=3001 npm start$/);
    expect(explainStartFailure(new Error("CLUB_DATA_KEY: 64 digits"))).toContain("CLUB_DATA_KEY: 64 digits");
    expect(explainStartFailure(Object.assign(new Error("x"), { code: "EACCES", port: 80 }))).toContain("above 1023");
    for (const code of ["ECONNREFUSED", "28P01", "3D000"]) {
      expect(explainStartFailure(Object.assign(new Error("the reason"), { code }))).toMatch(
        /^PostgreSQL can't be reached: the reason\nCheck DATABASE_URL/,
      );
    }
    expect(explainStartFailure(Object.assign(new Error("x"), { code: "ENOSPC" }))).toContain("disk is full");
    const inUse = new DataFolderInUseError("The data folder /x is in use.");
    expect(explainStartFailure(inUse)).toBe("The data folder /x is in use.");
    for (const Refusal of [UnfinishedMoveError, TooFewConnectionsError]) {
      expect(explainStartFailure(new Refusal("What to do."))).toBe("What to do.");
    }
    const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND web"), { code: "ENOTFOUND" });
    expect(explainStartFailure(unknown)).toMatch(/ENOTFOUND web\n.*DATABASE_URL.*HOST/);
    const full = Object.assign(new Error("could not extend file"), { code: "53100" });
    expect(explainStartFailure(full)).toMatch(/^The disk of the database is full: could not extend file\n/);
    const elsewhere = Object.assign(new Error("x"), { code: "EADDRNOTAVAIL", address: "203.0.113.9" });
    expect(explainStartFailure(elsewhere)).toContain("HOST=203.0.113.9 is not an address of this machine");
    const locked = Object.assign(new Error("EACCES: open '/x/data.key'"), { code: "EACCES" });
    expect(explainStartFailure(locked)).toBe(
      "A file can't be read or written: EACCES: open '/x/data.key'\nCheck the owner of DATA_DIR.",
    );
    expect(explainStartFailure(new Error("something else"))).toBeUndefined();
    expect(explainStartFailure("thrown")).toBeUndefined();
  });
});
