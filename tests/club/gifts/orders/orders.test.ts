import { afterAll, beforeAll, expect, test } from "vitest";
import type { PrizeHandler } from "../../../../club/gifts/prizes/kinds";
import { cards, findAct } from "../../../../club/operators/operator-parts";
import { previewAct } from "../../../../club/platform/acts/carry-out";
import type { ActFile } from "../../../../club/platform/acts/field";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { readOrder } from "../../../../contract/overviews";
import { listMobileOperators } from "../../../../contract/prizes";
import type { WithdrawalStatus } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { csv, type Desk, openDesk } from "./operator-desk";
import { CARD, PRICE, placeOrder } from "./place-order";

let club: TestClub;
let desk: Desk;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-10-01T09:00:00Z", settings: { documentsLimit: 1_000_000 } });
  desk = await openDesk(club);
});
afterAll(() => club.close());

const readOrders = async (filters: Record<string, unknown>) =>
  (await desk.rows("orders", filters)).map(([number]) => Number(number));
const readCard = async (id: number) => cards.find(({ name }) => name === "order")?.read(club.club.services, String(id));

test("§3.10 the queue has open orders, oldest first, by kind, status, age and participant", async () => {
  const late = await placeOrder(club, "souvenir");
  club.clock.advance(4 * 24 * 60 * 60 * 1000);
  const fresh = await placeOrder(club, "card");
  expect(await readOrders({})).toEqual([late.id, fresh.id]);
  expect(await readOrders({ kind: "card" })).toEqual([fresh.id]);
  expect(await readOrders({ days: 3 })).toEqual([late.id]);
  expect(await readOrders({ person: late.person.phone })).toEqual([late.id]);
  expect(await desk.today("orders", "Заказы старше 3 дней")).toBe(1);
  expect(await desk.today("orders", "Новые заказы")).toBe(2);
  await desk.act("set-withdrawal-status", { order: String(fresh.id), status: "need_documents" });
  expect(await desk.today("orders", "Новые заказы")).toBe(1);
  expect(await desk.today("orders", "Заказы ждут документов")).toBe(1);
  await desk.act("set-tracking", { order: String(late.id), number: "111" });
  await desk.act("complete-order", { order: `№ ${late.id}` });
  expect(await readOrders({})).toEqual([fresh.id]);
  expect(await readOrders({ status: "completed" })).toEqual([late.id]);
  expect(await readOrders({ status: "all" })).toEqual([late.id, fresh.id]);
  expect(await desk.today("orders", "Заказы старше 3 дней")).toBe(0);
  await desk.act("set-withdrawal-status", { order: String(fresh.id), status: "cancelled", reason: "Передумал" });
  expect(await readOrders({})).toEqual([]);
});

test("§3.10 the queue goes on after a page", async () => {
  const { person } = await placeOrder(club, "phone");
  for (let count = 1; count < 51; count++) await placeOrder(club, "phone", person);
  const read = (after?: string) => desk.page("orders", { person: person.phone }, after);
  const first = await read();
  expect(first.rows).toHaveLength(50);
  const second = await read(first.next ?? "");
  expect(second).toMatchObject({ rows: [{ cells: expect.arrayContaining(["Подарок phone"]) }], next: null });
});

test("§3.10 a refused order gives the points back, tells the reason, and stands in the order's history", async () => {
  const { id, person } = await placeOrder(club, "card");
  const refused = await desk.act("refuse-order", { order: String(id), reason: "Карта закрыта" });
  expect(refused.lines[0]).toBe(`Заказ № ${id}, «Подарок card»: «Новая» → «Отклонено».`);
  expect(refused.points).toBe(PRICE);
  expect(await readBalance(club.db, person.id)).toBe(PRICE);
  const { subject } = await club.lastMessage(person.email, "Причина: Карта закрыта");
  expect(subject).toBe(`Заказ № ${id}: Подарок card`);
  const card = await readCard(id);
  expect(card?.title).toBe(`Заказ № ${id}`);
  const history = card?.sections.at(-1)?.table?.rows.map(({ cells }) => cells.slice(1));
  expect(history).toEqual([
    ["Оформлен", ""],
    ["Отклонено", "vera"],
  ]);
  await expect(desk.act("complete-order", { order: String(id) })).rejects.toThrow();
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§5.2 a card number is shown only by an act that is written down, never by its preview or the order's card", async () => {
  const { id } = await placeOrder(club, "card");
  const input = { order: String(id) };
  const showRecipient = findAct("show-recipient");
  expect(JSON.stringify(await previewAct(club.club.services, desk.operator, showRecipient, input))).not.toContain(CARD);
  expect(JSON.stringify(await readCard(id))).not.toContain(CARD);
  const shown = await desk.act("show-recipient", input);
  expect(shown.secrets).toEqual([
    { label: "Номер карты", value: CARD },
    { label: "Держатель", value: "IVAN IVANOV" },
  ]);
  const rows = await club.db.selectFrom("audit_log").selectAll().where("act", "=", "show-recipient").execute();
  expect(rows).toMatchObject([{ actor: "vera", subject_kind: "order", subject_id: String(id) }]);
  expect(JSON.stringify(rows)).not.toContain(CARD);
  expect(JSON.stringify(await readCard(id))).toContain("Показан получатель");
});

test("§3.10 a delivery's number reaches the participant, and a mistyped one is corrected", async () => {
  const { id, person } = await placeOrder(club, "souvenir");
  await desk.act("set-tracking", { order: String(id), number: "111" });
  expect(await desk.statusOf(id)).toBe("sent");
  await club.lastMessage(person.email, "Номер отправления: 111");
  await desk.act("set-tracking", { order: String(id), number: "222" });
  await club.lastMessage(person.email, "Номер отправления: 222");
  const order = await club.ask(readOrder, { id: String(id) }, { token: person.token });
  expect(order).toMatchObject({ tracking_number: "222", status: "sent" });
  await desk.act("ready-for-pickup", { order: String(id) });
  await club.lastMessage(person.email, "Адрес: Москва");
  await expect(desk.act("set-tracking", { order: String(id), number: "333" })).rejects.toThrow();
  const topUp = await placeOrder(club, "phone");
  const notDelivered = { entries: [{ error_display_message: "Этот подарок не доставляют в пункт выдачи." }] };
  for (const [name, more] of [
    ["set-tracking", { number: "1" }],
    ["ready-for-pickup", {}],
  ] as const) {
    await expect(desk.act(name, { order: String(topUp.id), ...more })).rejects.toMatchObject(notDelivered);
  }
});

test("§3.10 many orders at once: what doesn't fit is named and stops none of the others", async () => {
  const [first, second, done] = await Promise.all(
    (["phone", "phone", "souvenir"] as const).map((kind) => placeOrder(club, kind)),
  );
  if (!first || !second || !done) throw new Error("There is no order");
  await desk.act("ready-for-pickup", { order: String(done.id) });
  await desk.act("complete-order", { order: String(done.id) });
  const lines = [
    "Заказ;Причина",
    `${first.id};Номер не обслуживается`,
    `№ ${second.id};`,
    `${done.id};`,
    "999999;",
    "абв;",
  ];
  const file = csv("orders.csv", lines);
  const outcome = await desk.act("refuse-orders", { file, orders: [String(first.id)], reason: "Отказ оператора" });
  expect(outcome.lines).toEqual([
    "Изменено заказов: 2.",
    `Баллов вернулось участникам: ${2 * PRICE}.`,
    "С ошибками: 3. Они остались как есть.",
  ]);
  expect(outcome.table?.rows.slice(0, 3).map(({ cells }) => cells)).toEqual([
    ["абв", "Это не номер заказа."],
    [String(done.id), `Заказ № ${done.id}: «Выполнено» не может стать «Отклонено».`],
    ["999999", "Заказа № 999999 нет."],
  ]);
  expect(await Promise.all([first, second, done].map(({ id }) => desk.statusOf(id)))).toEqual([
    "rejected",
    "rejected",
    "completed",
  ]);
  // The row of the file gives the reason, and the common one stands in for a row without.
  await club.lastMessage(first.person.email, "Причина: Номер не обслуживается");
  await club.lastMessage(second.person.email, "Причина: Отказ оператора");
  expect(await readBalance(club.db, first.person.id)).toBe(PRICE);
});

test("§3.10 numbers of orders are read from lines, with commas or semicolons, and each once", async () => {
  const placed = [await placeOrder(club, "phone"), await placeOrder(club, "phone"), await placeOrder(club, "card")];
  const [first, second, third] = placed.map(({ id }) => String(id));
  const orders = [`${first}; № ${second}`, `${third}, ${first},`, ""];
  const { lines } = await desk.act("refuse-orders", { orders, reason: "Отказ" });
  expect(lines).toEqual(["Изменено заказов: 3.", `Баллов вернулось участникам: ${3 * PRICE}.`]);
});

test("§2.5.2 what one press has ordered is one order; orders of no press, and those of others, are not", async () => {
  const [first, second] = [await placeOrder(club, "phone"), await placeOrder(club, "phone")];
  const { person } = first;
  const own = [first.id, (await placeOrder(club, "card", person)).id, (await placeOrder(club, "giftery", person)).id];
  const baskets = (basket_uuid: string) =>
    club.db
      .updateTable("exchanges")
      .set({ basket_uuid })
      .where("id", "in", [...own, second.id])
      .execute();
  const units = async (id = first.id) =>
    (await club.ask(readOrder, { id: String(id) }, { token: person.token })).units.map((unit) => Number(unit.id));
  await baskets("one-press");
  expect(await units()).toEqual(own);
  expect((await club.ask(readOrder, { id: String(own[2]) }, { token: person.token })).id).toBe(String(own[2]));
  expect((await club.call(readOrder, { id: String(second.id) }, { token: person.token })).status).toBe(404);
  await baskets("");
  expect([await units(own[0]), await units(own[1])]).toEqual([[own[0]], [own[1]]]);
});

test("§3.10 of an order that isn't there it is said so, and not that it is of another kind", async () => {
  const { table } = await desk.act("complete-orders", { kind: "phone", orders: ["999999"] });
  expect(table?.rows.map(({ cells }) => cells)).toEqual([["999999", "Заказа № 999999 нет."]]);
});

test("§5.2 an order that names nobody has no recipient to show", async () => {
  const { id } = await placeOrder(club, "souvenir");
  await expect(desk.act("show-recipient", { order: String(id) })).rejects.toMatchObject({
    entries: [{ error_display_message: "У этого заказа нет получателя." }],
  });
  const topUp = await desk.act("show-recipient", { order: String((await placeOrder(club, "phone")).id) });
  expect(topUp.secrets).toEqual([{ label: "Телефон", value: "79001234567" }]);
});

test("§3.10 a cancelled order has no reason of a refusal, whatever an operator wrote", async () => {
  const { id, person } = await placeOrder(club, "phone");
  await desk.act("set-withdrawal-status", { order: String(id), status: "cancelled", reason: "Передумал" });
  const order = await club.ask(readOrder, { id: String(id) }, { token: person.token });
  expect(order).toMatchObject({ status: "cancelled", reject_reason: "" });
});

test("§3.10 an order's card offers what may follow its status", async () => {
  const offered = async (kind: PrizeHandler, status: WithdrawalStatus) => {
    const { id } = await placeOrder(club, kind);
    await club.db.updateTable("exchanges").set({ status }).where("id", "=", id).execute();
    return (await readCard(id))?.acts.map(({ act }) => act);
  };
  const all = ["refuse-order", "set-withdrawal-status", "show-recipient"];
  expect(await offered("phone", "new")).toEqual(["start-order", "complete-order", ...all]);
  expect(await offered("phone", "need_documents")).toEqual(["start-order", ...all]);
  expect(await offered("phone", "processing")).toEqual(["complete-order", ...all]);
  expect(await offered("souvenir", "sent")).toEqual([
    "set-tracking",
    "ready-for-pickup",
    "complete-order",
    "refuse-order",
  ]);
  expect(await offered("souvenir", "ready_for_pickup")).toEqual(["complete-order", "refuse-order"]);
  expect(await offered("giftery", "completed")).toEqual(["reopen-order"]);
  expect(await offered("phone", "rejected")).toEqual(["show-recipient"]);
});

test("§3.10 five hundred orders are changed at once, and one more is refused, however they are named", async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(900_000_001 + index));
  const file = (count: number) => csv("orders.csv", ["Заказ;Причина", ...numbers(count).map((number) => `${number};`)]);
  const refuse = (input: { orders?: string[]; file?: ActFile }) =>
    desk.act("refuse-orders", { ...input, reason: "Отказ" });
  const halves = { orders: numbers(500).slice(250), file: file(250) };
  for (const input of [{ orders: numbers(500) }, { file: file(500) }, halves]) {
    expect((await refuse(input)).lines).toContain("С ошибками: 500. Они остались как есть.");
  }
  const tooMany = { entries: [{ error_display_message: expect.stringMatching(/500/) }] };
  for (const input of [{ orders: numbers(501) }, { file: file(501) }, { orders: ["1"], file: file(500) }]) {
    await expect(refuse(input)).rejects.toMatchObject(tooMany);
  }
});

test("§3.8 a mobile operator that an order names can't be removed, a new one can", async () => {
  const { person } = await placeOrder(club, "phone");
  const listed = async () => (await club.ask(listMobileOperators, {}, { token: person.token })).map(({ name }) => name);
  const before = await listed();
  const refused = { entries: [{ error_system_message: { field_key: "name" } }] };
  await expect(desk.act("remove-mobile-operator", { name: before[0] ?? "" })).rejects.toMatchObject(refused);
  await desk.act("add-mobile-operator", { name: "Новая связь" });
  await expect(desk.act("add-mobile-operator", { name: "НОВАЯ связь" })).rejects.toMatchObject(refused);
  expect(await listed()).toEqual([...before, "Новая связь"]);
  await desk.act("remove-mobile-operator", { name: "новая связь" });
  expect(await listed()).toEqual(before);
});

test("§3.10 an order's history tells in the order of time what was read of it and what it became", async () => {
  const { id } = await placeOrder(club, "card");
  const order = String(id);
  for (const [name, input] of [
    ["show-recipient", { order }],
    ["refuse-order", { order, reason: "Карта закрыта" }],
    ["show-recipient", { order }],
  ] as const) {
    club.clock.advance(60_000);
    await desk.act(name, input);
  }
  const history = (await readCard(id))?.sections.at(-1)?.table?.rows.map(({ cells }) => cells[1]);
  expect(history).toEqual(["Оформлен", "Показан получатель", "Отклонено", "Показан получатель"]);
});
