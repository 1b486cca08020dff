import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spendPoints } from "../../../club/points/ledger";
import type { LedgerDifference } from "../../../club/points/ledger-differences";
import { verifyLedger } from "../../../club/points/verify-ledger";
import { verifyNewEntries } from "../../../club/points/verify-new-entries";
import { openTestClub, type TestClub } from "../../setup/club";
import { forgeEntry } from "./forge-entry";
import { addPerson, credit } from "./people";

/** The demo, and what it hasn't: somebody referred, a promotion's points, and points that expired. */
let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  await addRarerSources();
});
afterAll(() => club.close());

/** Adds a promotion that has added these points to a deal, and nothing else. */
async function addBonuses(dealId: number, bonuses: readonly { user_id: number; points: number }[]): Promise<number> {
  const { id } = await club.db
    .insertInto("promotions")
    .values({ name: "Весна", bonus_points: 1, bonus_spent: bonuses.reduce((sum, { points }) => sum + points, 0) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await club.db
    .insertInto("promotion_bonuses")
    .values(bonuses.map((bonus) => ({ ...bonus, deal_id: dealId, sale_id: dealId, promotion_id: id })))
    .execute();
  return id;
}

async function addRarerSources() {
  const { id: referrerId } = await addPerson(club, { role: "member" });
  const { id: referredId } = await addPerson(club, { role: "member" });
  await club.db.updateTable("users").set({ referred_by_id: referrerId }).where("id", "=", referredId).execute();
  const deals = club.db.selectFrom("deals").selectAll().where("sell_count", ">", 0).where("recalled_at", "is", null);
  const deal = await deals.where("manager_was_pending", "=", false).orderBy("id").limit(1).executeTakeFirstOrThrow();
  const promotionId = await addBonuses(deal.id, [{ user_id: deal.manager_id, points: 4 }]);
  const action = "Начислено";
  await credit(club, [
    { userId: referrerId, amount: 100, reason: "referral", reference: String(referredId), action },
    {
      userId: deal.manager_id,
      amount: 4,
      reason: "promotion",
      reference: `promotion:${promotionId}:deal:${deal.id}`,
      action,
    },
  ]);
  const expired = { user_id: referrerId, expires_on: "2026-11-01", points: 30, expired_points: 20 };
  await club.db
    .insertInto("point_expiries")
    .values({ ...expired, announced_at: club.clock.now() })
    .execute();
  await club.db.transaction().execute(async (trx) => {
    const expiry = {
      userId: referrerId,
      amount: 20,
      reason: "expiry",
      reference: "expiry:2026-11-01",
      action,
    } as const;
    await spendPoints(trx, expiry);
  });
}

/** What both checks find. What the nightly one has sealed is unsealed again, so that it looks at everything the next time. */
async function findByBoth(): Promise<{ whole: LedgerDifference[]; nightly: LedgerDifference[] }> {
  const { db, seal } = club.club.services;
  const whole = await verifyLedger(db);
  const { differences } = await verifyNewEntries(db, { seal, now: club.clock.now() });
  await sql`
    alter table ledger_checkpoints disable trigger user;
    delete from ledger_checkpoints;
    alter table ledger_checkpoints enable trigger user
  `.execute(club.db);
  return { whole, nightly: [...differences] };
}

const wordsOf = (differences: readonly LedgerDifference[]) =>
  differences
    .map((one) => (one.kind === "source" ? `${one.reason}: ${one.recorded} for ${one.expected}` : one.kind))
    .sort();

test("§1.3 a point more or less in an entry of any reason that has a source is found by the whole check and by the nightly one", async () => {
  expect(await findByBoth()).toEqual({ whole: [], nightly: [] });
  const entries = await club.db
    .selectFrom("ledger_entries")
    .select(["id", "user_id", "reason", "amount"])
    .distinctOn("reason")
    .where("reason", "not in", ["correction", "debt"])
    .orderBy("reason")
    .orderBy("id", "desc")
    .execute();
  expect(entries.map(({ reason }) => reason)).toMatchInlineSnapshot(`
    [
      "deal",
      "exchange",
      "expiry",
      "invite",
      "promo_code",
      "promotion",
      "referral",
      "refund",
    ]
  `);
  for (const by of [1, -1]) {
    for (const entry of entries) await forgeEntry(club, entry, by);
    const expected = entries.map(({ reason, amount }) => `${reason}: ${amount + by} for ${amount}`).sort();
    const { whole, nightly } = await findByBoth();
    expect([wordsOf(whole), wordsOf(nightly)]).toEqual([expected, expected]);
    for (const entry of entries) await forgeEntry(club, entry, -by);
  }
  expect(await findByBoth()).toEqual({ whole: [], nightly: [] });
});

test("§1.3 an entry of any reason that nothing explains is found by both", async () => {
  const { id } = await addPerson(club, { role: "member" });
  const unexplained = {
    deal: "deal:999999999",
    invite: "00000000-0000-4000-8000-000000000000",
    referral: "999999999",
    promo_code: "promo_code:NONE",
    promotion: "promotion:999999999:deal:999999999",
    exchange: "exchange:999999999",
    refund: "exchange:999999999",
    return: "deal:999999999",
    reversal: "deal:999999999",
    expiry: "expiry:2026-01-01",
  } as const;
  await credit(
    club,
    Object.entries(unexplained).map(([reason, reference], index) => ({
      userId: id,
      amount: index + 1,
      reason: reason as keyof typeof unexplained,
      reference,
      action: "Начислено",
    })),
  );
  const expected = Object.keys(unexplained)
    .map((reason, index) => `${reason}: ${index + 1} for null`)
    .sort();
  const { whole, nightly } = await findByBoth();
  expect([wordsOf(whole), wordsOf(nightly)]).toEqual([expected, expected]);
});

test("§3.10 a debt that is open beside points is found by both, and one that the points don't reach isn't", async () => {
  const { id } = await addPerson(club, { role: "member" });
  const debt = {
    user_id: id,
    reason: "return",
    reference: "deal:0",
    action: "Возврат",
    amount: 30,
    amount_left: 30,
  } as const;
  await club.db
    .insertInto("debts")
    .values({ ...debt, created_at: club.clock.now() })
    .execute();
  const debtsOf = (differences: readonly LedgerDifference[]) => differences.filter(({ kind }) => kind === "debt");
  const without = await findByBoth();
  expect([debtsOf(without.whole), debtsOf(without.nightly)]).toEqual([[], []]);
  await club.db.insertInto("balances").values({ user_id: id, points: 5 }).execute();
  const { whole, nightly } = await findByBoth();
  const expected = [{ kind: "debt", userId: id, debtId: expect.any(Number), amount: 30, left: 30, paid: 0 }];
  expect([debtsOf(whole), debtsOf(nightly)]).toEqual([expected, expected]);
  await club.db.deleteFrom("debts").where("user_id", "=", id).execute();
});

test("§1.6 a promotion's bonus of somebody who isn't of its deal is found by both", async () => {
  const deal = await club.db
    .selectFrom("deals")
    .selectAll()
    .where("sell_count", ">", 0)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: strangerId } = await addPerson(club, { role: "member" });
  const promotionId = await addBonuses(deal.id, [
    { user_id: deal.manager_id, points: 4 },
    { user_id: deal.member_id, points: 3 },
  ]);
  const budgets = async () => {
    const { whole, nightly } = await findByBoth();
    return [whole, nightly].map((found) => found.filter(({ kind }) => kind === "budget"));
  };
  expect(await budgets()).toEqual([[], []]);
  await club.db.updateTable("promotion_bonuses").set({ user_id: strangerId }).where("points", "=", 3).execute();
  const strange = [{ kind: "budget", promotionId, spent: 7, bonuses: 7, strange: 1 }];
  expect(await budgets()).toEqual([strange, strange]);
  await club.db.updateTable("promotion_bonuses").set({ user_id: deal.member_id }).where("points", "=", 3).execute();
  await club.db.updateTable("promotions").set({ bonus_spent: 8 }).where("id", "=", promotionId).execute();
  const other = [{ kind: "budget", promotionId, spent: 8, bonuses: 7, strange: 0 }];
  expect(await budgets()).toEqual([other, other]);
});
