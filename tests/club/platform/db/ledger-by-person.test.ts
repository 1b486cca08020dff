import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrateDatabase } from "../../../../club/platform/db/migrate";
import { migrations } from "../../../../club/platform/db/migrations/index";
import { type OpenedDatabase, openDatabase } from "../../../../club/platform/db/open";
import type { Database } from "../../../../club/platform/db/schema";
import { gatherLedgerStatistics } from "../../../../club/points/ledger-statistics";
import { APPLICATION_ROLE, asApplication, type CreatedDatabase, createEmptyDatabase } from "../../../setup/database";

const MIGRATION = "0017-ledger-by-person";
const BEFORE = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < MIGRATION));
const PEOPLE = 50;
const ENTRIES = 20;
const quiet = { info: () => undefined, warn: () => undefined };

let empty: CreatedDatabase;
let owner: OpenedDatabase;
/** A node of the release before, which goes on. */
let node: OpenedDatabase;
let before: unknown[];

beforeAll(async () => {
  empty = await createEmptyDatabase();
  owner = await openDatabase({ databaseUrl: empty.connectionString, dataDir: "", log: quiet });
  await migrateDatabase(owner.db, BEFORE);
  await sql`grant select, insert on ledger_entries to ${sql.ref(APPLICATION_ROLE)}`.execute(owner.db);
  await sql`grant select, update on users to ${sql.ref(APPLICATION_ROLE)}`.execute(owner.db);
  node = await openDatabase({ databaseUrl: asApplication(empty.connectionString), dataDir: "", log: quiet });
  await sql`
    insert into users (role, first_name, last_name, phone, email)
      select 'member', 'Иван', 'Иванов', (79000000000 + n)::text, n || '@example.org' from generate_series(1, ${PEOPLE}::int) n
  `.execute(owner.db);
  await sql`
    insert into ledger_entries (user_id, amount, balance_after, number, reason, reference, action)
      select users.id, case when n % 2 = 1 then 5 else -5 end, case when n % 2 = 1 then 5 else 0 end, (n + 1) / 2,
        'correction', 'entry:' || n, 'Начало'
      from generate_series(1, ${ENTRIES}::int) n, users
  `.execute(owner.db);
  // The last number that was given out is that of an entry that was rolled back.
  await sql`select nextval('ledger_entries_id_seq')`.execute(owner.db);
  before = await readEntries(owner.db);
  await insertEntry(node.db, 1);
  await sql`select from ledger_entries`.execute(node.db);
  before = await readEntries(owner.db);
  expect(await migrateDatabase(owner.db)).toContain(MIGRATION);
});
afterAll(async () => {
  await node.close();
  await owner.close();
  await empty.drop();
});

async function readEntries(db: Kysely<Database>): Promise<unknown[]> {
  return db.selectFrom("ledger_entries").selectAll().orderBy("id").execute();
}

function insertEntry(db: Kysely<Database>, number: number, userId = sql<number>`(select min(id) from users)`) {
  return db
    .insertInto("ledger_entries")
    .values({
      user_id: userId,
      amount: 7,
      balance_after: 7,
      number: 1_000 + number,
      reason: "correction",
      reference: `later:${number}`,
      action: "Потом",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

describe("the ledger that is divided by person", () => {
  test("§1.3 has every entry that it had, and ids go on", async () => {
    expect(await readEntries(owner.db)).toEqual(before);
    const { id } = await insertEntry(node.db, 2);
    expect(id).toBe(PEOPLE * ENTRIES + 3);
    const { rows } = await sql<{ part: string; people: number }>`
      select tableoid::regclass::text as part, count(distinct user_id) as people from ledger_entries group by 1 order by 1
    `.execute(owner.db);
    expect(rows.map(({ part }) => part)).toEqual([0, 1, 2, 3].map((part) => `ledger_entries_${part}`));
    expect(rows.reduce((sum, { people }) => sum + people, 0)).toBe(PEOPLE);
  });

  test("§1.3 refuses the same credit and the same number twice, and entries of nobody", async () => {
    await insertEntry(owner.db, 3);
    await expect(insertEntry(owner.db, 3)).rejects.toThrow("duplicate key");
    const renumbered = sql`
      insert into ledger_entries (user_id, amount, balance_after, number, reason, reference, action)
        select user_id, amount, balance_after, number, reason, 'another', action from ledger_entries where reference = 'later:3'
    `;
    await expect(renumbered.execute(owner.db)).rejects.toThrow("duplicate key");
    await expect(insertEntry(owner.db, 4, sql<number>`0`)).rejects.toMatchObject({ code: "23503" });
  });

  test.each(["ledger_entries", "ledger_entries_0", "ledger_entries_1", "ledger_entries_2", "ledger_entries_3"])(
    "§1.3 is final for its owner, too: %s",
    async (table) => {
      for (const change of ["update @ set amount = 1", "delete from @", "truncate @"]) {
        const statement = sql.raw(change.replace("@", table));
        await expect(statement.execute(owner.db), change).rejects.toThrow("never changed");
      }
      const ofNobody = sql`
        insert into ${sql.table(table)} (id, user_id, amount, balance_after, number, reason, reference, action)
          overriding system value
          select 1000000, nobody, 1, 1, 1, 'correction', 'nobody', ''
          from generate_series(-100, -1) nobody
          where ${table} = 'ledger_entries' or satisfies_hash_partition('ledger_entries'::regclass, 4, ${Number(table.at(-1)) || 0}, nobody)
          limit 1
      `;
      await expect(ofNobody.execute(owner.db)).rejects.toMatchObject({ code: "23503" });
    },
  );

  test("architecture: a node that was running keeps its rights to the ledger, and has none to the parts", async () => {
    await insertEntry(node.db, 5);
    await expect(sql`delete from ledger_entries`.execute(node.db)).rejects.toMatchObject({ code: "42501" });
    await expect(sql`select from ledger_entries_0`.execute(node.db)).rejects.toMatchObject({ code: "42501" });
  });

  test("architecture: one person's entries are looked for in one part, and the whole has statistics", async () => {
    await sql`grant execute on function gather_ledger_statistics() to ${sql.ref(APPLICATION_ROLE)}`.execute(owner.db);
    await sql`delete from pg_statistic where starelid = 'ledger_entries'::regclass`.execute(owner.db);
    await gatherLedgerStatistics(node.db);
    const { rows: statistics } = await sql<{ columns: number }>`
      select count(*) as columns from pg_stats where tablename = 'ledger_entries' and inherited
    `.execute(owner.db);
    expect(statistics[0]?.columns).toBeGreaterThan(0);
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select from ledger_entries where user_id = 7 and amount > 0 and number between 3 and 5
    `.execute(owner.db);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan.match(/ledger_entries_\d/g)?.filter((part, index, all) => all.indexOf(part) === index)).toHaveLength(1);
  });
});
