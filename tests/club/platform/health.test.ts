import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../club/platform/db/schema";
import { checkClub } from "../../../club/platform/health";
import { openTestClub, type TestClub } from "../../setup/club";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

test("architecture: a club that can do everything names nothing", async () => {
  expect(await club.club.checkHealth()).toEqual([]);
});

test("architecture: a club names what it can't do: look for jobs, write, reach its database", async () => {
  const { services } = club.club;
  expect(await checkClub(services, false)).toMatchObject([{ name: "jobs" }]);
  await services.db.connection().execute(async (db) => {
    await sql`set default_transaction_read_only = on`.execute(db);
    expect(await checkClub({ ...services, db }, true)).toMatchObject([{ name: "writing" }]);
    await sql`reset default_transaction_read_only`.execute(db);
  });
  const away = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ host: "127.0.0.1", port: 1 }) }),
  });
  expect(await checkClub({ ...services, db: away }, true)).toMatchObject([{ name: "database" }]);
  await away.destroy();
});

test("architecture: where the disk of the database is full, the club says so", async () => {
  const { services } = club.club;
  await sql`
    create schema full_disk;
    create function full_disk.pg_logical_emit_message(boolean, text, text) returns void language plpgsql as $$
    begin raise exception using errcode = 'disk_full', message = 'could not extend file: No space left on device'; end $$;
    grant usage on schema full_disk to public;
  `.execute(club.db);
  await services.db.connection().execute(async (db) => {
    await sql`set search_path = full_disk, pg_catalog, public`.execute(db);
    expect(await checkClub({ ...services, db }, true)).toEqual([
      { name: "writing", reason: "the disk of the database is full" },
    ]);
    await sql`reset search_path`.execute(db);
  });
});
