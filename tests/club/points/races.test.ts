import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setExchangeStatus } from "../../../club/gifts/prizes/set-exchange-status";
import { readBalance, spendPoints } from "../../../club/points/ledger";
import { verifyLedger } from "../../../club/points/verify-ledger";
import { exchangePrize } from "../../../contract/prizes";
import { openTestClub, type TestClub } from "../../setup/club";
import { addPerson, credit, givePoints } from "./people";

let club: TestClub;
let prizeId: number;
beforeAll(async () => {
  club = await openTestClub({ work: false, settings: { documentsLimit: 1_000_000 } });
  prizeId = await addCertificate(10);
});
afterAll(() => club.close());

async function addCertificate(price: number): Promise<number> {
  const { id } = await club.db
    .insertInto("prizes")
    .values({ handler_system_name: "giftery", retailer: "Магазин", name: `Сертификат ${price}`, price })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const order = (token: string, idempotencyKey: string, prize = prizeId) =>
  club.call(exchangePrize, { prize_id: prize, basket_uuid: "basket" }, { token, idempotencyKey });

async function readEntries(userId: number) {
  return club.db.selectFrom("ledger_entries").selectAll().where("user_id", "=", userId).orderBy("id").execute();
}

describe("races", () => {
  test("§1.6 1 000 exchanges at once never spend more than the balance, and each key orders once", async () => {
    const { id, token } = await addPerson(club, { role: "member" });
    await givePoints(club, id, 6_005);
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, (_, index) => order(token, `unit-${index}`)));

    expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(600);
    const refusals = outcomes.flatMap((outcome) => outcome.refusal?.aliases ?? []);
    expect(new Set(refusals)).toEqual(new Set(["cts.prize_exchange_service.not_enough_points"]));
    expect(refusals).toHaveLength(400);
    expect(await readBalance(club.db, id)).toBe(5);
    const entries = await readEntries(id);
    expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(5);
    expect(Math.min(...entries.map((entry) => entry.balance_after))).toBe(5);
    const exchanges = await club.db.selectFrom("exchanges").selectAll().where("user_id", "=", id).execute();
    expect(new Set(exchanges.map((exchange) => exchange.idempotency_key)).size).toBe(600);
    expect(exchanges).toHaveLength(600);
    expect(await verifyLedger(club.db)).toEqual([]);
  });

  test("§4.18 the same key sent many times at once orders one unit and answers the same to all", async () => {
    const { id, token } = await addPerson(club, { role: "manager" });
    await givePoints(club, id, 1_000);
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => order(token, "same-key")));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(outcomes.map(() => 200));
    expect(new Set(outcomes.map((outcome) => outcome.result?.id)).size).toBe(1);
    expect(await readBalance(club.db, id)).toBe(990);
  });

  test("§1.6 the last units in stock are sold once each, and the other people keep their points", async () => {
    const { id: souvenir } = await club.db
      .insertInto("prizes")
      .values({ handler_system_name: "souvenir", name: "Футболка", price: 30 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await club.db.insertInto("prize_sizes").values({ prize_id: souvenir, value: "XL", stock: 7 }).execute();
    const people = await Promise.all(Array.from({ length: 20 }, () => addPerson(club, { role: "member" })));
    for (const person of people) await givePoints(club, person.id, 30);
    const outcomes = await Promise.all(
      people.map(({ token }) =>
        club.call(
          exchangePrize,
          {
            prize_id: souvenir,
            selected_additional_fields: ["", "", "XL"],
            delivery_city: "Москва",
            cdek_pvz_code: "MSK12",
            basket_uuid: "stock",
          },
          { token },
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(7);
    const balances = await Promise.all(people.map((person) => readBalance(club.db, person.id)));
    expect(balances.filter((points) => points === 30)).toHaveLength(13);
    expect(balances.filter((points) => points === 0)).toHaveLength(7);
  });

  test("architecture: credits, spendings, orders and refunds of the same people at once neither deadlock nor lose a point", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => addPerson(club, { role: "member" })));
    for (const person of people) await givePoints(club, person.id, 500);
    const { services } = club.club;
    const someone = (index: number) => people[index % people.length] ?? people[0];
    const deeds = Array.from({ length: 300 }, (_, index) => async () => {
      const person = someone(index * 7);
      if (!person) return;
      if (index % 3 === 0) {
        // All of them at once, each time in another order.
        const order = index % 2 === 0 ? people : [...people].reverse();
        await credit(
          club,
          order.map(({ id }) => ({
            userId: id,
            amount: 3,
            reason: "correction",
            reference: `mix:${index}`,
            action: "Продажа",
          })),
        );
      } else if (index % 3 === 1) {
        const { result } = await order(person.token, `mix-${index}`);
        if (!result || index % 2 === 0) return;
        const exchangeId = Number(result.id);
        await Promise.all(
          [1, 2].map(() =>
            club.db
              .transaction()
              .execute((trx) => setExchangeStatus(trx, services, { exchangeId, status: "cancelled", by: "test" })),
          ),
        );
      } else {
        await club.db.transaction().execute((trx) =>
          spendPoints(trx, {
            userId: person.id,
            amount: 2,
            reason: "correction",
            reference: `mix:${index}`,
            action: "Исправление",
          }),
        );
      }
    });
    await Promise.all(deeds.map((deed) => deed()));
    expect(await verifyLedger(club.db)).toEqual([]);
    const credits = 100 * 3 * people.length;
    const spent = 100 * 2;
    const orders = await club.db
      .selectFrom("exchanges")
      .select("status")
      .where("idempotency_key", "like", "mix-%")
      .execute();
    const kept = orders.filter((exchange) => exchange.status === "new").length;
    expect(orders.length - kept).toBe(50);
    const balances = await Promise.all(people.map((person) => readBalance(club.db, person.id)));
    expect(balances.reduce((sum, points) => sum + points, 0)).toBe(500 * people.length + credits - spent - kept * 10);
  });
});
