import { once } from "node:events";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../../../club/platform/db/open";
import { openTestDatabase, type TestDatabase } from "../../../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe("openDatabase", () => {
  test("architecture: counts are numbers and days are texts, in columns and in arrays", async () => {
    const { rows } = await sql`
      select 9007199254740991::int8 as big, 12.50::numeric as rate, date '2025-03-09' as day, null::int8 as none,
        array[1, null, 3]::int8[] as bigs, array[date '2025-01-31'] as days
    `.execute(database.db);
    expect(rows).toEqual([
      { big: 9007199254740991, rate: 12.5, day: "2025-03-09", none: null, bigs: [1, null, 3], days: ["2025-01-31"] },
    ]);
  });

  test("architecture: words are sorted as in Russian", async () => {
    const { rows } = await sql<{ word: string }>`
      select word from unnest(array['яма', 'Ель', 'ёж', 'аист', 'ева']) word order by word
    `.execute(database.db);
    expect(rows.map((row) => row.word)).toEqual(["аист", "ева", "ёж", "Ель", "яма"]);
  });

  test("architecture: a connection killed in the pool or inside a transaction fails its query and nothing else", async () => {
    const kill = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(database.db);
    const inside = database.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await kill(rows[0]?.pid ?? 0);
      await sql`select 1`.execute(transaction);
    });
    await expect(inside).rejects.toThrow();

    const idle = await database.pool.connect();
    const { rows } = await idle.query<{ pid: number }>("select pg_backend_pid() as pid");
    idle.release();
    const removed = once(database.pool, "remove");
    await kill(rows[0]?.pid ?? 0).catch(() => undefined);
    await removed;
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  });

  test("architecture: a connection that PostgreSQL ends after the database was closed is no loss", async () => {
    const warnings: string[] = [];
    const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
    const { pool, close } = await openDatabase({ databaseUrl: database.connectionString, dataDir: "", log });
    const ended = Object.assign(new Error("terminating connection"), { code: "57P01" });
    pool.emit("error", ended, new pg.Client());
    expect(warnings).toEqual(["A database connection was lost: 57P01"]);
    await close();
    pool.emit("error", ended, new pg.Client());
    expect(warnings).toHaveLength(1);
  });
});
