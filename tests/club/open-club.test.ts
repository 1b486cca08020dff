import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openClub } from "../../club/club";
import { DEMO_MARKER } from "../../club/demo/demo-accounts";
import { openDatabase } from "../../club/platform/db/open";
import { login } from "../../contract/accounts";
import { menu } from "../../contract/content";
import { listPromotions } from "../../contract/promotions";
import { explainStartFailure } from "../../server/start-failure";
import { configureClub, openTestClub, quiet, type TestClub } from "../setup/club";
import { makeCall } from "../setup/club-call";
import { createTestDatabase } from "../setup/database";

const log = { info: () => undefined, warn: () => undefined };

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

/** Sends a request as it stands, without the sender of the contract. */
const send = (path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(`${club.origin}/api/${path}`, {
    headers: { ...headers, Authorization: `Basic ${Buffer.from("portal:portal-demo").toString("base64")}` },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });

describe("openClub", () => {
  test("§7.2 answers under /api, on its port and without one", async () => {
    const { origin } = club;
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    expect((await club.club.fetch(new Request(`${origin}/api/health`))).status).toBe(200);
    expect((await club.club.fetch(new Request(`${origin}/api/no-such-call`))).status).toBe(404);
  });

  test("§7.2 a NUL character, and a page beyond any list, are refused instead of failing", async () => {
    const nul = await send(login.path, { login: "79000000003\0", password: "x" });
    expect([nul.status, await nul.text()]).toEqual([400, expect.stringContaining("недопустимый символ")]);
    for (const page of ["1e300", "9007199254740993", "-1", "0.5"]) {
      expect((await send(`${listPromotions.path}?page=${page}`)).status).toBe(422);
    }
  });

  test("§5.2 attempts from one IPv6 network share their limit", async () => {
    const attempt = (address: string) =>
      send(login.path, { login: "79990000000", password: "x" }, { "X-Forwarded-For": address });
    const key = async () =>
      club.db
        .selectFrom("rate_limits")
        .select(["key", "count"])
        .where("key", "like", "login:address:%")
        .orderBy("count", "desc")
        .execute();
    await attempt("2001:db8:1:2::1");
    await attempt("2001:db8:1:2:ffff::2");
    await attempt("::ffff:192.0.2.1");
    expect(await key()).toEqual([
      { key: "login:address:2001:db8:1:2::/64", count: 2 },
      { key: "login:address:192.0.2.1", count: 1 },
    ]);
  });

  test("architecture: half a request doesn't keep the club from closing", async () => {
    const closing = await openTestClub({ work: false });
    const socket = connect(Number(new URL(closing.origin).port), "127.0.0.1");
    socket.on("error", () => undefined);
    await new Promise((done) => socket.write("GET /api/health HTTP/1.1\r\nHost: club\r\n", done));
    await closing.close();
    socket.destroy();
  });
});

/** Starts a real club on a database. Returns why it was refused, or the links that it serves. */
async function startRealClub(connectionString: string) {
  try {
    const real = await openClub({ ...configureClub(connectionString, club.dataDir, false), log: quiet });
    try {
      const answer = await makeCall(async (request) => real.fetch(request), club.origin, menu, {});
      return { refused: undefined, links: answer.result?.data };
    } finally {
      await real.close();
    }
  } catch (error) {
    return { refused: explainStartFailure(error) ?? String(error) };
  }
}

describe("a real club", () => {
  test("§1.11 starts on an empty database, twice, without invented links; with a demo's mark it is refused in one line", async () => {
    const database = await createTestDatabase();
    const { db, close } = await openDatabase({ databaseUrl: database.connectionString, dataDir: "", log });
    try {
      for (const _start of ["first", "second"]) {
        expect(await startRealClub(database.connectionString)).toEqual({
          refused: undefined,
          links: {
            where_to_buy: "",
            support: { phone: "", email: "" },
            socials: [],
            privacy_policy: "",
            personal_data_consent: "",
            authenticity_bot: "",
          },
        });
      }
      await db.insertInto("settings").values({ name: DEMO_MARKER, value: "2026-01-01T00:00:00Z" }).execute();
      const { refused } = await startRealClub(database.connectionString);
      expect(refused).toMatch(/^The database was seeded as a demo.*DATABASE_URL.*$/);
    } finally {
      await close();
      await database.drop();
    }
  });

  test("architecture: refuses contents that are a demo's placeholders, and names them in one line", async () => {
    const { refused } = await startRealClub(club.connectionString);
    expect(refused).toMatch(/^The contents.*set-content <file>$/);
    for (const name of ["support.phone", "support.email", "privacy_policy", "personal_data_consent"]) {
      expect(refused).toContain(`links.${name}`);
    }
    expect(refused).toContain("rules retail-rules");
  });
});
