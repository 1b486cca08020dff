import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const listPrepared = (trx: TestDatabase["db"], text: string) =>
  sql<{ statement: string }>`select statement from pg_prepared_statements where statement like ${`%${text}%`}`
    .execute(trx)
    .then(({ rows }) => rows.length);

describe("PreparedClient", () => {
  test("§7.2 a statement that comes again and again is prepared once on its connection", async () => {
    await database.db.connection().execute(async (connection) => {
      const read = () => sql`select ${1}::int as often_read`.execute(connection);
      await read();
      expect(await listPrepared(connection, "as often_read")).toBe(0);
      for (let use = 0; use < 5; use++) await read();
      expect(await listPrepared(connection, "as often_read")).toBe(1);
    });
  });

  test("§7.2 a statement whose columns a migration changes is answered with the new ones", async () => {
    const { db } = database;
    await sql`create table changing (id int)`.execute(db);
    await sql`insert into changing values (1)`.execute(db);
    const read = () => sql`select * from changing where id = ${1}`.execute(db).then(({ rows }) => rows);
    for (let use = 0; use < 5; use++) expect(await read()).toEqual([{ id: 1 }]);
    await sql`alter table changing add column name text default 'new'`.execute(db);
    for (let use = 0; use < 5; use++) expect(await read()).toEqual([{ id: 1, name: "new" }]);
  });

  test("§7.2 a transaction that meets such a statement fails, and the next one is answered", async () => {
    const { db } = database;
    await sql`create table altered (id int)`.execute(db);
    await sql`insert into altered values (1)`.execute(db);
    const read = () =>
      db.transaction().execute(async (trx) => (await sql`select * from altered where id = ${1}`.execute(trx)).rows);
    for (let use = 0; use < 5; use++) await read();
    await sql`alter table altered add column name text`.execute(db);
    await expect(read()).rejects.toMatchObject({ code: "0A000" });
    expect(await read()).toEqual([{ id: 1, name: null }]);
  });
});
