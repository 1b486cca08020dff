import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson, type TestPerson } from "../../points/people";

const NOBODY = 999_999;

let club: TestClub;
let curator: TestPerson;
let manager: TestPerson;
let member: TestPerson;
let company: number;
let file: number;
beforeAll(async () => {
  club = await openTestClub({ work: false });
  curator = await addPerson(club, { role: "curator" });
  manager = await addPerson(club, { role: "manager", curatorId: curator.id });
  member = await addPerson(club, { role: "member" });
  company = await addCompany(club, { ownerId: member.id, inn: "7700000001", name: "Магазин" });
  ({ id: file } = await club.db
    .insertInto("report_files")
    .values({ curator_id: curator.id, file_name: "a.csv", content_type: "text/csv", content: Buffer.alloc(0) })
    .returning("id")
    .executeTakeFirstOrThrow());
});
afterAll(() => club.close());

let inserted = 0;
async function insertDeals(count: number, changes: Record<string, number> = {}): Promise<void> {
  const deal = {
    file_id: file,
    file_row: 2,
    curator_id: curator.id,
    manager_id: manager.id,
    member_id: member.id,
    company_id: company,
    sell_date: "2026-05-01",
    article_code: "A",
    article_name: "Свеча",
    sell_count: 1,
    manager_points: 1,
    member_points: 1,
  };
  const deals = Array.from({ length: count }, () => {
    inserted += 1;
    return { ...deal, fingerprint: Buffer.from(`deal ${inserted}`) };
  });
  await club.db
    .insertInto("deals")
    .values(deals.map((one, index) => (index === count - 1 ? { ...one, ...changes } : one)))
    .execute();
}

const countDeals = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from deals`.execute(club.db)).rows[0]?.count;

test("§8.6 a deal of a person, company or report that doesn't exist is refused with all others of its statement", async () => {
  for (const column of ["file_id", "curator_id", "manager_id", "member_id", "company_id"]) {
    await expect(insertDeals(3, { [column]: NOBODY }), column).rejects.toMatchObject({ code: "23503" });
  }
  await expect(insertDeals(1, { curator_id: manager.id }), "another curator's").rejects.toMatchObject({
    code: "23503",
  });
  expect(await countDeals()).toBe(0);
  await insertDeals(3);
  expect(await countDeals()).toBe(3);
  await expect(
    club.db.updateTable("deals").set({ member_id: NOBODY }).where("file_id", "=", file).execute(),
  ).rejects.toMatchObject({ code: "23503" });
});

test("§2.2.4 points of a person who doesn't exist aren't written", async () => {
  const entry = (userId: number) => sql`
    insert into ledger_entries (user_id, amount, balance_after, number, reason, reference, action)
    values (${userId}, 5, 5, 1, 'correction', 'a', '')
  `;
  await expect(entry(NOBODY).execute(club.db)).rejects.toMatchObject({ code: "23503" });
  await expect(entry(member.id).execute(club.db)).resolves.toBeDefined();
});

test("§8.6 people, companies and reports stay as long as deals or points refer to them", async () => {
  const remove = (table: string, id: number) => sql`delete from ${sql.table(table)} where id = ${id}`.execute(club.db);
  for (const [table, id] of [
    ["users", manager.id],
    ["users", member.id],
    ["companies", company],
    ["report_files", file],
  ] as const) {
    await expect(remove(table, id), table).rejects.toMatchObject({ code: "23503" });
  }
});

test("§8.6 a company that is being deleted while its deal is written keeps the deal out, or stays", async () => {
  const id = await addCompany(club, { ownerId: member.id, inn: "7700000002", name: "Второй магазин" });
  let insertion: Promise<unknown> = Promise.resolve();
  await club.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("companies").where("id", "=", id).execute();
    insertion = expect(insertDeals(1, { company_id: id })).rejects.toMatchObject({ code: "23503" });
    // Until the insertion waits for the deletion.
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`.execute(club.db)).rows.length)
      .toBeGreaterThan(0);
  });
  await insertion;
});

test("§8.6 a bonus of a deal, promotion or person that doesn't exist is refused, and they stay as long as it refers to them", async () => {
  const addPromotion = async () => {
    const promotions = club.db.insertInto("promotions").values({ name: "Весна" }).returning("id");
    return (await promotions.executeTakeFirstOrThrow()).id;
  };
  const [promotion, other] = [await addPromotion(), await addPromotion()];
  const { id: deal } = await club.db.selectFrom("deals").select("id").executeTakeFirstOrThrow();
  const { id: person } = await addPerson(club, { role: "member" });
  const bonus = { deal_id: deal, sale_id: deal, promotion_id: promotion, user_id: person, points: 5 };
  const addBonuses = (changes: Partial<typeof bonus>) =>
    club.db
      .insertInto("promotion_bonuses")
      .values([bonus, { ...bonus, promotion_id: other, ...changes }])
      .execute();
  for (const column of ["deal_id", "sale_id", "promotion_id", "user_id"]) {
    // Points below zero where deal and sale differ, as for a return.
    const points = column === "deal_id" || column === "sale_id" ? -5 : 5;
    await expect(addBonuses({ [column]: NOBODY, points }), column).rejects.toMatchObject({ code: "23503" });
  }
  expect(await club.db.selectFrom("promotion_bonuses").selectAll().execute()).toEqual([]);
  await club.db.insertInto("promotion_bonuses").values(bonus).execute();
  await expect(
    club.db.updateTable("promotion_bonuses").set({ user_id: NOBODY }).where("deal_id", "=", deal).execute(),
  ).rejects.toMatchObject({ code: "23503" });
  for (const [table, id] of [
    ["deals", deal],
    ["promotions", promotion],
    ["users", person],
  ] as const) {
    const removal = sql`delete from ${sql.table(table)} where id = ${id}`.execute(club.db);
    await expect(removal, table).rejects.toMatchObject({ code: "23503" });
  }
  await sql`delete from promotions where id = ${other}`.execute(club.db);
});
