import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Child } from "../nodes/child";
import { askInTurn, headersOf } from "../nodes/visitor";
import { answers } from "../setup/answers";
import { type CreatedDatabase, createEmptyDatabase } from "../setup/database";
import { findFreePort } from "../setup/free-port";
import { givenAs, type HeldSocket, holdSocket } from "../setup/held-socket";

let database: CreatedDatabase;
let folder: string;
let socket: HeldSocket;
let server: Child;
let port: number;

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "club-socket-"));
  port = await findFreePort();
  socket = holdSocket(port);
  server = new Child({
    name: "portal with club",
    program: process.execPath,
    given: ["--max-semi-space-size=8", "--v8-pool-size=1", "build/server.js"],
    socket: socket.descriptor,
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: folder },
      ...{ DATABASE_URL: database.connectionString, TRUST_PROXY: "1" },
      ...givenAs("web"),
      // Nobody listens there: the socket counts.
      PORT: "1",
    },
    isReady: () => answers(`http://127.0.0.1:${port}/readyz`),
  });
  await server.start();
});
afterAll(async () => {
  await server?.stop();
  socket?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

test("architecture: at a socket that outlives it one process is restarted, and every page and form is answered", async () => {
  const ask = askInTurn([port]);
  const failures: string[] = [];
  const counts = { answered: 0, waited: 0 };
  let isOver = false;
  let isDown = false;
  /** One visitor after the other, each by a connection of its own. */
  const visit = async (method: "GET" | "POST", address: string, body: string) => {
    while (!isOver) {
      const wasDown = isDown;
      await ask(method, address, { ...headersOf("", method), Connection: "close" }, body)
        .then(({ status, location }) => {
          if (status >= 400 || location === "/500.html") failures.push(`${method} ${address}: ${status} ${location}`);
          counts.answered += 1;
          if (wasDown) counts.waited += 1;
        })
        .catch((error: Error) => failures.push(`${method} ${address}: ${error.message}`));
      // So that somebody comes at every moment of a stop.
      await delay(5);
    }
  };
  const visitors = [
    ...Array.from({ length: 3 }, () => visit("GET", "/login", "")),
    ...Array.from({ length: 3 }, () => visit("POST", "/cookies", "to=%2F")),
  ];
  for (let round = 0; round < 3; round += 1) {
    const before = counts.answered;
    await expect.poll(() => counts.answered, { timeout: 60_000 }).toBeGreaterThan(before + 20);
    expect(await server.stop()).toBe(0);
    isDown = true;
    await server.start();
    isDown = false;
  }
  isOver = true;
  await Promise.all(visitors);
  expect(failures).toEqual([]);
  expect(counts.waited).toBeGreaterThan(0);
});
