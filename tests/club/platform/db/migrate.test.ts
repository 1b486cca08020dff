import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ClubMigration } from "../../../../club/platform/db/club-migration";
import { UnfinishedMoveError } from "../../../../club/platform/db/ended-moves";
import { migrateDatabase } from "../../../../club/platform/db/migrate";
import { migrations } from "../../../../club/platform/db/migrations/index";
import { listRanMigrations, NewerSchemaError, runsOnNewerSchema } from "../../../../club/platform/db/newer-schema";
import { OLDEST_SCHEMA, OlderSchemaError } from "../../../../club/platform/db/oldest-schema";
import { type OpenedDatabase, openDatabase } from "../../../../club/platform/db/open";
import { explainStartFailure } from "../../../../server/start-failure";
import { type CreatedDatabase, createEmptyDatabase } from "../../../setup/database";

type Steps = Record<string, ClubMigration>;
const ALL = Object.keys(migrations);
const quiet = { info: () => undefined, warn: () => undefined };

let empty: CreatedDatabase;
let database: OpenedDatabase;
beforeEach(async () => {
  empty = await createEmptyDatabase();
  database = await openNode();
});
afterEach(async () => {
  await database.close();
  await empty.drop();
});

describe("migrateDatabase", () => {
  test("architecture: a fresh database gets every migration, and then has nothing left to run", async () => {
    expect(await migrateDatabase(database.db)).toEqual(ALL);
    expect(await migrateDatabase(database.db)).toEqual([]);
  });

  test("architecture: nodes that start at once run each migration once, in order", async () => {
    const steps = { ...migrations, "9000-first": createTable("first"), "9001-second": createTable("second") };
    expect(await migrateOnFourNodes(steps)).toEqual([...ALL, "9000-first", "9001-second"]);
  });

  test("architecture: a migration that fails is named, leaves no trace and runs again next time", async () => {
    await migrateDatabase(database.db);
    const good = createTable("third");
    const failing: ClubMigration = {
      up: async (db) => {
        await good.up(db);
        throw new Error("interrupted");
      },
    };
    await expect(migrateDatabase(database.db, { ...migrations, "9000-third": failing })).rejects.toThrow(
      "Migration 9000-third failed: interrupted",
    );
    expect(await migrateDatabase(database.db, { ...migrations, "9000-third": good })).toEqual(["9000-third"]);
  });

  test("architecture: a migration doesn't wait for ever for a table that is in use, and holds nobody up", async () => {
    await migrateDatabase(database.db);
    const node = await openNode();
    const steps: Record<string, ClubMigration> = {
      ...migrations,
      "9000-column": { up: (db) => sql`alter table segments add column colour text`.execute(db).then(() => undefined) },
    };
    await database.db.transaction().execute(async (trx) => {
      await sql`select * from segments`.execute(trx);
      await expect(migrateDatabase(node.db, steps, "200ms")).rejects.toThrow("Migration 9000-column failed");
    });
    expect(await migrateDatabase(node.db, steps)).toEqual(["9000-column"]);
    await node.close();
  });

  test("architecture: a release runs on a schema that a newer one has only added to, and leaves it as it is", async () => {
    await migrateDatabase(database.db, { ...migrations, "9000-later": createTable("later") });
    expect(await migrateDatabase(database.db)).toEqual([]);
    expect(await runsOnNewerSchema(database.db)).toBe(true);
    expect(await runsOnNewerSchema(database.db, [...ALL, "9000-later"])).toBe(false);
  });

  test("architecture: a release whose columns a newer one has taken away doesn't start, and says which one does", async () => {
    const contraction = { ...dropColumn("segments", "is_custom"), oldestRelease: "1.10.0" };
    const later = { ...migrations, "9000-later": createTable("later"), "9001-contract": contraction };
    await migrateDatabase(database.db, later);
    const known = [...ALL, "9000-later"];
    expect(await runsOnNewerSchema(database.db, known, "1.10.0")).toBe(true);
    for (const release of ["1.9.9", "1.2.0", "0.99.0"]) {
      const refused = runsOnNewerSchema(database.db, known, release);
      await expect(refused).rejects.toThrow(NewerSchemaError);
      await expect(refused).rejects.toThrow("(migration 9001-contract): it needs release 1.10.0 or later");
    }
  });

  test("architecture: a release migrates from the oldest schema that it names, and refuses an older one in words", async () => {
    const upToOldest = ALL.slice(0, ALL.indexOf(OLDEST_SCHEMA) + 1);
    await migrateDatabase(database.db, Object.fromEntries(upToOldest.map((name) => [name, migrations[name]])) as Steps);
    expect(await migrateDatabase(database.db)).toEqual(ALL.slice(upToOldest.length));
    const later = { ...migrations, "9000-moved": createTable("moved"), "9001-next": createTable("next") };
    const refused = migrateDatabase(database.db, later, "20s", "9000-moved");
    await expect(refused).rejects.toThrow(OlderSchemaError);
    await expect(refused).rejects.toThrow(`has the schema ${ALL.at(-1)}, and release`);
    expect(explainStartFailure(await refused.catch((error) => error))).toContain("reads 9000-moved and later. Start a");
    expect(await listRanMigrations(database.db)).toEqual(ALL);
    // A new club has no release in between, and after the one in between nothing stands in the way.
    const other = await createEmptyDatabase();
    const node = await openDatabase({ databaseUrl: other.connectionString, dataDir: "", log: quiet });
    expect(await migrateDatabase(node.db, later, "20s", "9000-moved")).toEqual(Object.keys(later));
    await node.close();
    await other.drop();
    const { "9001-next": _, ...between } = later;
    await migrateDatabase(database.db, between);
    expect(await migrateDatabase(database.db, later, "20s", "9000-moved")).toEqual(["9001-next"]);
  });

  test("architecture: a migration that takes away what a move of data still needs doesn't run before its end", async () => {
    const contraction = { ...dropColumn("segments", "is_custom"), needsMoves: ["custom-segments"] };
    const later = { ...migrations, "9000-contract": contraction };
    await migrateDatabase(database.db);
    const refused = () => expect(migrateDatabase(database.db, later)).rejects.toThrow(UnfinishedMoveError);
    // Nobody has begun it, it goes on, and a node of the earlier release has written behind it.
    await refused();
    await sql`insert into data_moves (name, started_at) values ('custom-segments', now())`.execute(database.db);
    await refused();
    await sql`update data_moves set ended_at = now()`.execute(database.db);
    expect(await migrateDatabase(database.db, later)).toEqual(["9000-contract"]);
    // What has run isn't asked about again.
    await sql`update data_moves set ended_at = null`.execute(database.db);
    expect(await migrateDatabase(database.db, later)).toEqual([]);
  });

  test("architecture: a database without data needs no move, and one of a release before moves has none that ended", async () => {
    const contraction = { ...dropColumn("segments", "is_custom"), needsMoves: ["custom-segments"] };
    const later = { ...migrations, "9000-contract": contraction };
    expect(await migrateDatabase(database.db, later)).toEqual([...ALL, "9000-contract"]);
    const other = await createEmptyDatabase();
    const node = await openDatabase({ databaseUrl: other.connectionString, dataDir: "", log: quiet });
    const first = Object.fromEntries(Object.entries(migrations).slice(0, 1));
    await migrateDatabase(node.db, first);
    await expect(migrateDatabase(node.db, later)).rejects.toThrow("needs the data move custom-segments");
    await node.close();
    await other.drop();
  });

  test("architecture: an index is built while others write, and again when a start was cut off in the middle of it", async () => {
    await migrateDatabase(database.db);
    const indexes = { later_index: "on segments (display_name)" };
    const steps = { ...migrations, "9000-index": { up: async () => undefined, indexes } };
    const nodes = await Promise.all([openNode(), openNode()]);
    const isValid = async () => {
      const { rows } = await sql<{ valid: boolean }>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass('later_index')
      `.execute(database.db);
      return rows.map(({ valid }) => valid);
    };
    expect((await Promise.all(nodes.map((node) => migrateDatabase(node.db, steps)))).flat()).toEqual(["9000-index"]);
    expect(await isValid()).toEqual([true]);
    await sql`update pg_index set indisvalid = false where indexrelid = to_regclass('later_index')`.execute(
      database.db,
    );
    expect(await migrateDatabase(database.db, steps)).toEqual([]);
    expect(await isValid()).toEqual([true]);
    await Promise.all(nodes.map((node) => node.close()));
  });
});

function dropColumn(table: string, column: string): ClubMigration {
  return {
    up: async (db: Kysely<unknown>) => {
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
    },
  };
}

function openNode(): Promise<OpenedDatabase> {
  return openDatabase({ databaseUrl: empty.connectionString, dataDir: "", log: quiet });
}

/** @returns the names that the nodes ran, of all nodes together */
async function migrateOnFourNodes(steps: Record<string, ClubMigration>): Promise<string[]> {
  const nodes = await Promise.all([1, 2, 3, 4].map(openNode));
  const ran = await Promise.all(nodes.map((node) => migrateDatabase(node.db, steps)));
  await Promise.all(nodes.map((node) => node.close()));
  return ran.flat();
}

function createTable(name: string): ClubMigration {
  return {
    up: async (db: Kysely<unknown>) => {
      await sql`create table ${sql.table(name)} (id int)`.execute(db);
    },
  };
}
