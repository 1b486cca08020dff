import { afterAll, beforeAll, expect, test } from "vitest";
import { type PrizeHandler, prizeHandlers } from "../../../../club/gifts/prizes/kinds";
import { cards } from "../../../../club/operators/operator-parts";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { showOrderCode } from "../../../../contract/overviews";
import { type WithdrawalStatus, withdrawalStatusTitles } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { readCard } from "../../operators";
import { csv, type Desk, openDesk } from "./operator-desk";
import { type PlacedOrder, PRICE, placeOrder } from "./place-order";

let club: TestClub;
let desk: Desk;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-10-01T09:00:00Z", settings: { documentsLimit: 1_000_000 } });
  desk = await openDesk(club);
});
afterAll(() => club.close());

const REASON = "Вручили лично";
const answer = (...rows: string[]) =>
  desk.act("read-agent-answer", { file: csv("answer.csv", ["Заказ;Результат;Причина;Файл", ...rows]) });
const refusal = (text: string) => ({ entries: [{ error_display_message: expect.stringContaining(text) }] });
const batchOf = async (id: number) =>
  (await club.db.selectFrom("exchanges").select("batch_id").where("id", "=", id).executeTakeFirstOrThrow()).batch_id;
const mailsOf = async ({ person }: PlacedOrder) =>
  (await club.db.selectFrom("outbox").select("id").where("recipient", "=", person.email).execute()).length;
const lastChange = (id: number) =>
  club.db
    .selectFrom("exchange_changes")
    .select(["status", "reason", "changed_by"])
    .where("exchange_id", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

/** How an order of each kind gets its evidence; whatever does this completes it too, or leaves it to `complete-order`. */
const handOut: Readonly<Record<PrizeHandler, (order: string) => Promise<unknown>>> = {
  giftery: (order) => desk.act("issue-certificate", { order, code: `HAND-${order}` }),
  phone: async (order) => {
    await desk.act("export-topups", { started: true });
    return answer(`${order};ок;;`);
  },
  card: async (order) => {
    await desk.act("export-payouts", { started: true });
    return answer(`${order};ок;;`);
  },
  souvenir: async (order) => {
    await desk.act("set-tracking", { order, number: "1234" });
    return desk.act("complete-order", { order });
  },
};

/** What is said of an order of each kind that has no evidence. */
const missing: Readonly<Record<PrizeHandler, string>> = {
  giftery: "У заказа нет кода: выдайте сертификат.",
  phone: "Агент не подтвердил перевод",
  card: "Агент не подтвердил перевод",
  souvenir: "Нет ни номера отправления, ни отметки, что подарок в пункте выдачи.",
};

test.each(prizeHandlers)("§3.10 an order of %s isn't completed by one operator without its evidence", async (kind) => {
  const placed = await placeOrder(club, kind);
  const order = String(placed.id);
  for (const [act, input] of [
    ["complete-order", { order }],
    ["set-withdrawal-status", { order, status: "completed", reason: REASON }],
  ] as const) {
    await expect(desk.act(act, input)).rejects.toMatchObject(refusal(missing[kind]));
  }
  const many = await desk.act("complete-orders", { kind, orders: [order] });
  expect(many.table?.rows[0]?.cells[1]).toContain(missing[kind]);
  expect(await desk.statusOf(placed.id)).toBe("new");
  expect(await mailsOf(placed)).toBe(0);
  await desk.act("start-order", { order });
  await handOut[kind](order);
  expect(await desk.statusOf(placed.id)).toBe("completed");
});

test.each(prizeHandlers)(
  "§3.10 an order of %s without evidence is completed by a reason and a second yes, and not by a no",
  async (kind) => {
    const placed = await placeOrder(club, kind);
    const order = String(placed.id);
    const refused = await desk.ask("complete-order", { order, reason: REASON });
    expect(refused.outcome.lines.join("\n")).toContain(missing[kind]);
    await desk.decline(refused.requestId);
    expect(await desk.statusOf(placed.id)).toBe("new");
    expect(await mailsOf(placed)).toBe(0);
    const asked = await desk.ask("complete-order", { order, reason: REASON });
    expect(await desk.statusOf(placed.id)).toBe("new");
    expect((await desk.agree(asked.requestId)).state).toBe("done");
    expect(await lastChange(placed.id)).toEqual({ status: "completed", reason: REASON, changed_by: "vera" });
    const mail = await club.lastMessage(placed.person.email, "Заказ выполнен.");
    expect(mail.text).not.toContain(REASON);
  },
);

test("§3.10 a waiting parcel is evidence, a reason that isn't needed asks nobody", async () => {
  const { id } = await placeOrder(club, "souvenir");
  await desk.act("ready-for-pickup", { order: String(id) });
  await desk.act("complete-order", { order: String(id), reason: REASON });
  expect(await lastChange(id)).toEqual({ status: "completed", reason: "", changed_by: "vera" });
});

test("§3.10 many orders are of one kind, and their preview says how many of which", async () => {
  const [sent, other, topUp] = [
    await placeOrder(club, "souvenir"),
    await placeOrder(club, "souvenir"),
    await placeOrder(club, "phone"),
  ];
  await desk.act("set-tracking", { order: String(sent.id), number: "1" });
  const orders = [sent, other, topUp].map(({ id }) => String(id));
  await expect(desk.act("complete-orders", { orders })).rejects.toThrow();
  const asked = await desk.ask("complete-orders", { kind: "souvenir", orders, reason: REASON });
  expect(asked.outcome.lines).toEqual([
    "Сувенир: названо заказов — 2.",
    "Другого вида, «Пополнение телефона»: 1. Они останутся как есть.",
    "«Подарок souvenir»: 2.",
    "Без подтверждения: 1. Нет ни номера отправления, ни отметки, что подарок в пункте выдачи.",
    "Изменено заказов: 2.",
    "С ошибками: 1. Они остались как есть.",
  ]);
  await desk.agree(asked.requestId);
  const statuses = await Promise.all([sent, other, topUp].map(({ id }) => desk.statusOf(id)));
  expect(statuses).toEqual(["completed", "completed", "new"]);
  expect([(await lastChange(sent.id)).reason, (await lastChange(other.id)).reason]).toEqual(["", REASON]);
});

test("§3.10 an order of a kind that only a newer release knows bears that kind's name, and needs a second yes", async () => {
  const { id } = await placeOrder(club, "souvenir");
  const prize = await club.db
    .insertInto("prizes")
    .values({ handler_system_name: "teapot", name: "Чайник", price: PRICE })
    .returning("id")
    .executeTakeFirstOrThrow();
  await club.db.updateTable("exchanges").set({ prize_id: prize.id }).where("id", "=", id).execute();
  const order = String(id);
  expect((await desk.act("complete-orders", { kind: "souvenir", orders: [order] })).lines).toContain(
    "Другого вида, «teapot»: 1. Они останутся как есть.",
  );
  expect((await desk.rows("prizes")).find(([number]) => number === String(prize.id))?.slice(1, 3)).toEqual([
    "Чайник",
    "teapot",
  ]);
  expect((await readCard(club, "prize", String(prize.id))).text).toContain('"teapot"');
  await expect(desk.act("complete-order", { order })).rejects.toMatchObject(
    refusal("Эта версия клуба не знает вида подарка."),
  );
  await desk.agree((await desk.ask("complete-order", { order, reason: REASON })).requestId);
  expect(await desk.statusOf(id)).toBe("completed");
});

test.each(prizeHandlers)(
  "§3.10 a done order of %s is open again after a second yes: told in words, the ledger untouched",
  async (kind) => {
    const placed = await placeOrder(club, kind);
    const order = String(placed.id);
    await expect(desk.ask("reopen-order", { order, reason: "Рано" })).rejects.toMatchObject(refusal("не выполнен"));
    await handOut[kind](order);
    const [balance, mails] = [await readBalance(club.db, placed.person.id), await mailsOf(placed)];
    await desk.decline((await desk.ask("reopen-order", { order, reason: "Ошиблись номером" })).requestId);
    expect(await desk.statusOf(placed.id)).toBe("completed");
    expect(await mailsOf(placed)).toBe(mails);
    const asked = await desk.ask("reopen-order", { order, reason: "Ошиблись номером" });
    await desk.agree(asked.requestId);
    const back = kind === "souvenir" ? "sent" : "processing";
    expect(await lastChange(placed.id)).toEqual({ status: back, reason: "Ошиблись номером", changed_by: "vera" });
    const said = "Теперь он снова в работе.\nПричина: Ошиблись номером";
    await club.lastMessage(placed.person.email, said);
    expect(await readBalance(club.db, placed.person.id)).toBe(balance);
    expect(await verifyLedger(club.db)).toEqual([]);
    // Its points come back only when it is refused.
    await desk.act("refuse-order", { order, reason: "Не получилось" });
    expect(await readBalance(club.db, placed.person.id)).toBe(balance + PRICE);
    expect(await verifyLedger(club.db)).toEqual([]);
  },
);

test("§3.10 an order that was handed out at its pickup point waits there again, and may be handed out once more", async () => {
  const { id } = await placeOrder(club, "souvenir");
  const order = String(id);
  await desk.act("set-tracking", { order, number: "1234" });
  await desk.act("ready-for-pickup", { order });
  await desk.act("complete-order", { order });
  await desk.agree((await desk.ask("reopen-order", { order, reason: "Отдали не тому" })).requestId);
  expect(await desk.statusOf(id)).toBe("ready_for_pickup");
  await desk.act("complete-order", { order });
  expect(await lastChange(id)).toEqual({ status: "completed", reason: "", changed_by: "vera" });
});

test("§3.10 only a done order is opened again: no other status has anything to take back", async () => {
  const { id, person } = await placeOrder(club, "souvenir");
  const reopen = () => desk.ask("reopen-order", { order: String(id), reason: "Рано" });
  const titles = Object.entries(withdrawalStatusTitles).filter(([status]) => status !== "completed");
  expect(titles).toHaveLength(7);
  for (const [status, title] of titles) {
    const row = club.db.updateTable("exchanges").where("id", "=", id);
    await row.set({ status: status as WithdrawalStatus }).execute();
    await expect(reopen(), status).rejects.toMatchObject(refusal(`не выполнен: сейчас он «${title}».`));
    expect(await desk.statusOf(id)).toBe(status);
  }
  expect(await mailsOf({ id, person })).toBe(0);
  await club.db.updateTable("exchanges").set({ status: "completed" }).where("id", "=", id).execute();
  expect((await reopen()).state).toBe("waiting");
});

test("§3.8 an answer to an earlier file doesn't complete an order that was opened again", async () => {
  const { id } = await placeOrder(club, "phone");
  await desk.act("export-topups");
  const first = await batchOf(id);
  await answer(`${id};ок;;${first}`);
  await desk.agree((await desk.ask("reopen-order", { order: String(id), reason: "Деньги вернулись" })).requestId);
  expect((await answer(`${id};ок;;${first}`)).table?.rows[0]?.cells[1]).toBe("Такого заказа агенту не отдавали.");
  await expect(desk.act("export-topups")).rejects.toMatchObject(
    refusal("Новых заказов этого вида нет. В работе без файла: 1."),
  );
  const exported = await desk.act("export-topups", { started: true });
  const second = await batchOf(id);
  expect(String(exported.file?.content)).toContain(`;${PRICE};${second}`);
  expect((await answer(`${id};ок;;${first}`)).table?.rows[0]?.cells[1]).toBe(
    `Это ответ на другой файл: заказ отдан агенту файлом № ${second}.`,
  );
  expect(await desk.statusOf(id)).toBe("processing");
  await answer(`${id};ок;;${second}`);
  expect(await desk.statusOf(id)).toBe("completed");
});

test("§3.6 the code of an order that was opened again is shown to nobody and issued to nobody", async () => {
  const { id, person } = await placeOrder(club, "giftery");
  const order = String(id);
  await desk.act("issue-certificate", { order, code: "WRONG-1" });
  const show = () => club.call(showOrderCode, { id: order }, { token: person.token });
  expect((await show()).result?.code).toBe("WRONG-1");
  await desk.agree((await desk.ask("reopen-order", { order, reason: "Код не подошёл" })).requestId);
  expect((await show()).status).toBe(404);
  const replaced = "Код из прошлого письма мы заменим новым.";
  expect((await club.lastMessage(person.email, "Причина: Код не подошёл")).text).toContain(replaced);
  await expect(desk.act("issue-certificate", { order })).rejects.toMatchObject(
    refusal("В запасе нет кодов этого сертификата."),
  );
  await desk.act("issue-certificate", { order, code: "RIGHT-2" });
  expect((await show()).result?.code).toBe("RIGHT-2");
  const card = await cards.find(({ name }) => name === "order")?.read(club.club.services, order);
  const history = card?.sections.at(-1)?.table?.rows.map(({ cells }) => cells[1]);
  expect(history).toEqual(["Оформлен", "Выполнено", "В обработке: Код не подошёл", "Выполнено"]);
});
