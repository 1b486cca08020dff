import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queueOrder } from "../../../../club/gifts/prizes/order-queue";
import type { ValidOrder } from "../../../../club/gifts/prizes/write-orders";
import type { Trx } from "../../../../club/platform/services";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, givePoints } from "../../points/people";

let club: TestClub;
let certificate: ValidOrder["prize"];
let mug: ValidOrder["prize"];
let shirt: ValidOrder["prize"];
beforeAll(async () => {
  club = await openTestClub({ work: false, settings: { documentsLimit: 4_000 } });
  certificate = await addPrize("giftery", "Сертификат", null);
  mug = await addPrize("souvenir", "Кружка", 2);
  shirt = await addPrize("souvenir", "Футболка", null);
  await club.db.insertInto("prize_sizes").values({ prize_id: shirt.id, value: "M", stock: 1 }).execute();
});
afterAll(() => club.close());

async function addPrize(handler: string, name: string, stock: number | null) {
  return club.db
    .insertInto("prizes")
    .values({ handler_system_name: handler, name, price: 100, stock })
    .returning(["id", "name", "price"])
    .executeTakeFirstOrThrow();
}

async function addRich(points = 10_000): Promise<number> {
  const { id } = await addPerson(club, { role: "member" });
  if (points > 0) await givePoints(club, id, points);
  return id;
}

/** Those that are ordered in one turn of the event loop have come at the same moment. */
function order(userId: number, prize: ValidOrder["prize"], details: Partial<ValidOrder> = {}) {
  return queueOrder(club.club.services, {
    userId,
    idempotencyKey: randomUUID(),
    digest: Buffer.alloc(32),
    hasFreshPassword: true,
    basketId: "basket",
    prize,
    recipient: "",
    recipientMasked: "",
    operatorId: null,
    cardHolder: "",
    size: "",
    deliveryCity: "",
    deliveryAddress: "",
    pickupPointCode: "",
    ...details,
  });
}

const kindOf = async (ordered: ReturnType<typeof order>) => (await ordered).outcome;

/** How many orders of these people each transaction has written, in its order. */
async function readTransactions(people: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from exchanges where user_id = any(${people}::int[]) group by xmin order by min(id)
  `.execute(club.db);
  return rows.map(({ count }) => count);
}

/** Holds what `lock` locks until `work`, which must not wait for it, is done. */
async function whileLocked<Result>(lock: (trx: Trx) => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
  return club.db.transaction().execute(async (trx) => {
    await lock(trx);
    return work();
  });
}

test("§1.6 orders of many people at the same moment are written together, and each gets its own answer", async () => {
  const [rich, poor, twice, first, second, third, spender] = await Promise.all([
    addRich(),
    addRich(50),
    addRich(),
    addRich(),
    addRich(),
    addRich(),
    addRich(),
  ]);
  const nobody = await addRich(0);
  const dear = { ...certificate, price: 5_000 };
  const outcomes = await Promise.all([
    kindOf(order(rich, certificate)),
    kindOf(order(poor, certificate)),
    kindOf(order(nobody, certificate)),
    kindOf(order(twice, certificate, { idempotencyKey: "twice" })),
    kindOf(order(twice, certificate, { idempotencyKey: "twice" })),
    kindOf(order(first, mug)),
    kindOf(order(second, mug)),
    kindOf(order(third, mug)),
    kindOf(order(spender, dear)),
    kindOf(order(rich, shirt, { size: "M" })),
    kindOf(order(third, shirt, { size: "M" })),
  ]);
  expect(outcomes).toEqual([
    "ordered",
    "not_enough_points",
    "not_enough_points",
    "ordered",
    "repeated",
    "ordered",
    "ordered",
    "out_of_stock",
    "need_documents",
    "ordered",
    "out_of_stock",
  ]);
  const people = [rich, poor, nobody, twice, first, second, third, spender];
  expect(await readTransactions(people)).toEqual([5]);
  const balances = await Promise.all(people.map((id) => readBalance(club.db, id)));
  expect(balances).toEqual([9_800, 50, 0, 9_900, 9_900, 9_900, 10_000, 10_000]);
  const { stock } = await club.db
    .selectFrom("prizes")
    .select("stock")
    .where("id", "=", mug.id)
    .executeTakeFirstOrThrow();
  expect(stock).toBe(0);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§1.6 of one person's orders at the same moment those are made for which there are points, in their order", async () => {
  const person = await addRich(250);
  const dear = { ...certificate, price: 200 };
  const outcomes = await Promise.all(
    [dear, certificate, { ...certificate, price: 50 }].map((p) => kindOf(order(person, p))),
  );
  expect(outcomes).toEqual(["ordered", "not_enough_points", "ordered"]);
  expect(await readBalance(club.db, person)).toBe(0);
  const entries = await club.db
    .selectFrom("ledger_entries")
    .select(["amount", "balance_after", "number"])
    .where("user_id", "=", person)
    .where("reason", "=", "exchange")
    .orderBy("id")
    .execute();
  expect(entries).toEqual([
    { amount: -200, balance_after: 50, number: 1 },
    { amount: -50, balance_after: 0, number: 2 },
  ]);
});

test("§8.5 of one person's orders at the same moment those above the year's limit are refused", async () => {
  const person = await addRich();
  const dear = { ...certificate, price: 1_900 };
  const outcomes = await Promise.all([1, 2, 3].map(() => order(person, dear)));
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["ordered", "ordered", "need_documents"]);
  expect(outcomes[2]).toEqual({ outcome: "need_documents", yearLimit: 4_000 });
});

test("§8.5 of one person's orders at the same moment a refused one takes nothing from the limits of the next", async () => {
  const person = await addRich();
  const prices = [1_900, 2_200, 2_100];
  const outcomes = await Promise.all(prices.map((price) => kindOf(order(person, { ...certificate, price }))));
  expect(outcomes).toEqual(["ordered", "need_documents", "ordered"]);
});

test("§3.8 an order that is refused leaves its key to the one that comes at the same moment", async () => {
  const person = await addRich(100);
  const details = { idempotencyKey: randomUUID() };
  const dear = { ...certificate, price: 200 };
  const outcomes = await Promise.all([dear, certificate].map((prize) => kindOf(order(person, prize, details))));
  expect(outcomes).toEqual(["not_enough_points", "ordered"]);
});

test("§1.6 the entry of each order names that order", async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => addRich(1_000)));
  const outcomes = await Promise.all(people.map((id, index) => order(id, { ...certificate, price: 100 + index })));
  expect(await readTransactions(people)).toEqual([32, 8]);
  const { rows } = await sql<{ id: number; user_id: number; price: number; amount: number }>`
    select exchanges.id, exchanges.user_id, price, amount
    from exchanges join ledger_entries on reference = 'exchange:' || exchanges.id
      and ledger_entries.user_id = exchanges.user_id and reason = 'exchange'
    where exchanges.user_id = any(${people}::int[])
  `.execute(club.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(outcomes.map((outcome) => (outcome.outcome === "ordered" ? byId.get(outcome.id) : undefined))).toEqual(
    people.map((user_id, index) => expect.objectContaining({ user_id, price: 100 + index, amount: -100 - index })),
  );
});

test("§3.8 of orders at the same moment, one that can't be written takes none of the others along", async () => {
  const people = await Promise.all([1, 2, 3].map(() => addRich()));
  const [first = 0, second = 0, third = 0] = people;
  const outcomes = await Promise.allSettled([
    order(first, certificate),
    // PostgreSQL's text has no such character.
    order(second, certificate, { basketId: "\0" }),
    order(second, certificate),
    order(third, certificate),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(await Promise.all(people.map((id) => readBalance(club.db, id)))).toEqual([9_900, 9_900, 9_900]);
  expect(await kindOf(order(second, certificate))).toBe("ordered");
});

test("§3.8 orders whose transaction fails at its end are told so, and none of them is made", async () => {
  await sql`
    create function refuse_order() returns trigger language plpgsql as $$ begin raise 'refused'; end $$
  `.execute(club.db);
  await sql`
    create constraint trigger refuse_orders after insert on exchanges deferrable initially deferred
    for each row when (new.basket_uuid = 'refused') execute function refuse_order()
  `.execute(club.db);
  const people = await Promise.all([1, 2].map(() => addRich()));
  const [first = 0, second = 0] = people;
  const outcomes = await Promise.allSettled([
    order(first, certificate),
    order(second, certificate, { basketId: "refused" }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all(people.map((id) => readBalance(club.db, id)))).toEqual([10_000, 10_000]);
  expect(await kindOf(order(first, certificate))).toBe("ordered");
});

test.each([
  [
    "whose points somebody else is changing",
    (trx: Trx, person: number) =>
      trx.selectFrom("balances").select("points").where("user_id", "=", person).forUpdate().execute(),
  ],
  [
    "whose row somebody else has locked",
    (trx: Trx, person: number) => trx.selectFrom("users").select("id").where("id", "=", person).forUpdate().execute(),
  ],
])("§1.6 nobody's order waits for that of a person %s", async (_whose, lock) => {
  const [busy, free] = await Promise.all([addRich(), addRich()]);
  const { waiting } = await whileLocked(
    (trx) => lock(trx, busy),
    async () => {
      const ordered = order(busy, certificate);
      const later = order(busy, certificate);
      expect(await kindOf(order(free, certificate))).toBe("ordered");
      expect(await kindOf(order(free, certificate))).toBe("ordered");
      expect(await readBalance(club.db, busy)).toBe(10_000);
      return { waiting: [ordered, later] };
    },
  );
  expect((await Promise.all(waiting)).map(({ outcome }) => outcome)).toEqual(["ordered", "ordered"]);
  expect(await readBalance(club.db, busy)).toBe(9_800);
});

test.each([
  ["size", "M"],
  ["gift", ""],
])("§3.7 nobody's order waits for that of a %s whose stock somebody else is changing", async (_what, size) => {
  const prize = await addPrize("souvenir", "Термос", size === "" ? 1 : null);
  if (size) await club.db.insertInto("prize_sizes").values({ prize_id: prize.id, value: size, stock: 1 }).execute();
  const [one, other, free] = await Promise.all([addRich(), addRich(), addRich()]);
  const { waiting } = await whileLocked(
    (trx) =>
      size
        ? trx.selectFrom("prize_sizes").select("id").where("prize_id", "=", prize.id).forUpdate().execute()
        : trx.selectFrom("prizes").select("id").where("id", "=", prize.id).forUpdate().execute(),
    async () => {
      const ordered = [order(one, prize, { size }), order(other, prize, { size })];
      expect(await kindOf(order(free, certificate))).toBe("ordered");
      return { waiting: ordered };
    },
  );
  const outcomes = (await Promise.all(waiting)).map(({ outcome }) => outcome);
  expect(outcomes.sort()).toEqual(["ordered", "out_of_stock"]);
});

test("§1.3 after all these orders the ledger agrees with its sources", async () => {
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§4.18 two people's orders at the same moment under the same key are two orders", async () => {
  const people = [await addRich(), await addRich()];
  const outcomes = await Promise.all(people.map((id) => kindOf(order(id, certificate, { idempotencyKey: "same" }))));
  expect(outcomes).toEqual(["ordered", "ordered"]);
  expect(await readTransactions(people)).toEqual([2]);
});
