import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrateDatabase } from "../../../club/db/migrate";
import { openDatabase } from "../../../club/db/open";
import { openTestDatabase, type TestDatabase } from "../../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const createTable = (name: string) => ({
  name: `9000-${name}`,
  up: async (db: Kysely<unknown>) => {
    await sql`create table ${sql.table(name)} (id int)`.execute(db);
  },
});

describe("migrateDatabase", () => {
  test("architecture: a migrated database has nothing left to run", async () => {
    expect(await migrateDatabase(database.db)).toEqual([]);
  });

  test("architecture: nodes that start at once run each migration once, in order", async () => {
    const log = { info: () => undefined, warn: () => undefined };
    const nodes = await Promise.all(
      [1, 2, 3, 4].map(() => openDatabase({ databaseUrl: database.connectionString, dataDir: "", log })),
    );
    const steps = [createTable("first"), createTable("second")];
    const ran = await Promise.all(nodes.map((node) => migrateDatabase(node.db, steps)));
    await Promise.all(nodes.map((node) => node.close()));
    expect(ran.flat()).toEqual(["9000-first", "9000-second"]);
  });

  test("architecture: a migration that fails leaves no trace and runs again next time", async () => {
    const good = createTable("third");
    const failing = {
      name: good.name,
      up: async (db: Kysely<unknown>) => {
        await good.up(db);
        throw new Error("interrupted");
      },
    };
    await expect(migrateDatabase(database.db, [failing])).rejects.toThrow("interrupted");
    expect(await migrateDatabase(database.db, [good])).toEqual([good.name]);
  });
});
