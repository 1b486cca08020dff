import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openClub } from "../../../../club/club";
import { openServices } from "../../../../club/operators/cli/open-services";
import { readClubConfiguration } from "../../../../club/platform/configuration";
import { configureClub, openTestClub, type TestClub } from "../../../setup/club";
import { asApplication } from "../../../setup/database";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
});
afterAll(() => club.close());

/** PostgreSQL's code for a missing privilege, and for what only the owner of a table may. */
const NOT_ALLOWED = "42501";

function collectWarnings() {
  const warnings: string[] = [];
  const warn = (_fields: object, message: string) => void warnings.push(message);
  return { warnings, log: { info: () => undefined, warn, error: warn } };
}

describe("the role that serves", () => {
  test.each([
    "update ledger_entries set amount = 1",
    "update ledger_entries set action = ''",
    "delete from ledger_entries",
    "truncate ledger_entries",
    "alter table ledger_entries disable trigger user",
    "drop table ledger_entries",
    "select from ledger_entries_0",
    "insert into ledger_entries_1 (user_id) values (1)",
    "update ledger_entries_2 set amount = 1",
    "delete from ledger_entries_3",
    "truncate ledger_entries_0",
    "alter table ledger_entries detach partition ledger_entries_0",
    "analyze ledger_entries_0; alter table ledger_entries_0 disable trigger user",
    "create table mine (id int)",
    "create table pgboss.mine (id int)",
    "alter table users add column mine int",
    "insert into kysely_migration values ('9999', '')",
    "create role mine",
  ])("§1.3 may not: %s", async (statement) => {
    const { db } = club.club.services;
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: NOT_ALLOWED });
  });

  test("architecture: whoever gives one role only is told so at the start, in one line, and the club works", async () => {
    const { warnings, log } = collectWarnings();
    const single = await openClub({ ...configureClub(club.connectionString, club.dataDir, true), log, work: false });
    expect(warnings).toEqual([expect.stringMatching(/^The role \w+ of DATABASE_URL owns .*DATABASE_OWNER_URL/)]);
    expect((await single.services.db.selectFrom("users").select("id").limit(1).execute()).length).toBe(1);
    await single.close();
  });

  test("architecture: with both roles nothing is warned of, and several nodes may start at once", async () => {
    const { warnings, log } = collectWarnings();
    const configuration = {
      ...configureClub(asApplication(club.connectionString), club.dataDir, true),
      databaseOwnerUrl: club.connectionString,
    };
    const start = () => openClub({ ...configuration, log, work: false });
    for (const node of await Promise.all([start(), start(), start()])) await node.close();
    expect(warnings).toEqual([]);
  });

  test("architecture: the operator's commands work as the owner", async () => {
    const environment = {
      ...club.environment,
      DATABASE_URL: asApplication(club.connectionString),
      DATABASE_OWNER_URL: club.connectionString,
    };
    const { services, close } = await openServices(environment);
    const { rows } = await sql<{ isOwner: boolean }>`
      select tableowner = current_user as "isOwner" from pg_tables where tablename = 'ledger_entries'
    `.execute(services.db);
    await close();
    expect(rows).toEqual([{ isOwner: true }]);
    expect(() => readClubConfiguration({ ...environment, DATABASE_URL: "" })).toThrow(/^DATABASE_OWNER_URL: /);
  });
});

test("architecture: the embedded PostgreSQL has the role by itself, at the first start and at later ones", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "club-role-"));
  const { warnings, log } = collectWarnings();
  const configuration = { ...configureClub("", dataDir, false), databaseUrl: null };
  for (const start of ["first", "second"]) {
    const embedded = await openClub({ ...configuration, log });
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(embedded.services.db);
    expect(rows, start).toEqual([{ role: "club_app" }]);
    await expect(sql`truncate ledger_entries`.execute(embedded.services.db)).rejects.toMatchObject({
      code: NOT_ALLOWED,
    });
    await embedded.close();
  }
  expect(warnings).toEqual([]);
  await rm(dataDir, { recursive: true, force: true });
});
