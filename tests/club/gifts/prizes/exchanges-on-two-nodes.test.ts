import { afterAll, beforeAll, expect, test } from "vitest";
import type { Trx } from "../../../../club/platform/services";
import { readBalance, spendPoints } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { exchangePrize } from "../../../../contract/prizes";
import { openTestClub, type TestClub } from "../../../setup/club";
import { countWaitingForLocks } from "../../../setup/waiting-for-locks";
import { addPerson, givePoints, type TestPerson } from "../../points/people";

const PRICE = 1_500;

let club: TestClub;
let certificate: number;
let shirt: number;
beforeAll(async () => {
  club = await openTestClub({ work: false });
  certificate = await addPrize("giftery");
  shirt = await addPrize("souvenir");
  await club.db.insertInto("prize_sizes").values({ prize_id: shirt, value: "M", stock: 1 }).execute();
});
afterAll(() => club.close());

async function addPrize(handler: string): Promise<number> {
  const { id } = await club.db
    .insertInto("prizes")
    .values({ handler_system_name: handler, name: handler, price: PRICE })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function rich(points = 10_000): Promise<TestPerson> {
  const person = await addPerson(club, { role: "member" });
  await givePoints(club, person.id, points);
  return person;
}

const order = (person: TestPerson, key?: string) =>
  club.call(
    exchangePrize,
    { prize_id: certificate, basket_uuid: "basket" },
    { token: person.token, ...(key && { idempotencyKey: key }) },
  );

/** Runs `work` when `started` waits for the rows that `lock` has locked, as when the exchange of another node came first. */
async function comeBetween<Result>(
  lock: (trx: Trx) => Promise<unknown>,
  start: () => Promise<Result>,
  work: (trx: Trx) => Promise<unknown>,
): Promise<Result> {
  let started: Promise<Result> | undefined;
  await club.db.transaction().execute(async (trx) => {
    await lock(trx);
    started = start();
    await expect.poll(() => countWaitingForLocks(club)).toBe(1);
    await work(trx);
  });
  return started as Promise<Result>;
}

const lockBalanceOf = (person: TestPerson) => (trx: Trx) =>
  trx.selectFrom("balances").select("points").where("user_id", "=", person.id).forUpdate().execute();

/** What another node writes for an exchange. */
async function exchangeElsewhere(trx: Trx, person: TestPerson, price: number, key?: string, digest?: Buffer) {
  const { id } = await trx
    .insertInto("exchanges")
    .values({
      user_id: person.id,
      prize_id: certificate,
      price,
      basket_uuid: "basket",
      idempotency_key: key ?? null,
      request_digest_sealed: digest ?? null,
      created_at: club.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await spendPoints(trx, {
    userId: person.id,
    amount: price,
    reason: "exchange",
    reference: `exchange:${id}`,
    action: "Обмен",
  });
  return id;
}

test("§8.5 an exchange that another node's exchange overtakes sees the year's limit as it is then", async () => {
  const person = await rich();
  const overtaken = await comeBetween(
    lockBalanceOf(person),
    () => order(person),
    (trx) => exchangeElsewhere(trx, person, 3_000),
  );
  expect(overtaken.refusal?.aliases).toEqual(["cts.prize_exchange_service.need_documents"]);
  expect(await readBalance(club.db, person.id)).toBe(7_000);
});

test("§1.6 an exchange that another node's exchange overtakes spends no points that are gone", async () => {
  const person = await rich(2_000);
  const overtaken = await comeBetween(
    lockBalanceOf(person),
    () => order(person),
    (trx) => exchangeElsewhere(trx, person, 1_000),
  );
  expect(overtaken.refusal?.aliases).toEqual(["cts.prize_exchange_service.not_enough_points"]);
  expect(await readBalance(club.db, person.id)).toBe(1_000);
});

test("§4.18 a key that another node is just using is answered as there", async () => {
  const person = await rich();
  const like = await order(person, "first");
  const { request_digest_sealed: digest } = await club.db
    .selectFrom("exchanges")
    .select("request_digest_sealed")
    .where("id", "=", Number(like.result?.id))
    .executeTakeFirstOrThrow();
  let id = 0;
  const repeated = await comeBetween(
    lockBalanceOf(person),
    () => order(person, "second"),
    async (trx) => {
      id = await exchangeElsewhere(trx, person, PRICE, "second", digest ?? undefined);
    },
  );
  expect(repeated.result).toEqual({ id: String(id), status: "new" });
  expect(await readBalance(club.db, person.id)).toBe(10_000 - 2 * PRICE);
});

test("§3.7 the last unit that somebody takes meanwhile isn't taken twice", async () => {
  const person = await rich();
  const sold = await comeBetween(
    (trx) => trx.selectFrom("prize_sizes").select("id").where("prize_id", "=", shirt).forUpdate().execute(),
    () =>
      club.call(
        exchangePrize,
        {
          prize_id: shirt,
          basket_uuid: "basket",
          selected_additional_fields: ["", "", "M"],
          delivery_city: "Москва",
          cdek_pvz_code: "MSK12",
        },
        { token: person.token },
      ),
    (trx) => trx.updateTable("prize_sizes").set({ stock: 0 }).where("prize_id", "=", shirt).execute(),
  );
  expect(sold.refusal?.aliases).toEqual(["cts.prize_exchange_service.out_of_stock"]);
  expect(await readBalance(club.db, person.id)).toBe(10_000);
});

test("§1.3 after exchanges on two nodes the ledger agrees with its sources", async () => {
  expect(await verifyLedger(club.db)).toEqual([]);
});
