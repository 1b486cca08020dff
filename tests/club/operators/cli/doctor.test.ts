import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../../club/operators/cli/run";
import { migrateDatabase } from "../../../../club/platform/db/migrate";
import { migrations } from "../../../../club/platform/db/migrations/index";
import { OLDEST_SCHEMA } from "../../../../club/platform/db/oldest-schema";
import { openDatabase } from "../../../../club/platform/db/open";
import { storePortalOrigin } from "../../../../club/platform/portal-origin";
import { createSeal } from "../../../../club/platform/seal/seal";
import { VERSION } from "../../../../contract/version";
import { openTestClub, type TestClub } from "../../../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../../../setup/club-call";
import { asApplication, createEmptyDatabase } from "../../../setup/database";
import { findFreePort } from "../../../setup/free-port";
import { keepConnections } from "../../../setup/kept-connections";
import { type MailServer, openMailServer } from "../../../setup/mail-server";
import { openTestPooler } from "../../../setup/pooler";

/** What stands at PUBLIC_ORIGIN: a portal and its proxy, as the test wants them. */
interface Front {
  origin: string;
  answer: (req: IncomingMessage, res: ServerResponse) => void;
}

let club: TestClub;
let mails: MailServer;
const servers: Server[] = [];
const front: Front = { origin: "", answer: () => undefined };
const gateway = { origin: "", texts: [] as string[], status: 200 };
const SILENT = { info: () => undefined, warn: () => undefined };
let visits = 0;

async function serve(answer: (req: IncomingMessage, res: ServerResponse) => void): Promise<string> {
  const server = keepConnections(createServer(answer)).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((done) => server.once("listening", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  mails = await openMailServer();
  front.origin = await serve((req, res) => front.answer(req, res));
  gateway.origin = await serve((req, res) => {
    req.on("data", (chunk: Buffer) => gateway.texts.push(chunk.toString()));
    req.on("end", () => res.writeHead(gateway.status).end());
    req.resume();
  });
});
afterAll(async () => {
  for (const server of servers) server.close();
  mails.close();
  await club.close();
});
beforeEach(() => {
  gateway.status = 200;
  front.answer = answerRightly;
});

function answerRightly(req: IncomingMessage, res: ServerResponse): void {
  visits += 1;
  res.setHeader("X-Request-Id", `visit-${visits}`);
  if (req.url === "/healthz") return void res.end(`ok ${VERSION}\n`);
  if (req.url === "/readyz") return void res.end(JSON.stringify({ ready: true, guests: true, unavailable: [] }));
  res.end("<!doctype html>");
}

async function run(argv: string[] = [], variables: Record<string, string> = {}) {
  const out: string[] = [];
  const environment = {
    // Other tests of this process have set variables of their portals.
    PATH: process.env.PATH,
    ...club.environment,
    PUBLIC_ORIGIN: front.origin,
    SMTP_URL: mails.url,
    SMS_URL: gateway.origin,
    ...variables,
  };
  const print = (line: string) => void out.push(line);
  const code = await runCommand(["doctor", ...argv], { print, printError: print }, environment);
  return { code, out: out.join("\n") };
}

test("architecture: a club whose variables are right has nothing wrong, and trial messages arrive", async () => {
  const quietly = await run();
  expect(quietly.out).toMatch(/✓ database: PostgreSQL \d/);
  expect(quietly).toMatchObject({ code: 0, out: expect.stringMatching(/Everything is right\.$/) });
  expect([mails.mails, gateway.texts]).toEqual([[], []]);
  expect((await run(["--mail-to", "ops@club.test", "--sms-to", "79150001122"])).code).toBe(0);
  expect(mails.mails).toEqual([expect.stringContaining("To: ops@club.test")]);
  expect(JSON.parse(gateway.texts[0] ?? "")).toMatchObject({ to: "79150001122" });
});

test("architecture: gateways that are missing, gone or refuse the credential are named with their variable", async () => {
  expect((await run([], { SMTP_URL: "", SMS_URL: "" })).out).toMatch(
    /✗ mail: SMTP_URL isn't set[\s\S]*✗ SMS: SMS_URL isn't/,
  );
  expect((await run([], { SMTP_URL: "smtp://127.0.0.1:1" })).out).toMatch(/✗ mail: SMTP_URL: connect ECONNREFUSED/);
  gateway.status = 401;
  const refused = await run();
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining("✗ SMS: SMS_URL: the gateway refuses") });
  expect(refused.out).toContain("Wrong: 1.");
  gateway.status = 403;
  expect((await run(["--sms-to", "79150001122"])).out).toContain("✗ SMS: SMS_URL: the gateway answers 403");
  gateway.status = 400;
  expect((await run(["--sms-to", "79150001122"])).out).toContain("✗ SMS: SMS_URL: the gateway answers 400");
});

test("architecture: an address that nobody answers is named with the reason, for portal, proxy and cache", async () => {
  const nobody = `http://127.0.0.1:${await findFreePort()}`;
  const { out } = await run([], { PUBLIC_ORIGIN: nobody });
  for (const name of ["portal", "proxy", "cache"]) {
    expect(out).toContain(`✗ ${name}: PUBLIC_ORIGIN: ${nobody} doesn't answer this machine: connect ECONNREFUSED`);
  }
});

test("architecture: where portals are other processes, none of them is said to call the club of this one", async () => {
  const upstream = async (ROLES: string) =>
    (await run([], { ROLES })).out.split("\n").find((line) => line.includes(" upstream: "));
  expect(await upstream("jobs")).toBe("✓ upstream: none: by its ROLES this process serves no pages and asks none");
  expect(await upstream("web,club,jobs")).toMatch(/the portal calls its own club$/);
});

test("architecture: a portal that isn't there, or says what it can't do, is told in its own words", async () => {
  front.answer = (_req, res) => void res.writeHead(502).end("Bad gateway");
  const gone = await run();
  expect(gone.out).toMatch(/✗ portal: .*\/healthz answers 502/);
  expect(gone.out).toContain("✗ cache: / answers 502");
  front.answer = (_req, res) => void res.end(`ok ${VERSION}`);
  expect((await run()).out).toContain("✗ cache: X-Request-Id is missing");
  front.answer = (req, res) => {
    if (req.url !== "/readyz") return answerRightly(req, res);
    const unavailable = [{ name: "upstream", reason: "the upstream refuses the portal" }];
    res.writeHead(503).end(JSON.stringify({ ready: false, guests: false, unavailable }));
  };
  expect((await run()).out).toContain("✗ portal: upstream: the upstream refuses the portal");
});

test("architecture: a portal of another release is named, and so is a cache that keeps guests' pages as it should", async () => {
  front.answer = (req, res) => {
    if (req.url === "/healthz") return void res.end("ok 0.0.1\n");
    if (req.url !== "/" || req.headers.cookie !== undefined) return answerRightly(req, res);
    res.setHeader("X-Request-Id", "kept");
    res.end("a guest's page");
  };
  const { out, code } = await run();
  expect(out).toContain(`✓ portal: ok 0.0.1, and this is ${VERSION}`);
  expect(out).toMatch(/✓ cache: pages of guests and of people are kept apart, and a cache keeps those of guests$/m);
  expect(code).toBe(0);
  front.answer = answerRightly;
  expect((await run()).out).toMatch(/✓ cache: pages of guests and of people are kept apart$/m);
});

test("architecture: a proxy that passes on what visitors write, and a cache that ignores Vary, are found from outside", async () => {
  front.answer = (req, res) => {
    const given = req.headers["x-request-id"];
    if (typeof given !== "string") return answerRightly(req, res);
    res.setHeader("X-Request-Id", given);
    res.end();
  };
  expect((await run()).out).toContain("✗ proxy: a visitor's X-Request-Id is believed");
  front.answer = (req, res) => {
    if (req.headers["x-forwarded-host"]) return void res.end(`<a href="https://${req.headers["x-forwarded-host"]}/">`);
    answerRightly(req, res);
  };
  expect((await run()).out).toContain("✗ proxy: a visitor's X-Forwarded-Host is believed");
  front.answer = (req, res) => {
    if (req.url !== "/") return answerRightly(req, res);
    res.setHeader("X-Request-Id", "kept");
    res.end("a guest's page");
  };
  expect((await run()).out).toContain("✗ cache: a cache gives a guest's page to somebody with a session");
});

test("architecture: what a cache does for guests is told, by the id of a page and by its age", async () => {
  front.answer = (req, res) => {
    if (req.url !== "/" || req.headers.cookie) return answerRightly(req, res);
    res.setHeader("X-Request-Id", "kept");
    res.setHeader("Age", "30");
    res.end("a guest's page");
  };
  expect((await run()).out).toContain("✓ cache: pages of guests and of people are kept apart, and a cache keeps those");
  const aged = (age: string) => (req: IncomingMessage, res: ServerResponse) => {
    res.setHeader("Age", age);
    answerRightly(req, res);
  };
  front.answer = aged("0");
  expect((await run()).out).toContain("✓ cache: pages of guests and of people are kept apart\n");
  front.answer = aged("1");
  expect((await run()).out).toContain("✗ cache: a cache gives a guest's page to somebody with a session");
});

test("architecture: a portal of another release, another program in its place and a page that is missing are told", async () => {
  const instead = (url: string, status: number, text: string) => (req: IncomingMessage, res: ServerResponse) => {
    if (req.url !== url) return answerRightly(req, res);
    res.setHeader("X-Request-Id", "other");
    res.writeHead(status).end(text);
  };
  front.answer = instead("/healthz", 200, "ok 0.0.1");
  expect((await run()).out).toContain(`✓ portal: ok 0.0.1, and this is ${VERSION}`);
  front.answer = instead("/healthz", 200, "<!doctype html>");
  expect((await run()).out).toMatch(/✗ portal: .*\/healthz answers 200/);
  front.answer = instead("/login", 404, "");
  expect((await run()).out).toContain("✗ proxy: /login answers 404");
});

test("architecture: a database that takes nothing or has another time, and a replica, are told", async () => {
  const direct = club.environment.DATABASE_URL ?? "";
  const with_ = (setting: string) => {
    const url = new URL(direct);
    url.searchParams.set("options", `-c ${setting}`);
    return { DATABASE_URL: url.href, DATABASE_OWNER_URL: url.href };
  };
  expect((await run([], with_("default_transaction_read_only=on"))).out).toContain(
    "✗ database: PostgreSQL is read-only",
  );
  await sql`
    create schema other_clock;
    create function other_clock.clock_timestamp() returns timestamptz language sql as
      $$ select pg_catalog.clock_timestamp() - interval '10 years' $$;
    grant usage on schema other_clock to public;
  `.execute(club.db);
  const late = await run([], with_("search_path=other_clock,pg_catalog,public"));
  expect(late.out).toMatch(/✗ clock: this machine and PostgreSQL differ by \d+ s: set both by NTP/);
  await sql`drop schema other_clock cascade`.execute(club.db);
  expect((await run()).out).toMatch(/✓ clock: differs from PostgreSQL's by \d+ ms[\s\S]*✓ read replica: none/);
  expect((await run([], { DATABASE_READ_URL: direct })).out).toMatch(/✓ read replica: lags by \d+ ms/);
  const away = await run([], { DATABASE_READ_URL: "postgres://club@127.0.0.1:1/club" });
  expect(away.out).toContain("✗ read replica: DATABASE_READ_URL: reads go to the primary, because: ");
});

test("architecture: without PUBLIC_ORIGIN the portal is asked where it was last known to be", async () => {
  await storePortalOrigin(club.db, front.origin);
  expect((await run([], { PUBLIC_ORIGIN: "" })).out).toContain(`✓ portal: ok ${VERSION}`);
  await club.db.deleteFrom("settings").where("name", "=", "portal_origin").execute();
});

/** A portal without a club: of the club's variables it has none. */
async function runAlone(variables: Record<string, string>) {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), "portal-"));
  const without = { DATABASE_URL: "", CLUB_DATA_KEY: "", SMTP_URL: "", SMS_URL: "" };
  const outcome = await run([], { ...without, DATA_DIR, ...variables });
  const files = await readdir(DATA_DIR);
  await rm(DATA_DIR, { recursive: true });
  return { ...outcome, files };
}

test("architecture: a portal with a brand's API is tried without a club, and nothing is made in its folder", async () => {
  const credential = { UPSTREAM_CLIENT_ID: CLIENT_ID, UPSTREAM_CLIENT_SECRET: CLIENT_SECRET };
  const { code, out, files } = await runAlone({ UPSTREAM_URL: club.origin, ...credential });
  expect({ code, files }).toEqual({ code: 0, files: [] });
  expect(out).toContain(`✓ upstream: ${club.origin} takes the credential of ${CLIENT_ID}`);
  expect(out.split("\n").map((line) => line.replace(/:.*/, ""))).toEqual([
    ...["✓ disk", "✓ upstream", "✓ portal", "✓ proxy", "✓ cache", "Everything is right."],
  ]);
});

test("architecture: an API that refuses the credential, is away or is something else is told with its variable", async () => {
  const refused = await runAlone({ UPSTREAM_URL: club.origin, UPSTREAM_CLIENT_SECRET: "not-this" });
  expect(refused).toMatchObject({
    code: 1,
    out: expect.stringContaining("correct UPSTREAM_CLIENT_ID and UPSTREAM_CL"),
  });
  const nobody = `http://127.0.0.1:${await findFreePort()}`;
  expect((await runAlone({ UPSTREAM_URL: nobody })).out).toContain(
    `✗ upstream: UPSTREAM_URL: ${nobody} doesn't answer this machine: connect ECONNREFUSED`,
  );
  for (const [status, text] of [
    [200, "<!doctype html>"],
    [302, ""],
    [404, "{}"],
    [503, "{}"],
  ] as const) {
    front.answer = (req, res) => {
      if (!req.url?.startsWith("/api/")) return answerRightly(req, res);
      res.writeHead(status, { Location: gateway.origin }).end(text);
    };
    expect((await runAlone({ UPSTREAM_URL: front.origin })).out).toContain(`answers content/menu with ${status}`);
  }
  // Beside a database of its own the club is tried, too.
  const both = await run([], { UPSTREAM_URL: front.origin });
  expect(both.out).toMatch(/✓ database[\s\S]*✗ upstream/);
});

test("architecture: a folder without a database is told, and stays empty", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "club-doctor-"));
  const { code, out } = await run([], { DATABASE_URL: "", DATABASE_OWNER_URL: "", DATA_DIR: dataDir });
  expect([code, out]).toEqual([
    1,
    expect.stringContaining(`✗ database: DATABASE_URL isn't set, and DATA_DIR (${dataDir})`),
  ]);
  expect(out).toContain("✓ portal: ");
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

test("architecture: a database that is away or has no tables yet hides nothing else, and stays as it is", async () => {
  const away = await run([], { DATABASE_URL: "postgres://club@127.0.0.1:1/club" });
  expect(away).toMatchObject({ code: 1, out: expect.stringMatching(/✗ database: [\s\S]*✓ mail[\s\S]*✓ portal/) });
  const empty = await createEmptyDatabase();
  for (const _time of ["first", "second"]) {
    expect((await run([], { DATABASE_URL: empty.connectionString })).out).toContain("✓ schema: no tables yet");
  }
  await empty.drop();
});

test("architecture: a database that only reads, and a replica that doesn't, are named with their variables", async () => {
  const empty = await createEmptyDatabase();
  const { db, close } = await openDatabase({ databaseUrl: empty.connectionString, dataDir: "", log: SILENT });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await sql`alter database ${sql.id(rows[0]?.name ?? "")} set default_transaction_read_only = on`.execute(db);
  await close();
  const { out } = await run([], { DATABASE_URL: empty.connectionString });
  expect(out).toContain("✗ database: PostgreSQL is read-only: name the primary in DATABASE_URL");
  await empty.drop();

  expect((await run()).out).toContain("✓ read replica: none: DATABASE_READ_URL isn't set");
  const replica = async (DATABASE_READ_URL: string) => (await run([], { DATABASE_READ_URL })).out;
  expect(await replica("postgres://club@127.0.0.1:1/club")).toMatch(
    /✗ read replica: DATABASE_READ_URL: reads go to the primary, because: connect ECONNREFUSED/,
  );
  // The server is its own replica.
  expect(await replica(club.environment.DATABASE_URL ?? "")).toMatch(/✓ read replica: lags by \d+ ms$/m);
});

test("architecture: the schema is told, from which one on this release reads it, and which releases run on it", async () => {
  const schema = async (url: string) =>
    (await run([], { DATABASE_URL: url })).out.split("\n").find((line) => line.includes(" schema: "));
  const names = Object.keys(migrations);
  const reads = `release ${VERSION} reads ${OLDEST_SCHEMA} and later`;
  const now = club.connectionString;
  expect(await schema(now)).toBe(`✓ schema: ${names.at(-1)}, as this release needs it; ${reads}`);
  await sql`insert into schema_releases values ('a', '0.9.0'), ('b', '0.10.0')`.execute(club.db);
  expect(await schema(now)).toContain(`${reads}; 0.10.0 and later run on it`);
  await sql`delete from schema_releases`.execute(club.db);
  await sql`insert into kysely_migration values ('9999-newer', '')`.execute(club.db);
  expect(await schema(now)).toBe(
    `✓ schema: 9999-newer: a newer release has changed it; ${VERSION} runs on it; ${reads}`,
  );
  await sql`delete from kysely_migration where name = '9999-newer'`.execute(club.db);
  const empty = await createEmptyDatabase();
  const { db, close } = await openDatabase({ databaseUrl: empty.connectionString, dataDir: "", log: SILENT });
  await migrateDatabase(db, Object.fromEntries(Object.entries(migrations).slice(0, 2)));
  expect(await schema(empty.connectionString)).toBe(
    `✓ schema: ${names[1]}; the next start brings it to ${names.at(-1)}; ${reads}`,
  );
  await sql`delete from kysely_migration where name = ${OLDEST_SCHEMA}`.execute(db);
  expect(await schema(empty.connectionString)).toMatch(/^✗ schema: .*Start a release in between first/);
  await close();
  await empty.drop();
});

test("architecture: the data key is told by its place, and has to open what the database holds", async () => {
  expect((await run()).out).toMatch(/✓ data key: CLUB_DATA_KEY has one key; values of the database opened: [1-9]/);
  const another = await run([], { CLUB_DATA_KEY: "02".repeat(32) });
  expect(another).toMatchObject({
    code: 1,
    out: expect.stringContaining("✗ data key: This database's data are sealed"),
  });
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), "club-"));
  const inFile = { CLUB_DATA_KEY: "", DATA_DIR };
  const empty = await createEmptyDatabase();
  expect((await run([], { ...inFile, DATABASE_URL: empty.connectionString })).out).toContain(
    `✓ data key: none yet: the first start makes club-data-key in ${DATA_DIR}`,
  );
  expect(await readdir(DATA_DIR)).toEqual([]);
  await empty.drop();
  expect((await run([], inFile)).out).toMatch(/✗ data key: The key of this database's sealed data is missing/);
  await writeFile(path.join(DATA_DIR, "club-data-key"), "07".repeat(31));
  // What the file hides from a start hides nothing here.
  expect((await run([], inFile)).out).toMatch(/✗ data key: The key in .* 64 hexadecimal digits are[\s\S]*✓ mail/);
  await writeFile(path.join(DATA_DIR, "club-data-key"), "07".repeat(32));
  expect((await run([], inFile)).out).toContain(`✓ data key: club-data-key in ${DATA_DIR} has one key`);
  await rm(DATA_DIR, { recursive: true });
});

test("architecture: a value that was sealed with a key that is gone is named", async () => {
  const former = createSeal(() => [Buffer.alloc(32, 2)]);
  await club.db
    .updateTable("operators")
    .set({ totp_secret_sealed: former.seal("operators.totp_secret_sealed", "secret") })
    .execute();
  expect((await run()).out).toMatch(/✗ data key: no key opens operators.totp_secret_sealed of row \d+/);
  const both = await run([], { CLUB_DATA_KEY: ["07", "02"].map((byte) => byte.repeat(32)).join() });
  expect(both.out).toContain("✓ data key: CLUB_DATA_KEY has 2 keys, the first of which seals");
});

test("architecture: jobs and migrations have to go past a pooler of transactions, to the same database", async () => {
  const direct = club.environment.DATABASE_URL ?? "";
  const [pooled, sessions] = [await openTestPooler(direct, "transaction"), await openTestPooler(direct, "session")];
  const pooler = async (variables: Record<string, string>) =>
    (await run([], variables)).out.split("\n").find((line) => line.includes(" pooler: "));
  expect(await pooler({})).toBe("✓ pooler: none: DATABASE_URL leads to PostgreSQL without one");
  expect(await pooler({ DATABASE_POOLER_URL: pooled.url })).toMatch(
    /^✓ .*through one in transaction mode; for jobs and migrations DATABASE_URL leads past it to the same database$/,
  );
  expect(await pooler({ DATABASE_POOLER_URL: sessions.url })).toMatch(/^✓ .*in session mode/);
  expect(await pooler({ DATABASE_URL: pooled.url, DATABASE_OWNER_URL: direct })).toMatch(
    /^✗ pooler: DATABASE_URL leads through a pooler in transaction mode.* name PostgreSQL itself there/,
  );
  expect(await pooler({ DATABASE_OWNER_URL: pooled.url })).toMatch(/^✗ pooler: DATABASE_OWNER_URL leads through/);
  expect(await pooler({ DATABASE_URL: sessions.url })).toMatch(/^✓ pooler: none/);
  expect(await pooler({ DATABASE_POOLER_URL: direct })).toMatch(/^✗ .*leads to PostgreSQL itself and to no pooler$/);
  const other = await createEmptyDatabase();
  const elsewhere = await openTestPooler(other.connectionString, "transaction");
  expect(await pooler({ DATABASE_POOLER_URL: elsewhere.url })).toMatch(/^✗ .*another database than DATABASE_URL$/);
  expect(await pooler({ DATABASE_OWNER_URL: other.connectionString })).toMatch(
    /^✗ pooler: DATABASE_OWNER_URL leads to/,
  );
  // The role that serves isn't the one whose database the other lines try.
  const unknown = asApplication(direct).replace(/\/\/[^@]*@/, "//nobody@");
  expect(await pooler({ DATABASE_URL: unknown, DATABASE_OWNER_URL: direct })).toMatch(/^✗ pooler: DATABASE_URL: /);
  for (const one of [pooled, sessions, elsewhere]) await one.close();
  await other.drop();
});
