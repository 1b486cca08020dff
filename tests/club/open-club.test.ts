import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../setup/club";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

describe("openClub", () => {
  test("§7.2 answers under /api, on its port and without one", async () => {
    const { origin } = club;
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    expect((await club.club.fetch(new Request(`${origin}/api/health`))).status).toBe(200);
    expect((await club.club.fetch(new Request(`${origin}/api/no-such-call`))).status).toBe(404);
  });

  test("architecture: half a request doesn't keep the club from closing", async () => {
    const closing = await openTestClub({ work: false });
    const socket = connect(Number(new URL(closing.origin).port), "127.0.0.1");
    socket.on("error", () => undefined);
    await new Promise((done) => socket.write("GET /api/health HTTP/1.1\r\nHost: club\r\n", done));
    await closing.close();
    socket.destroy();
  }, 30_000);
});
