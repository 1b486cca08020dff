import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Club, openClub } from "../../../../club/club";
import { runCommand } from "../../../../club/operators/cli/run";
import { writeBackup } from "../../../../club/platform/backup/write-backup";
import { readClubConfiguration } from "../../../../club/platform/configuration";
import { type OpenedDatabase, openDatabase } from "../../../../club/platform/db/open";
import { findDataKeys } from "../../../../club/platform/seal/data-key";
import { createSeal } from "../../../../club/platform/seal/seal";
import { MOVED } from "../../../../club/points/day-limits";
import { creditPoints, readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { login } from "../../../../contract/accounts";
import { DEMO_PASSWORD, openTestClub, type TestClub } from "../../../setup/club";
import { makeCall } from "../../../setup/club-call";
import { type CreatedDatabase, createEmptyDatabase } from "../../../setup/database";

const MEMBER = "79000000003";
const PASSPORT = Buffer.from("%PDF scan of a passport");
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let club: TestClub;
let folder: string;
let backupFile: string;
let memberId: number;
const opened: (Club | OpenedDatabase)[] = [];
const created: CreatedDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "club-backup-"));
  backupFile = path.join(folder, "club.backup");
  club = await openTestClub({ seed: true, work: false });
  const { db, seal } = club.club.services;
  memberId = (await db.selectFrom("users").select("id").where("phone", "=", MEMBER).executeTakeFirstOrThrow()).id;
  await db
    .insertInto("documents")
    .values({
      user_id: memberId,
      answers_sealed: seal.seal("documents.answers_sealed", "{}"),
      passport_main_sealed: seal.seal("documents.passport_main_sealed", PASSPORT),
      passport_registration_sealed: seal.seal("documents.passport_registration_sealed", PASSPORT),
    })
    .execute();
  // What makes lines hard to split and JSON hard to write; and a letter that hasn't gone yet.
  await db
    .insertInto("outbox")
    .values({ channel: "email", recipient: "li@example.org", text: 'Строка\r\n"вторая"\u2028\\третья\t# table users' })
    .execute();
});
afterAll(async () => {
  for (const each of opened) await each.close();
  await club.close();
  for (const each of created) await each.drop();
  await rm(folder, { recursive: true, force: true });
});

async function run(environment: NodeJS.ProcessEnv, ...argv: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const output = { print: (line: string) => out.push(line), printError: (line: string) => errors.push(line) };
  return { code: await runCommand(argv, output, environment), out, errors };
}

/** An empty database and a new data folder without a key, as variables. */
async function createPlace(): Promise<NodeJS.ProcessEnv & { DATA_DIR: string; DATABASE_URL: string }> {
  const database = await createEmptyDatabase();
  created.push(database);
  const dataDir = path.join(folder, `data-${created.length}`);
  await mkdir(dataDir);
  return { NODE_ENV: "test", DATABASE_URL: database.connectionString, DATA_DIR: dataDir };
}

async function openPlace(place: { DATABASE_URL: string }): Promise<OpenedDatabase> {
  const database = await openDatabase({ databaseUrl: place.DATABASE_URL, dataDir: "", log });
  opened.push(database);
  return database;
}

describe("architecture: backup and restore", () => {
  test("architecture: a backup that was made while points are credited is restored elsewhere, and the club goes on there", async () => {
    const balanceBefore = await readBalance(club.db, memberId);
    let running = true;
    const crediting = (async () => {
      for (let n = 0; running || n < 5; n++) {
        const credit = {
          userId: memberId,
          amount: 1,
          reason: "correction" as const,
          reference: `r${n}`,
          action: "Тест",
        };
        await club.db.transaction().execute((trx) => creditPoints(trx, MOVED, [credit]));
      }
    })();
    const backedUp = await run(club.environment, "backup", backupFile);
    running = false;
    await crediting;
    expect(backedUp).toMatchObject({ code: 0, errors: [] });
    expect(backedUp.out[0]).toContain("read again and checked");
    expect((await stat(backupFile)).mode & 0o777).toBe(0o600);
    expect(existsSync(`${backupFile}.partial`)).toBe(false);

    const place = await createPlace();
    expect(await run(place, "restore", backupFile)).toMatchObject({
      code: 0,
      out: [expect.stringContaining("are restored"), "The ledger holds."],
      errors: [],
    });

    const restored = await openClub({ ...readClubConfiguration(place), demo: true, log, work: false });
    opened.push(restored);
    const { db, seal } = restored.services;
    // Credits that were committed after the backup's moment are not in it, but whatever is in it is whole.
    const balance = await readBalance(db, memberId);
    expect(balance).toBeGreaterThanOrEqual(balanceBefore);
    expect(balance).toBeLessThanOrEqual(await readBalance(club.db, memberId));
    expect(await verifyLedger(db)).toEqual([]);
    const documents = await db.selectFrom("documents").selectAll().executeTakeFirstOrThrow();
    expect(seal.open("documents.passport_main_sealed", documents.passport_main_sealed)).toEqual(PASSPORT);

    for (const table of ["users", "companies", "exchanges", "files", "outbox", "invites", "deals", "prizes"]) {
      const query = sql<{ digest: string }>`
        select md5(string_agg(line, ',' order by line)) as digest from (select t::text as line from ${sql.table(table)} t) lines
      `;
      expect((await query.execute(db)).rows, table).toEqual((await query.execute(club.db)).rows);
    }
    const nextId = () => sql<{ id: number }>`select nextval('users_id_seq') as id`;
    expect((await nextId().execute(db)).rows).toEqual((await nextId().execute(club.db)).rows);

    const session = await makeCall(
      (request) => restored.fetch(request),
      "http://127.0.0.1",
      login,
      { login: MEMBER, password: DEMO_PASSWORD },
      {},
    );
    expect(session.refusal).toBeUndefined();
    expect(session.result?.access_token).toBeTruthy();
  });

  test("architecture: foreign keys and the ledger's guard stand again after a restore", async () => {
    const { db } = await openPlace(created[0] ? { DATABASE_URL: created[0].connectionString } : await createPlace());
    await expect(sql`delete from users where id = ${memberId}`.execute(db)).rejects.toThrow("foreign key");
    await expect(sql`delete from ledger_entries`.execute(db)).rejects.toThrow("never changed");
  });

  test("architecture: a club that was started is never overwritten", async () => {
    const before = await sql`select count(*) from users`.execute(club.db);
    const refused = await run(club.environment, "restore", backupFile);
    expect(refused).toMatchObject({ code: 1, errors: [expect.stringContaining("isn't empty")] });
    expect((await sql`select count(*) from users`.execute(club.db)).rows).toEqual(before.rows);
  });

  test("architecture: an existing file is never overwritten by a backup", async () => {
    const content = await readFile(backupFile);
    expect(await run(club.environment, "backup", backupFile)).toMatchObject({
      code: 1,
      errors: [expect.stringContaining("exists already")],
    });
    expect(await readFile(backupFile)).toEqual(content);
  });

  test.each<[string, (content: Buffer) => Buffer]>([
    ["half a file", (content) => content.subarray(0, content.length / 2)],
    [
      "a changed byte",
      (content) => Buffer.from(content.map((byte, at) => (at === content.length >> 1 ? byte ^ 1 : byte))),
    ],
    ["a changed balance, compressed again", (content) => edit(content, '"reason":"deal"', '"reason":"code"')],
    ["a row that is gone", (content) => edit(content, /\n\{"user_id"[^\n]*/, "")],
    ["a changed manifest", (content) => edit(content, '"createdAt":"2', '"createdAt":"3')],
    ["another file", () => gzipSync("name;points\n")],
    ["an empty file", () => Buffer.alloc(0)],
  ])("architecture: %s is refused before anything is restored", async (_name, damage) => {
    const damagedFile = path.join(folder, "damaged.backup");
    await writeFile(damagedFile, damage(await readFile(backupFile)));
    const place = await createPlace();
    const { code, errors } = await run(place, "restore", damagedFile);
    expect({ code, errors }).toEqual({ code: 1, errors: [expect.stringMatching(/is damaged|is no backup/)] });
    expect(existsSync(path.join(place.DATA_DIR, "club-data-key"))).toBe(false);
    const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(
      (await openPlace(place)).db,
    );
    expect(rows).toEqual([]);
  });

  test("architecture: a backup isn't restored over another key, nor made with one", async () => {
    const another = "ab".repeat(32);
    const place = { ...(await createPlace()), CLUB_DATA_KEY: another };
    expect(await run(place, "restore", backupFile)).toMatchObject({
      code: 1,
      errors: [expect.stringContaining("another key")],
    });
    const target = path.join(folder, "wrong-key.backup");
    expect((await run({ ...club.environment, CLUB_DATA_KEY: another }, "backup", target)).code).toBe(1);
    expect(existsSync(target)).toBe(false);
  });

  test("architecture: a newer release's backup is refused by its migration", async () => {
    const source = await createPlace();
    const { db } = await openPlace(source);
    expect((await run(source, "verify-ledger")).code).toBe(0);
    await sql`insert into kysely_migration (name, "timestamp") values ('9000-later', '')`.execute(db);
    const file = path.join(folder, "newer.backup");
    await writeBackup(db, file, findDataKeys(readClubConfiguration(source)));
    expect(await run(await createPlace(), "restore", file)).toMatchObject({
      code: 1,
      errors: [expect.stringContaining("migration 9000-later")],
    });
  });

  test("architecture: a backup between a rotation and the end of the old key restores both keys", async () => {
    const [source, place] = [await createPlace(), await createPlace()];
    expect(await run(source, "list-unconfirmed-managers")).toMatchObject({ code: 0, errors: [] });
    expect((await run(source, "rotate-data-key")).code).toBe(0);
    const keys = findDataKeys(readClubConfiguration(source));
    expect(keys).toHaveLength(2);
    const file = path.join(folder, "rotating.backup");
    expect((await run(source, "backup", file)).code).toBe(0);
    expect(await run(place, "restore", file)).toMatchObject({ code: 0, errors: [] });
    expect(findDataKeys(readClubConfiguration(place))).toEqual(keys);
    expect((await run(place, "drop-old-data-keys")).code).toBe(0);
    expect((await run(place, "list-unconfirmed-managers")).code).toBe(0);
  });

  test("§1.3 a ledger that didn't hold when the backup was made is restored as it was, and the command ends with 1", async () => {
    const balance = () => sql`update balances set points = points + 1 where user_id = ${memberId}`.execute(club.db);
    const file = path.join(folder, "differs.backup");
    await balance();
    expect((await run(club.environment, "backup", file)).code).toBe(0);
    await sql`update balances set points = points - 1 where user_id = ${memberId}`.execute(club.db);
    const { code, out } = await run(await createPlace(), "restore", file);
    expect([code, out[1]]).toEqual([1, "1 differences in the ledger, as when the backup was made: see verify-ledger."]);
  });

  test("architecture: the key that is restored is the backup's", async () => {
    const place = await createPlace();
    expect((await run(place, "restore", backupFile)).code).toBe(0);
    const keys = findDataKeys(readClubConfiguration(place)) ?? [];
    const { db } = await openPlace(place);
    const { passport_main_sealed } = await db.selectFrom("documents").selectAll().executeTakeFirstOrThrow();
    expect(createSeal(() => keys).open("documents.passport_main_sealed", passport_main_sealed)).toEqual(PASSPORT);
    expect((await stat(path.join(place.DATA_DIR, "club-data-key"))).mode & 0o777).toBe(0o600);
  });
});

function edit(content: Buffer, search: string | RegExp, replacement: string): Buffer {
  const text = gunzipSync(content).toString("utf8");
  const edited = text.replace(search, replacement);
  expect(edited).not.toBe(text);
  return gzipSync(edited);
}
