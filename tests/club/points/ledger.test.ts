import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Credit,
  readBalance,
  refundPoints,
  releasePendingCredits,
  spendPoints,
} from "../../../club/points/ledger";
import { listPoints } from "../../../contract/deals";
import { exchangePrize } from "../../../contract/prizes";
import { openTestClub, type TestClub } from "../../setup/club";
import { addPerson, credit, givePoints } from "./people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const prizeOf = (userId: number, reference: string, amount = 10): Credit => ({
  userId,
  amount,
  reason: "promo_code",
  reference,
  action: "Промокод",
});

describe("ledger", () => {
  test("§1.3 a credit counts once by its reference, within one call and between calls", async () => {
    const { id } = await addPerson(club, { role: "member" });
    expect(await credit(club, [prizeOf(id, "a"), prizeOf(id, "b"), prizeOf(id, "a")])).toEqual([
      "credited",
      "credited",
      "duplicate",
    ]);
    expect(await credit(club, [prizeOf(id, "b"), prizeOf(id, "c")])).toEqual(["duplicate", "credited"]);
    expect(await readBalance(club.db, id)).toBe(30);
  });

  test("§4.9 points of a person who isn't active are pending, and are credited once when the rules are accepted", async () => {
    const { id, token } = await addPerson(club, { role: "member", isActivated: false });
    expect(await credit(club, [prizeOf(id, "early", 25), prizeOf(id, "early-2", 5)])).toEqual(["pending", "pending"]);
    expect(await credit(club, [prizeOf(id, "early", 25)])).toEqual(["duplicate"]);
    expect(await readBalance(club.db, id)).toBe(0);
    const before = await club.ask(listPoints, {}, { token });
    expect(before.added.total).toBe(0);

    const release = () => club.db.transaction().execute((trx) => releasePendingCredits(trx, id));
    expect(await release()).toEqual({ points: 30, sales: 0, invites: 0 });
    expect(await release()).toEqual({ points: 0, sales: 0, invites: 0 });
    expect(await readBalance(club.db, id)).toBe(30);
    const after = await club.ask(listPoints, {}, { token });
    expect(after.added.items.map((entry) => entry.sumAdd)).toEqual([5, 25]);
  });

  test("§1.6 a balance never goes below zero, and a refused spending writes nothing", async () => {
    const { id } = await addPerson(club, { role: "member" });
    await givePoints(club, id, 100);
    const spend = (amount: number, reference: string) =>
      club.db
        .transaction()
        .execute((trx) => spendPoints(trx, { userId: id, amount, reason: "exchange", reference, action: "Приз" }));
    await spend(60, "exchange:901");
    await expect(spend(41, "exchange:902")).rejects.toMatchObject({ status: 422 });
    expect(await readBalance(club.db, id)).toBe(40);
    const entries = await club.db.selectFrom("ledger_entries").select("amount").where("user_id", "=", id).execute();
    expect(entries.map((entry) => entry.amount)).toEqual([100, -60]);
  });

  test("architecture: a refund is given once, and a wrong amount throws", async () => {
    const { id } = await addPerson(club, { role: "member" });
    const refund = (amount: number) =>
      club.db
        .transaction()
        .execute((trx) => refundPoints(trx, { userId: id, amount, reference: "exchange:1", action: "Возврат" }));
    expect(await refund(70)).toBe(true);
    expect(await refund(70)).toBe(false);
    expect(await readBalance(club.db, id)).toBe(70);
    await expect(refund(-5)).rejects.toThrow(RangeError);
    await expect(credit(club, [prizeOf(id, "x", 1.5)])).rejects.toThrow(RangeError);
  });

  test("§3.10 the history pages added and spent points separately, newest first", async () => {
    const { id, token } = await addPerson(club, { role: "curator" });
    await credit(
      club,
      Array.from({ length: 25 }, (_, index) => prizeOf(id, `page-${index}`, index + 1)),
    );
    await club.db
      .transaction()
      .execute((trx) =>
        spendPoints(trx, { userId: id, amount: 7, reason: "correction", reference: "fix", action: "Исправление" }),
      );
    const { added, spent } = await club.ask(listPoints, { page: 2, per_page: 10 }, { token });
    expect(added.total).toBe(25);
    expect(added.items.map((entry) => entry.sumAdd)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
    expect(spent).toMatchObject({ total: 1, items: [] });
    const first = await club.ask(listPoints, {}, { token });
    expect(first.spent.items).toMatchObject([{ sumSub: 7, action: "Исправление", status: "completed" }]);
  });

  test("§3.10 §6.4 units of one cart have its first order in the history, whoever else's cart has the same id", async () => {
    const { id: prize_id } = await club.db
      .insertInto("prizes")
      .values({ handler_system_name: "giftery", retailer: "Магазин", name: "Сертификат 50", price: 50 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const [one, other] = [await addPerson(club, { role: "member" }), await addPerson(club, { role: "member" })];
    for (const { id } of [one, other]) await givePoints(club, id, 500);
    const order = async ({ token }: { token: string }, basket_uuid: string, idempotencyKey: string) =>
      (await club.ask(exchangePrize, { prize_id, basket_uuid }, { token, idempotencyKey })).id;
    const theirs = await order(other, "cart", "their-1");
    const first = await order(one, "cart", "own-1");
    const second = await order(one, "cart", "own-2");
    const next = await order(one, "next", "own-3");
    const ordersOf = async ({ token }: { token: string }) =>
      (await club.ask(listPoints, {}, { token })).spent.items.map((unit) => [unit.order_id, unit.first_order_id]);
    expect(await ordersOf(one)).toEqual([
      [next, next],
      [second, first],
      [first, first],
    ]);
    expect(await ordersOf(other)).toEqual([[theirs, theirs]]);
    await club.db.updateTable("exchanges").set({ basket_uuid: "" }).where("user_id", "=", one.id).execute();
    expect(await ordersOf(one)).toEqual([next, second, first].map((unit) => [unit, unit]));
  });
});
