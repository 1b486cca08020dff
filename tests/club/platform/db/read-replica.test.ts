import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { endpoints } from "../../../../club/endpoints";
import { lists } from "../../../../club/operators/operator-parts";
import { openReadReplica } from "../../../../club/platform/db/read-replica";
import type { Database } from "../../../../club/platform/db/schema";
import { DEFAULT_TIMEOUTS } from "../../../../club/platform/db/timeouts";
import { readLagging } from "../../../../club/platform/read-lagging";
import type { Services } from "../../../../club/platform/services";
import { openTestClub, type TestClub } from "../../../setup/club";
import { asApplication } from "../../../setup/database";
import { findFreePort } from "../../../setup/free-port";

const log = { info: () => undefined, warn: () => undefined };
const timeouts = DEFAULT_TIMEOUTS;

let club: TestClub;
beforeAll(async () => {
  // The server is its own replica: what counts is by which connections it is read.
  club = await openTestClub({ work: false, readUrl: (url) => url });
});
afterAll(() => club.close());

const readName = async ({ db }: Services) =>
  (await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db)).rows[0]?.name;

const replicaOf = (url: string, primary = club.club.services.db, maxLagMs = 60_000) =>
  openReadReplica({ url, primary, maxLagMs, timeouts, log });

test("architecture: figures, statistics and exports that may be seconds old are read from the replica", async () => {
  const { services } = club.club;
  expect(await readLagging(services, readName)).toBe("club reads");
  expect(await readName(services)).not.toBe("club reads");
  await expect(club.club.readFigures()).resolves.toMatchObject({ jobs: [] });
  expect((await club.club.readResources()).replicaLag).toBeLessThan(60);
  const lagging = endpoints.filter(({ mayLag }) => mayLag).map(({ descriptor }) => descriptor);
  expect(lagging.map(({ path }) => path)).toHaveLength(2);
  expect(lagging.every(({ method }) => method === "GET")).toBe(true);
  expect(lists.filter(({ mayLag }) => mayLag).map(({ name }) => name)).toEqual(["promotion-costs"]);
});

test("architecture: a write by way of the replica fails, and isn't made at the primary instead", async () => {
  const { services } = club.club;
  const write = ({ db }: Services) => db.insertInto("settings").values({ name: "lagging", value: "no" }).execute();
  await expect(readLagging(services, write)).rejects.toThrow(/A read has tried to write/);
  expect(await club.db.selectFrom("settings").select("name").where("name", "=", "lagging").execute()).toEqual([]);
});

test("architecture: a read that is wrong itself fails there, and the replica goes on being read", async () => {
  const { services } = club.club;
  let times = 0;
  const wrong = ({ db }: Services) => {
    times += 1;
    return sql`select no_such_column from users`.execute(db);
  };
  await expect(readLagging(services, wrong)).rejects.toThrow(/no_such_column/);
  expect(times).toBe(1);
  expect(await readLagging(services, readName)).toBe("club reads");
});

test("architecture: a read that the replica cuts is made again at the primary, and the next ones go there", async () => {
  const { services } = club.club;
  const readReplica = await replicaOf(asApplication(club.connectionString));
  const own = { ...services, readReplica };
  const cut = async (from: Services) => {
    if (from.db === readReplica.db) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(from.db);
    return readName(from);
  };
  expect(await readLagging(own, cut)).not.toBe("club reads");
  expect(readReplica.lagMs).toBeNull();
  expect(await readLagging(own, readName)).not.toBe("club reads");
  await readReplica.close();
});

test("architecture: without an answer of the replica the primary is read", async () => {
  const { services } = club.club;
  const readReplica = await replicaOf(`postgres://club_app@127.0.0.1:${await findFreePort()}/club`);
  expect(await readLagging({ ...services, readReplica }, readName)).not.toBe("club reads");
  expect(readReplica.lagMs).toBeNull();
  await expect(readReplica.measureLag()).rejects.toThrow();
  await readReplica.close();
});

test("architecture: a replica that has not reached what the primary wrote in time isn't read", async () => {
  const { services } = club.club;
  const primary = { position: 1 };
  const readReplica = await replicaOf(asApplication(club.connectionString), answering(primary), 0);
  const now = vi.spyOn(performance, "now");
  const measureAt = (ms: number) => {
    now.mockReturnValue(ms);
    return readReplica.measureLag();
  };
  expect(await measureAt(1_000)).toBe(0);
  primary.position = Number.MAX_SAFE_INTEGER;
  expect(await measureAt(5_000)).toBe(4_000);
  expect(await measureAt(9_000)).toBe(8_000);
  expect(await readLagging({ ...services, readReplica }, readName)).not.toBe("club reads");
  // Another primary begins behind the former one.
  primary.position = 2;
  expect(await measureAt(12_000)).toBe(0);
  now.mockRestore();
  await readReplica.close();
  const unknown = await replicaOf(asApplication(club.connectionString), answering({ position: 2 ** 52 }));
  await expect(unknown.measureLag()).rejects.toThrow(/reached nothing/);
  expect(await unknown.isUsable()).toBe(false);
  await unknown.close();
});

/** A primary that only tells its position. */
function answering(told: { position: number }): Kysely<Database> {
  const query = async () => ({ command: "SELECT", rowCount: 1, rows: [{ position: told.position }] });
  const connect = async () => ({ query, release: () => undefined });
  return new Kysely({
    dialect: new PostgresDialect({ pool: { connect, end: async () => undefined } as never }),
  });
}
