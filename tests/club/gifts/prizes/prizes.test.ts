import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PrizeHandler } from "../../../../club/gifts/prizes/kinds";
import { type StatusChange, setExchangeStatus } from "../../../../club/gifts/prizes/set-exchange-status";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import type { CallInput } from "../../../../contract/call";
import { listPoints } from "../../../../contract/deals";
import {
  countUnseenPrizes,
  exchangePrize,
  listCharacteristics,
  listMobileOperators,
  listPrizes,
  paymentsAgent,
  resetUnseenPrizes,
} from "../../../../contract/prizes";
import { alias, type WithdrawalStatus } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, givePoints, type TestPerson } from "../../points/people";

const CARD = "2200 0000 0000 0004";
const DAY_MS = 24 * 60 * 60 * 1000;

let club: TestClub;
const prizes: Record<string, number> = {};
let operatorId: number;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-31T12:00:00Z" });
  prizes.phone = await addPrize("phone", 500);
  prizes.card = await addPrize("card", 1_000);
  prizes.giftery = await addPrize("giftery", 1_500, "Магазин «Лес»");
  prizes.mug = await addPrize("souvenir", 300);
  prizes.shirt = await addPrize("souvenir", 700);
  await club.db
    .insertInto("prize_sizes")
    .values([
      { prize_id: prizes.shirt, value: "M", stock: 1, position: 1 },
      { prize_id: prizes.shirt, value: "XL", stock: 0, position: 2 },
    ])
    .execute();
  const operator = await club.db
    .insertInto("mobile_operators")
    .values({ name: "Оператор для проверки" })
    .returning("id")
    .executeTakeFirstOrThrow();
  operatorId = operator.id;
});
afterAll(() => club.close());

async function addPrize(handler: PrizeHandler, price: number, retailer = ""): Promise<number> {
  const { id } = await club.db
    .insertInto("prizes")
    .values({
      handler_system_name: handler,
      name: `${handler} ${price}`,
      price,
      retailer,
      created_at: new Date("2026-01-01"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function rich(points = 10_000): Promise<TestPerson> {
  const person = await addPerson(club, { role: "member" });
  await givePoints(club, person.id, points);
  return person;
}

type Order = Partial<CallInput<typeof exchangePrize>>;
const order = (person: TestPerson, prize: string, fields: Order = {}, idempotencyKey?: string) =>
  club.call(
    exchangePrize,
    { prize_id: prizes[prize] ?? 0, basket_uuid: "basket", ...fields },
    { token: person.token, ...(idempotencyKey && { idempotencyKey }) },
  );
const phoneOrder = () => ({ selected_additional_fields: ["8 (900) 123-45-67", String(operatorId), ""] });
const toMoscow = { delivery_city: "Москва", cdek_pvz_code: "MSK12" };
const setStatus = (
  exchangeId: string | undefined,
  status: WithdrawalStatus,
  reason?: string,
  brings?: StatusChange["brings"],
) =>
  club.db.transaction().execute((trx) =>
    setExchangeStatus(trx, club.club.services, {
      exchangeId: Number(exchangeId),
      status,
      by: "test",
      ...(reason !== undefined && { reason }),
      ...(brings && { brings }),
    }),
  );

describe("prize list", () => {
  test("§3.6 certificates stand apart from the other prizes, by retailer", async () => {
    const { token } = await addPerson(club, { role: "member" });
    const { items, certificates } = await club.ask(listPrizes, {}, { token });
    expect(items.some((prize) => prize.handler_system_name === "giftery")).toBe(false);
    expect(items.find((prize) => prize.id === String(prizes.phone))).toMatchObject({ price: 500 });
    expect(certificates.find((certificate) => certificate.id === String(prizes.giftery))).toMatchObject({
      retailer: "Магазин «Лес»",
      price: 1_500,
    });
  });

  test("§3.6 prizes and certificates come in the order of their places, those of one place in that of their numbers", async () => {
    const { token } = await addPerson(club, { role: "member" });
    const placed: number[] = [];
    for (const handler of ["souvenir", "giftery"] as const) {
      for (const position of [900, 700, 800, 800]) {
        const id = await addPrize(handler, 9_000);
        await club.db.updateTable("prizes").set({ position }).where("id", "=", id).execute();
        placed.push(id);
      }
    }
    const { items, certificates } = await club.ask(listPrizes, {}, { token });
    const order = [...items, ...certificates].map(({ id }) => placed.indexOf(Number(id)));
    expect(order.filter((at) => at >= 0)).toEqual([1, 2, 3, 0, 5, 6, 7, 4]);
    await club.db.updateTable("prizes").set({ is_enabled: false }).where("id", "in", placed).execute();
  });

  test("§4.5 the counter tells what is new since the gifts were last seen", async () => {
    const { token } = await addPerson(club, { role: "manager" });
    const { items, certificates } = await club.ask(listPrizes, {}, { token });
    expect(await club.ask(countUnseenPrizes, {}, { token })).toEqual({ count: items.length + certificates.length });
    await club.ask(resetUnseenPrizes, {}, { token });
    expect(await club.ask(countUnseenPrizes, {}, { token })).toEqual({ count: 0 });
    const later = await addPrize("giftery", 2_000);
    const created_at = new Date(club.clock.now().getTime() + 1000);
    await club.db.updateTable("prizes").set({ created_at }).where("id", "=", later).execute();
    expect(await club.ask(countUnseenPrizes, {}, { token })).toEqual({ count: 1 });
    await club.db.updateTable("prizes").set({ is_enabled: false }).where("id", "=", later).execute();
    expect(await club.ask(countUnseenPrizes, {}, { token })).toEqual({ count: 0 });
  });

  test("§3.7 sizes tell which are in stock; operators and the agent are known", async () => {
    const { token } = await addPerson(club, { role: "curator" });
    const [shirt, ...others] = await club.ask(listCharacteristics, { prize_id: prizes.shirt ?? 0 }, { token });
    expect(others).toEqual([]);
    expect(shirt?.values).toMatchObject([
      { value: "M", in_stock: true },
      { value: "XL", in_stock: false },
    ]);
    expect(await club.ask(listCharacteristics, { prize_id: "shirt" }, { token })).toEqual([]);
    const shirts = club.db.updateTable("prizes").where("id", "=", prizes.shirt ?? 0);
    await shirts.set({ is_enabled: false }).execute();
    expect(await club.ask(listCharacteristics, { prize_id: prizes.shirt ?? 0 }, { token })).toEqual([]);
    await shirts.set({ is_enabled: true }).execute();
    const operators = await club.ask(listMobileOperators, {}, { token });
    expect(operators.map((operator) => operator.id)).toContain(String(operatorId));
    expect((await club.ask(paymentsAgent, {}, { token })).agentId).not.toBe("");
    const named = ["name", "=", "payments_agent_id"] as const;
    await club.db
      .updateTable("settings")
      .set({ value: "agent-7" })
      .where(...named)
      .execute();
    expect(await club.ask(paymentsAgent, {}, { token })).toEqual({ agentId: "agent-7" });
    // Payouts are offered also before an operator has named the agent.
    await club.db
      .deleteFrom("settings")
      .where(...named)
      .execute();
    expect(await club.ask(paymentsAgent, {}, { token })).toEqual({ agentId: "club" });
  });
});

describe("exchange", () => {
  test("§3.8 a top-up spends the club's own price, and the phone lies sealed", async () => {
    const person = await rich();
    const { result } = await order(person, "phone", { ...phoneOrder(), face: 0 });
    expect(result?.status).toBe("new");
    expect(await readBalance(club.db, person.id)).toBe(9_500);
    const exchange = await club.db
      .selectFrom("exchanges")
      .selectAll()
      .where("id", "=", Number(result?.id))
      .executeTakeFirstOrThrow();
    expect(exchange).toMatchObject({ price: 500, recipient_masked: "+7 (900) •••-••-67", operator_id: operatorId });
    expect(exchange.recipient_sealed?.includes("79001234567")).toBe(false);
    expect(
      club.club.services.seal
        .open("exchanges.recipient_sealed", exchange.recipient_sealed ?? Buffer.alloc(0))
        .toString(),
    ).toBe("79001234567");
    const { spent } = await club.ask(listPoints, {}, { token: person.token });
    expect(spent.items).toMatchObject([{ sumSub: 500, status: "new", action: "Обмен на подарок «phone 500»" }]);
  });

  const fields = (...selected: string[]): Order => ({ selected_additional_fields: selected });
  const refusals: [string, string, () => Order, string][] = [
    ["a short phone", "phone", () => fields("900123", String(operatorId)), "recipient"],
    ["no operator", "phone", () => fields("79001234567", "0"), "operator"],
    ["a card of 15 digits", "card", () => fields("220000000000000", "IVAN IVANOV"), "recipient"],
    ["a card with a mistyped digit", "card", () => fields("2200 0000 0000 0005", "IVAN IVANOV"), "recipient"],
    ["a card of zeros", "card", () => fields("0000 0000 0000 0000", "IVAN IVANOV"), "recipient"],
    ["no card holder", "card", () => fields(CARD, " "), "card_holder"],
    ["no size", "shirt", () => ({ ...fields("", "", ""), ...toMoscow }), "size"],
    ["an unknown size", "shirt", () => ({ ...fields("", "", "S"), ...toMoscow }), "size"],
    ["no city", "mug", () => ({ cdek_pvz_code: "MSK12" }), "delivery_city"],
    [
      "a pickup point of another city",
      "mug",
      () => ({ delivery_city: "Казань", cdek_pvz_code: "MSK12" }),
      "cdek_pvz_code",
    ],
    ["an unknown prize", "nothing", () => ({}), "prize_id"],
  ];
  test.each(refusals)("§3.8 %s is refused on its field and spends nothing", async (_name, prize, make, field) => {
    const person = await rich();
    const { status, refusal } = await order(person, prize, make());
    expect(status).toBe(422);
    expect(Object.keys(refusal?.fields ?? {})).toEqual([field]);
    expect(await readBalance(club.db, person.id)).toBe(10_000);
    expect(await club.db.selectFrom("exchanges").select("id").where("user_id", "=", person.id).execute()).toEqual([]);
  });

  test("§3.8 a gift that isn't in the catalogue any more is refused, and ordered again once it is back", async () => {
    prizes.gone = await addPrize("souvenir", 400);
    const person = await rich();
    const setEnabled = (is_enabled: boolean) =>
      club.db.updateTable("prizes").set({ is_enabled }).where("id", "=", Number(prizes.gone)).execute();
    await setEnabled(false);
    const { status, refusal } = await order(person, "gone", toMoscow);
    expect([status, Object.keys(refusal?.fields ?? {})]).toEqual([422, ["prize_id"]]);
    expect(await readBalance(club.db, person.id)).toBe(10_000);
    await setEnabled(true);
    expect((await order(person, "gone", toMoscow)).status).toBe(200);
    await setEnabled(false);
  });

  test("§5.2 a card is kept masked and sealed", async () => {
    const person = await rich();
    const { result } = await order(person, "card", fields(CARD, "IVAN IVANOV"));
    const exchange = await club.db
      .selectFrom("exchanges")
      .selectAll()
      .where("id", "=", Number(result?.id))
      .executeTakeFirstOrThrow();
    expect(exchange.recipient_masked).toBe("•••• 0004");
    expect(JSON.stringify(exchange)).not.toContain("2200000000000004");
    expect(exchange.card_holder_sealed?.includes("IVAN")).toBe(false);
  });

  test("§3.7 the last unit of a size goes once; without it the points stay", async () => {
    const [first, second] = [await rich(), await rich()];
    const xl = await order(first, "shirt", { ...fields("", "", "XL"), ...toMoscow });
    expect(xl.refusal).toMatchObject({ aliases: ["cts.prize_exchange_service.out_of_stock"] });
    expect((await order(first, "shirt", { ...fields("", "", "m"), ...toMoscow })).status).toBe(200);
    const late = await order(second, "shirt", { ...fields("", "", "M"), ...toMoscow });
    expect(late.refusal?.aliases).toEqual(["cts.prize_exchange_service.out_of_stock"]);
    expect(await readBalance(club.db, second.id)).toBe(10_000);
  });

  test("§1.6 too few points are said before anything else is asked", async () => {
    const person = await rich(299);
    const { refusal } = await order(person, "mug", toMoscow);
    expect(refusal?.aliases).toEqual(["cts.prize_exchange_service.not_enough_points"]);
  });

  test("§3.8 an order that can't be right is refused at once, also while another of the same person is being written", async () => {
    const person = await rich();
    const fields = { selected_additional_fields: ["79001234567", String(operatorId)] };
    let written: ReturnType<typeof order> | undefined;
    await club.db.transaction().execute(async (trx) => {
      await trx.selectFrom("balances").selectAll().where("user_id", "=", person.id).forUpdate().execute();
      written = order(person, "phone", fields);
      const wrong = await order(person, "phone", { selected_additional_fields: ["123", String(operatorId)] });
      expect(wrong.refusal?.aliases).toEqual([alias.validation]);
    });
    expect((await written)?.result).toBeDefined();
    expect(await readBalance(club.db, person.id)).toBe(9_500);
  });

  test("§4.18 the same key answers the same again, and is refused for another order", async () => {
    const person = await rich();
    const first = await order(person, "phone", phoneOrder(), "basket:0:1");
    await setStatus(first.result?.id, "processing");
    const again = await order(person, "phone", phoneOrder(), "basket:0:1");
    expect(again.result).toEqual(first.result);
    expect(await readBalance(club.db, person.id)).toBe(9_500);
    const other = await order(person, "phone", fields("79007654321", String(operatorId)), "basket:0:1");
    expect(other).toMatchObject({ status: 409, refusal: { aliases: ["cts.collision"] } });
    expect((await order(await rich(), "phone", phoneOrder(), "basket:0:1")).result?.id).not.toBe(first.result?.id);
    // The answer is the same also when the gift has left the catalogue meanwhile.
    const catalogue = club.db.updateTable("prizes").where("id", "=", Number(prizes.phone));
    await catalogue.set({ is_enabled: false }).execute();
    expect((await order(person, "phone", phoneOrder(), "basket:0:1")).result).toEqual(first.result);
    expect((await order(person, "phone", phoneOrder(), "basket:0:2")).status).toBe(422);
    await catalogue.set({ is_enabled: true }).execute();
  });

  test("§4.18 a day's orders come to exactly the sum that an old session may spend, and to no point more", async () => {
    const { settings } = club.club.services;
    const person = await rich();
    const loggedIn = (msAgo: number) =>
      club.db
        .updateTable("sessions")
        .set({ created_at: new Date(club.clock.now().getTime() - msAgo) })
        .where("user_id", "=", person.id)
        .execute();
    const needed = { refusal: { aliases: [alias.passwordNeeded] } };
    try {
      await loggedIn(DAY_MS);
      Object.assign(settings, { orderPasswordPoints: 999 });
      expect((await order(person, "phone", phoneOrder())).status).toBe(200);
      expect(await order(person, "phone", phoneOrder())).toMatchObject(needed);
      Object.assign(settings, { orderPasswordPoints: 1_000 });
      const second = await order(person, "phone", phoneOrder());
      expect(second.status).toBe(200);
      expect(await order(person, "mug", toMoscow)).toMatchObject(needed);
      const other = await rich();
      const earlier = { created_at: new Date(club.clock.now().getTime() - DAY_MS) };
      await club.db.updateTable("sessions").set(earlier).where("user_id", "=", other.id).execute();
      expect((await order(other, "phone", phoneOrder())).status).toBe(200);
      // A refused order has been one of the day all the same.
      await setStatus(second.result?.id, "cancelled");
      expect(await order(person, "mug", toMoscow)).toMatchObject(needed);
      const orders = club.db.updateTable("exchanges").where("user_id", "=", person.id);
      await orders.set({ created_at: new Date(club.clock.now().getTime() - DAY_MS + 60_000) }).execute();
      expect(await order(person, "mug", toMoscow)).toMatchObject(needed);
      await orders.set({ created_at: new Date(club.clock.now().getTime() - DAY_MS) }).execute();
      expect((await order(person, "mug", toMoscow)).status).toBe(200);
      Object.assign(settings, { orderPasswordPoints: 0 });
      expect(await order(person, "mug", toMoscow)).toMatchObject(needed);
      await loggedIn(DAY_MS - 60_000);
      expect((await order(person, "mug", toMoscow)).status).toBe(200);
    } finally {
      Object.assign(settings, { orderPasswordPoints: null });
    }
  });

  test("§8.5 prizes above the year's limit need accepted documents; a new year and a rejected prize count anew", async () => {
    const person = await rich();
    const one = await order(person, "giftery");
    expect(one.status).toBe(200);
    expect((await order(person, "giftery")).status).toBe(200);
    expect((await order(person, "card", fields(CARD, "IVAN IVANOV"))).status).toBe(200);
    prizes.dot = await addPrize("souvenir", 1);
    const above = await order(person, "dot", toMoscow);
    expect(above.refusal).toMatchObject({ aliases: ["cts.prize_exchange_service.need_documents"] });
    expect(await readBalance(club.db, person.id)).toBe(6_000);

    await setStatus(one.result?.id, "rejected", "Нет в наличии");
    expect((await order(person, "mug", toMoscow)).status).toBe(200);
    expect((await order(person, "giftery")).refusal?.aliases).toEqual(["cts.prize_exchange_service.need_documents"]);

    const sealed = Buffer.from("sealed");
    const files = { answers_sealed: sealed, passport_main_sealed: sealed, passport_registration_sealed: sealed };
    await club.db
      .insertInto("documents")
      .values({ user_id: person.id, status: "pending", ...files })
      .execute();
    expect((await order(person, "giftery")).refusal?.aliases).toEqual(["cts.prize_exchange_service.need_documents"]);
    await club.db
      .insertInto("documents")
      .values({ user_id: person.id, status: "accepted", ...files })
      .execute();
    expect((await order(person, "giftery")).status).toBe(200);

    const other = await rich();
    expect((await order(other, "giftery")).status).toBe(200);
    expect((await order(other, "giftery")).status).toBe(200);
    expect((await order(other, "giftery")).status).toBe(422);
    // In Moscow the new year begins three hours before midnight UTC.
    club.clock.set("2026-12-31T21:30:00Z");
    expect((await order(other, "giftery")).status).toBe(200);
    club.clock.set("2026-12-31T12:00:00Z");
  });

  test("§6.2 system users and tadam have no exchange", async () => {
    for (const person of [
      await addPerson(club, { role: "tadam" }),
      await addPerson(club, { role: "manager", isSystem: true }),
      await addPerson(club, { role: "curator", isSystem: true }),
    ]) {
      expect((await order(person, "giftery")).status).toBe(403);
    }
  });
});

describe("withdrawal status", () => {
  test("§3.10 a rejected prize returns points and stock once, with the reason, and the participant is told", async () => {
    const person = await rich();
    const cap = await addPrize("souvenir", 200);
    prizes.cap = cap;
    const sizes = [cap, await addPrize("souvenir", 250)].map((prize_id) => ({ prize_id, value: "58", stock: 1 }));
    const otherSize = { prize_id: cap, value: "60", stock: 3 };
    await club.db
      .insertInto("prize_sizes")
      .values([...sizes, otherSize])
      .execute();
    await club.db.updateTable("prizes").set({ stock: 5 }).where("id", "=", cap).execute();
    const { result } = await order(person, "cap", { selected_additional_fields: ["", "", "58"], ...toMoscow });
    await expect(setStatus(result?.id, "rejected")).rejects.toMatchObject({ status: 422 });
    await setStatus(result?.id, "sent");
    await setStatus(result?.id, "rejected", "Повреждён в пути");
    await setStatus(result?.id, "rejected", "Ещё раз");
    expect(await readBalance(club.db, person.id)).toBe(10_000);
    // The same size of another gift is none of its, and neither is another size, or what the gift has without sizes.
    const stocks = await club.db.selectFrom("prize_sizes").select("stock").where("value", "=", "58").execute();
    expect(stocks).toEqual([{ stock: 1 }, { stock: 1 }]);
    const others = club.db.selectFrom("prize_sizes").select("stock").where("value", "=", "60");
    expect(await others.execute()).toEqual([{ stock: 3 }]);
    const unsized = club.db.selectFrom("prizes").select("stock").where("id", "=", cap);
    expect(await unsized.execute()).toEqual([{ stock: 5 }]);
    const { added, spent } = await club.ask(listPoints, {}, { token: person.token });
    expect(spent.items[0]?.status).toBe("rejected");
    expect(added.items[0]).toMatchObject({
      sumAdd: 200,
      action: "Возврат за подарок «souvenir 200»: Повреждён в пути",
    });
    const letters = await club.db.selectFrom("outbox").select("text").where("recipient", "=", person.email).execute();
    expect(letters).toHaveLength(2);
    expect(letters.map((letter) => letter.text).join("\n")).toContain("Повреждён в пути");
    expect(await verifyLedger(club.db)).toEqual([]);
  });

  test("§3.10 what is completed or returned stays so", async () => {
    const person = await rich();
    const { result } = await order(person, "giftery");
    await setStatus(result?.id, "completed", undefined, "code");
    for (const status of ["processing", "cancelled", "rejected", "new"] as const) {
      await expect(setStatus(result?.id, status, "Причина")).rejects.toMatchObject({ status: 422 });
    }
    await expect(setStatus("999999", "sent")).rejects.toMatchObject({ status: 404 });
    expect(await readBalance(club.db, person.id)).toBe(8_500);
  });

  /** Which status may follow which; written down once more on purpose. */
  const mayBecome: Record<WithdrawalStatus, readonly WithdrawalStatus[]> = {
    new: ["processing", "need_documents", "sent", "ready_for_pickup", "completed", "rejected", "cancelled"],
    processing: ["need_documents", "sent", "ready_for_pickup", "completed", "rejected", "cancelled"],
    need_documents: ["processing", "rejected", "cancelled"],
    sent: ["ready_for_pickup", "completed", "rejected"],
    ready_for_pickup: ["completed", "rejected"],
    completed: [],
    rejected: [],
    cancelled: [],
  };
  const statuses = Object.keys(mayBecome) as WithdrawalStatus[];
  test.each(statuses)(
    "§3.10 an order that is %s becomes what may follow, and only a refusal returns points",
    async (from) => {
      for (const to of statuses.filter((status) => status !== from)) {
        const person = await rich(1_500);
        const { result } = await order(person, "giftery");
        await club.db.updateTable("exchanges").set({ status: from }).where("id", "=", Number(result?.id)).execute();
        const changed = setStatus(result?.id, to, "Причина", "code");
        const isAllowed = mayBecome[from].includes(to);
        if (isAllowed) await changed;
        else
          await expect(changed, to).rejects.toMatchObject({
            status: 422,
            entries: [{ error_system_message: { field_key: "status" } }],
          });
        const after = club.db.selectFrom("exchanges").select("status").where("id", "=", Number(result?.id));
        expect(await after.executeTakeFirst()).toEqual({ status: isAllowed ? to : from });
        const isReturned = isAllowed && (to === "rejected" || to === "cancelled");
        expect([to, await readBalance(club.db, person.id)]).toEqual([to, isReturned ? 1_500 : 0]);
      }
    },
  );
});
