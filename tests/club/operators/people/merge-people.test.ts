import { afterAll, beforeAll, expect, test } from "vitest";
import { MOVED } from "../../../../club/points/day-limits";
import { creditPoints, readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { verifyNewEntries } from "../../../../club/points/verify-new-entries";
import { createFingerprinter } from "../../../../club/sales/deals/sale-fingerprint";
import { listDeals } from "../../../../contract/deals";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";
import { act, readCard, refusalOf } from "../../operators";
import { storeDocuments } from "../../people/documents/store-documents";
import { runClub } from "./full-person";

let club: TestClub;
let curator: Awaited<ReturnType<typeof addPerson>>;
let fileId: number;
let row = 0;
beforeAll(async () => {
  club = await openTestClub({ settings: { secondOperatorPoints: 1_000, pointsPendingDays: 10 } });
  curator = await addPerson(club, { role: "curator" });
  await addCompany(club, curator.id, "distributor");
  const file = { curator_id: curator.id, file_name: "r.csv", content_type: "text/csv", content: Buffer.from("") };
  fileId = (await club.db.insertInto("report_files").values(file).returning("id").executeTakeFirstOrThrow()).id;
  await club.db
    .insertInto("articles")
    .values({ code: "M-1", name: "Фильтр", manager_points: 5, member_points: 10 })
    .execute();
});
afterAll(() => club.close());

type Person = Awaited<ReturnType<typeof addPerson>>;

/** A counted sale of one piece. */
async function addDeal(manager: Person, member: Person, companyId: number, inn: string): Promise<void> {
  const sale = { sellDate: "2026-02-03", articleCode: "M-1", count: 1 };
  const fingerprint = createFingerprinter()({ ...sale, curatorId: curator.id, managerId: manager.id, inn });
  await club.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto("deals")
      .values({
        file_id: fileId,
        file_row: ++row,
        curator_id: curator.id,
        manager_id: manager.id,
        member_id: member.id,
        company_id: companyId,
        sell_date: sale.sellDate,
        article_code: "M-1",
        article_name: "Фильтр",
        sell_count: 1,
        manager_points: 5,
        member_points: 10,
        fingerprint,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const credit = { reason: "deal", reference: `deal:${id}`, action: "Продажа" } as const;
    await creditPoints(trx, MOVED, [
      { ...credit, userId: manager.id, amount: 5 },
      { ...credit, userId: member.id, amount: 10 },
    ]);
  });
}

const merge = (person: Person, duplicate: Person) => ({
  person: String(person.id),
  duplicate: String(duplicate.id),
  reason: "Один паспорт",
});
const verify = async () => [
  ...(await verifyLedger(club.db)),
  ...(await verifyNewEntries(club.db, { seal: club.club.services.seal, now: new Date() })).differences,
];

test("§1.1 two accounts of a shop become one: points, purchases and the company go over, and the ledger holds", async () => {
  const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
  const [stays, ends] = [await addPerson(club), await addPerson(club, { curator_id: curator.id })];
  const company = await addCompany(club, ends.id, "retail");
  await addDeal(manager, ends, company.id, company.inn);
  const token = await ends.logIn();
  expect(await verify()).toEqual([]);
  const done = await act(club, "merge-people", merge(stays, ends));
  expect(done).toMatchObject({ state: "done", points: 10, after: { balance: 10, moved: { компании: 1, покупки: 1 } } });
  expect([await readBalance(club.db, stays.id), await readBalance(club.db, ends.id)]).toEqual([10, 0]);
  expect(await verify()).toEqual([]);
  const entries = await club.db
    .selectFrom("ledger_entries")
    .select(["user_id", "action", "amount"])
    .where("user_id", "in", [stays.id, ends.id])
    .orderBy("id")
    .execute();
  expect(entries.slice(1)).toEqual([
    { user_id: ends.id, action: "Баллы перенесены в другой ваш аккаунт", amount: -10 },
    { user_id: stays.id, action: "Баллы из вашего второго аккаунта", amount: 10 },
  ]);
  const deals = await club.ask(listDeals, {}, { token: await stays.logIn() });
  expect(deals.items).toMatchObject([{ article_code: "M-1", points: 10 }]);
  const row = await club.db.selectFrom("users").selectAll().where("id", "=", ends.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ is_disabled: true, merged_into_id: stays.id });
  expect((await club.call(listDeals, {}, { token })).status).toBe(401);
  expect((await readCard(club, "person", String(ends.id))).acts).not.toContain("enable-person");
  expect(await refusalOf(club, "enable-person", { person: ends.phone })).toMatchObject({ field: "person" });
  expect((await club.lastMessage(ends.email, "Аккаунты объединены")).text).toContain(`Логин: ${stays.phone}`);
});

test("§1.1 who has a distributor and a manager keeps them, and who has none gets those of the other account", async () => {
  const other = await addPerson(club, { role: "curator" });
  await addCompany(club, other.id, "distributor");
  const managers = [
    await addPerson(club, { role: "manager", curator_id: curator.id }),
    await addPerson(club, { role: "manager", curator_id: other.id }),
  ];
  const [own, others] = [
    { curator_id: curator.id, manager_id: managers[0]?.id ?? null },
    { curator_id: other.id, manager_id: managers[1]?.id ?? null },
  ];
  const nobodys = { curator_id: null, manager_id: null };
  for (const [before, ended, after] of [
    [own, others, own],
    [nobodys, others, others],
    [own, nobodys, own],
  ] as const) {
    const [stays, ends] = [await addPerson(club, before), await addPerson(club, ended)];
    expect(await act(club, "merge-people", merge(stays, ends))).toMatchObject({ state: "done" });
    const kept = club.db.selectFrom("users").select(["curator_id", "manager_id"]).where("id", "=", stays.id);
    expect(await kept.executeTakeFirst()).toEqual(after);
  }
});

test("§8.6 a report that names the other manager counts no sale again after two managers were merged", async () => {
  const [stays, ends] = [
    await addPerson(club, { role: "manager", curator_id: curator.id }),
    await addPerson(club, { role: "manager", curator_id: curator.id }),
  ];
  const member = await addPerson(club, { manager_id: ends.id });
  const { id, inn } = await addCompany(club, member.id, "retail");
  await addDeal(stays, member, id, inn);
  await addDeal(ends, member, id, inn);
  await act(club, "merge-people", merge(stays, ends));
  const next = createFingerprinter();
  const sale = {
    curatorId: curator.id,
    managerId: stays.id,
    inn,
    sellDate: "2026-02-03",
    articleCode: "M-1",
    count: 1,
  };
  const counted = await club.db.selectFrom("deals").select("fingerprint").where("manager_id", "=", stays.id).execute();
  expect(counted.map(({ fingerprint }) => fingerprint.toString("hex")).sort()).toEqual(
    [next(sale), next(sale)].map((fingerprint) => fingerprint.toString("hex")).sort(),
  );
  const kept = await club.db.selectFrom("users").selectAll().where("id", "=", member.id).executeTakeFirstOrThrow();
  expect(kept.manager_id).toBe(stays.id);
  expect(await verify()).toEqual([]);
});

test("§1.3 what waited for the other account is credited, and many points need a second operator", async () => {
  const [stays, ends] = [await addPerson(club), await addPerson(club, { agreement_accepted_at: null })];
  const credit = { userId: ends.id, amount: 40, reason: "correction", reference: "wait", action: "Ждёт" } as const;
  await club.db.transaction().execute((trx) => creditPoints(trx, MOVED, [credit]));
  expect(await act(club, "merge-people", merge(stays, ends))).toMatchObject({ points: 40 });
  expect(await readBalance(club.db, stays.id)).toBe(40);
  const rich = await addPerson(club);
  await club.db
    .transaction()
    .execute((trx) => creditPoints(trx, MOVED, [{ ...credit, userId: rich.id, amount: 5_000 }]));
  expect(await act(club, "merge-people", merge(stays, rich))).toMatchObject({ state: "waiting" });
  expect(await readBalance(club.db, rich.id)).toBe(5_000);
});

test("§1.1 accounts of different roles, closed ones and one and the same aren't merged", async () => {
  const person = await addPerson(club);
  const manager = await addPerson(club, { role: "manager" });
  const disabled = await addPerson(club, { is_disabled: true });
  expect(await refusalOf(club, "merge-people", merge(person, manager))).toMatchObject({ field: "duplicate" });
  expect(await refusalOf(club, "merge-people", merge(person, person))).toMatchObject({ field: "duplicate" });
  expect(await refusalOf(club, "merge-people", merge(disabled, person))).toMatchObject({ field: "person" });
  const [curator, system] = [await addPerson(club, { role: "curator" }), await addPerson(club, SYSTEM_CURATOR)];
  expect(await refusalOf(club, "merge-people", merge(curator, system))).toMatchObject({ field: "duplicate" });
  const newcomer = await addPerson(club, { agreement_accepted_at: null });
  expect(await refusalOf(club, "merge-people", merge(newcomer, person))).toMatchObject({ field: "person" });
  const other = await addPerson(club);
  await act(club, "merge-people", merge(person, other));
  expect(await refusalOf(club, "merge-people", merge(person, other))).toMatchObject({ field: "duplicate" });
  const last = await addPerson(club);
  await act(club, "merge-people", merge(last, person));
  const chain = await club.db.selectFrom("users").select("merged_into_id").where("id", "=", other.id).execute();
  expect(chain).toEqual([{ merged_into_id: last.id }]);
});

const SYSTEM_CURATOR = { role: "curator", is_system: true } as const;

test("§6.2 an account with a debt isn't merged; a paid one, and one of the account that stays, are no hindrance", async () => {
  const [stays, ends] = [await addPerson(club), await addPerson(club)];
  const debt = { amount: 30, reason: "return", action: "Возврат", created_at: new Date() } as const;
  await club.db
    .insertInto("debts")
    .values([
      { ...debt, user_id: ends.id, amount_left: 30, reference: `debt:${ends.id}` },
      { ...debt, user_id: ends.id, amount_left: 0, reference: `paid:${ends.id}` },
      { ...debt, user_id: stays.id, amount_left: 30, reference: `debt:${stays.id}` },
    ])
    .execute();
  const refused = await refusalOf(club, "merge-people", merge(stays, ends));
  expect(refused).toMatchObject({ field: "duplicate", message: expect.stringContaining("30 баллов") });
  await club.db.updateTable("debts").set({ amount_left: 0 }).where("user_id", "=", ends.id).execute();
  const held = { available_on: "2099-01-01", points: 50, reason: "deal", reference: `held:${ends.id}` };
  await club.db
    .insertInto("held_points")
    .values({ ...held, user_id: ends.id })
    .execute();
  const credit = { userId: ends.id, amount: 50, reason: "correction", reference: `held:${ends.id}` } as const;
  await club.db.transaction().execute((trx) => creditPoints(trx, MOVED, [{ ...credit, action: "Продажа" }]));
  expect(await act(club, "merge-people", merge(stays, ends))).toMatchObject({ state: "done" });
  expect(await readBalance(club.db, stays.id)).toBe(20);
  // What has paid the debt isn't held any more.
  const left = await club.db.selectFrom("held_points").select("points").where("user_id", "=", stays.id).execute();
  expect(left).toEqual([{ points: 20 }]);
});

test("§1.4 of two invitations to one address the answered one stays, whichever account has sent it", async () => {
  for (const whose of ["stays", "ends"] as const) {
    const people = { stays: await addPerson(club, SYSTEM_CURATOR), ends: await addPerson(club, SYSTEM_CURATOR) };
    const guest = await addPerson(club);
    const email = `guest-of-${people[whose].id}@example.org`;
    const invite = (by: keyof typeof people) => ({
      ...({ email, first_name: "А", last_name: "Б", target_role: "member", inviter_id: people[by].id } as const),
      ...(by === whose && { status: "registered" as const, registered_user_id: guest.id }),
    });
    await club.db
      .insertInto("invites")
      .values([invite("stays"), invite("ends")])
      .execute();
    await act(club, "merge-people", merge(people.stays, people.ends));
    const kept = club.db.selectFrom("invites").select(["inviter_id", "registered_user_id"]).where("email", "=", email);
    expect(await kept.execute()).toEqual([{ inviter_id: people.stays.id, registered_user_id: guest.id }]);
  }
});

test("architecture: an erasure takes the former accounts along", async () => {
  const [stays, ends] = [await addPerson(club), await addPerson(club, { last_name: "Безмолвный" })];
  await act(club, "merge-people", merge(stays, ends));
  expect(await runClub(club, "erase-person", stays.phone, "--yes")).toMatchObject({ code: 0 });
  const rows = await club.db.selectFrom("users").selectAll().where("id", "in", [stays.id, ends.id]).execute();
  for (const erased of rows) expect(erased).toMatchObject({ last_name: "Удалённый", is_disabled: true });
  expect(JSON.stringify(rows)).not.toContain(ends.phone);
  // One that was erased by itself is no hindrance.
  const [other, former] = [await addPerson(club), await addPerson(club)];
  await act(club, "merge-people", merge(other, former));
  for (const { id } of [former, other]) {
    expect(await runClub(club, "erase-person", String(id), "--yes")).toMatchObject({ code: 0 });
  }
});

test("§1.1 the account that stays keeps its own manager, or takes the other's, and new people by the other's link", async () => {
  const managers = [
    await addPerson(club, { role: "manager", curator_id: curator.id }),
    await addPerson(club, { role: "manager", curator_id: curator.id }),
  ];
  const [one = 0, two = 0] = managers.map(({ id }) => id);
  const managerOf = async ({ id }: { id: number }) =>
    (await club.db.selectFrom("users").select("manager_id").where("id", "=", id).executeTakeFirstOrThrow()).manager_id;
  const [stays, ends] = [await addPerson(club, { manager_id: one }), await addPerson(club, { manager_id: two })];
  const active = await addPerson(club, { referred_by_id: ends.id });
  const newcomer = await addPerson(club, { referred_by_id: ends.id, agreement_accepted_at: null });
  await act(club, "merge-people", merge(stays, ends));
  expect(await managerOf(stays)).toBe(one);
  const referrals = club.db.selectFrom("users").select("referred_by_id").where("id", "in", [active.id, newcomer.id]);
  // Whoever is active has brought the points to the former account already.
  expect((await referrals.orderBy("id").execute()).map((row) => row.referred_by_id)).toEqual([ends.id, stays.id]);
  const [loose, held] = [await addPerson(club), await addPerson(club, { manager_id: two })];
  await act(club, "merge-people", merge(loose, held));
  expect(await managerOf(loose)).toBe(two);
});

test("§8.5 of two people's documents the accepted ones stay, and without them only the latest", async () => {
  type Sent = readonly ["stays" | "ends", "accepted" | "rejected" | "pending", string];
  const mergeWith = async (...sent: Sent[]) => {
    const people = { stays: await addPerson(club), ends: await addPerson(club) };
    for (const [whose, status, reason] of sent) await storeDocuments(club, people[whose].id, { status, reason });
    await act(club, "merge-people", merge(people.stays, people.ends));
    const left = club.db.selectFrom("documents").select(["reason", "user_id"]).where("reason", "like", "merge:%");
    const both = [people.stays.id, people.ends.id];
    const rows = await left.where("user_id", "in", both).orderBy("id").execute();
    return rows.map(({ reason, user_id }) => `${reason} ${user_id === people.stays.id}`);
  };
  const first = ["stays", "rejected", "merge: first"] as const;
  expect(await mergeWith(first, ["ends", "pending", "merge: last"])).toEqual(["merge: last true"]);
  const accepted = ["ends", "accepted", "merge: accepted"] as const;
  expect(await mergeWith(first, accepted, ["stays", "pending", "merge: last"])).toEqual(["merge: accepted true"]);
});
