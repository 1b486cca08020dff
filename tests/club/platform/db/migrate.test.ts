import { type Kysely, type Migration, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrateDatabase, NewerSchemaError } from "../../../../club/platform/db/migrate";
import { migrations } from "../../../../club/platform/db/migrations/index";
import { type OpenedDatabase, openDatabase } from "../../../../club/platform/db/open";
import { type CreatedDatabase, createEmptyDatabase } from "../../../setup/database";

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
    const failing: Migration = {
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
    const steps: Record<string, Migration> = {
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

  test("architecture: a database with a migration that this release doesn't know is refused by the migration's name", async () => {
    await migrateDatabase(database.db, { ...migrations, "9000-later": createTable("later") });
    const refused = migrateDatabase(database.db);
    await expect(refused).rejects.toThrow(NewerSchemaError);
    await expect(refused).rejects.toThrow("A newer release has changed this database (migration 9000-later)");
  });
});

function openNode(): Promise<OpenedDatabase> {
  return openDatabase({ databaseUrl: empty.connectionString, dataDir: "", log: quiet });
}

/** @returns the names that the nodes ran, of all nodes together */
async function migrateOnFourNodes(steps: Record<string, Migration>): Promise<string[]> {
  const nodes = await Promise.all([1, 2, 3, 4].map(openNode));
  const ran = await Promise.all(nodes.map((node) => migrateDatabase(node.db, steps)));
  await Promise.all(nodes.map((node) => node.close()));
  return ran.flat();
}

function createTable(name: string): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await sql`create table ${sql.table(name)} (id int)`.execute(db);
    },
  };
}
