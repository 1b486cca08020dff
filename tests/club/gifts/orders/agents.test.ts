import { afterAll, beforeAll, expect, test } from "vitest";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
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

const HEADER = "Заказ;Результат;Причина";
const answer = (...rows: string[]) => desk.act("read-agent-answer", { file: csv("answer.csv", [HEADER, ...rows]) });

test("§3.8 all new payouts go to the agent in one file, the answer completes or refuses them, and counts once", async () => {
  const [paid, refused, unclear] = [
    await placeOrder(club, "card"),
    await placeOrder(club, "card"),
    await placeOrder(club, "card"),
  ];
  const topUp = await placeOrder(club, "phone");
  const exported = await desk.act("export-payouts");
  expect(exported.lines[0]).toBe(`Выплата на карту: заказов в файле — 3, на ${3 * PRICE} ₽.`);
  const lines = String(exported.file?.content).replace("\uFEFF", "").trim().split("\r\n");
  expect(lines).toEqual(
    [
      "Заказ;Карта;Держатель;Сумма, ₽",
      ...[paid, refused, unclear].map(({ id }) => `${id};${CARD};IVAN IVANOV;${PRICE}`),
    ].map((line) => expect.stringContaining(line.replace("Сумма, ₽", ""))),
  );
  expect(JSON.stringify([exported.lines, exported.table])).not.toContain(CARD);
  expect(await desk.statusOf(paid.id)).toBe("processing");
  expect(await desk.statusOf(topUp.id)).toBe("new");
  await expect(desk.act("export-payouts")).rejects.toThrow();

  const rows = [
    `${paid.id};ОК;`,
    `№ ${refused.id};Отказ;Карта закрыта`,
    `${unclear.id};может быть;`,
    `${topUp.id};ок;`,
    "abc;ок;",
  ];
  const first = await answer(...rows);
  expect(first.lines).toEqual([
    "Изменено заказов: 2.",
    `Баллов вернулось участникам: ${PRICE}.`,
    "С ошибками: 3. Они остались как есть.",
  ]);
  expect(await Promise.all([paid, refused, unclear, topUp].map(({ id }) => desk.statusOf(id)))).toEqual([
    "completed",
    "rejected",
    "processing",
    "new",
  ]);
  expect(await readBalance(club.db, refused.person.id)).toBe(PRICE);
  await club.lastMessage(refused.person.email, "Карта закрыта");

  const again = await answer(...rows);
  expect(again.lines.slice(0, 2)).toEqual(["Изменено заказов: 0.", "Уже в этом статусе: 2."]);
  expect(await readBalance(club.db, refused.person.id)).toBe(PRICE);
  // What was paid can't be refused by a later file.
  expect((await answer(`${paid.id};отказ;`)).lines[0]).toBe("Изменено заказов: 0.");
  expect(await verifyLedger(club.db)).toEqual([]);

  const { id: batch } = await club.db.selectFrom("agent_batches").select("id").executeTakeFirstOrThrow();
  const repeated = await desk.act("export-payouts", { batch: String(batch) });
  expect(String(repeated.file?.content).trim().split("\r\n")).toEqual([
    expect.anything(),
    expect.stringContaining(`${unclear.id};${CARD}`),
  ]);
});

test("§3.8 two different answers to one order are told, and neither counts", async () => {
  const { id } = await placeOrder(club, "phone");
  // What is in work of another kind is no business of this file.
  await desk.act("start-order", { order: String((await placeOrder(club, "card")).id) });
  const exported = await desk.act("export-topups");
  expect(exported.lines).toHaveLength(2);
  expect(String(exported.file?.content)).toContain(`${id};79001234567;`);
  const outcome = await answer(`${id};ок;`, `${id};отказ;`, `${id};ок;`);
  expect(outcome.table?.rows[0]?.cells[1]).toBe("В файле два разных ответа по этому заказу.");
  expect(await desk.statusOf(id)).toBe("processing");
});

test("§3.8 an answer in which no row names an order changes nothing, and says so of each", async () => {
  const outcome = await answer("abc;ок;", ";отказ;");
  expect(outcome.lines).toEqual(["Изменено заказов: 0.", "С ошибками: 2. Они остались как есть."]);
  expect(outcome.table?.rows.map(({ cells }) => cells)).toEqual([
    ["abc", "Такого заказа агенту не отдавали."],
    ["", "Такого заказа агенту не отдавали."],
  ]);
});

test("§3.8 without new orders a file is refused, which names what is in work where that isn't asked for", async () => {
  const { id } = await placeOrder(club, "phone");
  await desk.act("start-order", { order: String(id) });
  const refusal = (error_display_message: string, error_system_message: object) => ({
    entries: [{ error_display_message, error_system_message }],
  });
  await expect(desk.act("export-topups")).rejects.toMatchObject(
    refusal("Новых заказов этого вида нет. В работе без файла: 1.", { field_key: "started" }),
  );
  // What this file takes isn't left.
  expect((await desk.act("export-topups", { started: true })).lines).toHaveLength(2);
  const ofNoField = expect.not.objectContaining({ field_key: expect.anything() });
  for (const input of [undefined, { started: true }]) {
    await expect(desk.act("export-topups", input)).rejects.toMatchObject(refusal("Заказов для файла нет.", ofNoField));
  }
});

test("§3.8 what one agent's file has is in no other, and a file is made again for its own kind only", async () => {
  const [first, byHand] = [await placeOrder(club, "phone"), await placeOrder(club, "phone")];
  const ids = async (act: string, input: Record<string, string | boolean>) => {
    const { file } = await desk.act(act, input);
    const lines = String(file?.content).trim().split("\r\n").slice(1);
    return lines.map((line) => Number(line.split(";")[0]));
  };
  await desk.act("start-order", { order: String(byHand.id) });
  expect(await ids("export-topups", {})).toEqual([first.id]);
  const batch = async ({ id }: { id: number }) =>
    String(
      (await club.db.selectFrom("exchanges").select("batch_id").where("id", "=", id).executeTakeFirstOrThrow())
        .batch_id,
    );
  const again = { batch: await batch(first) };
  await expect(desk.act("export-payouts", again)).rejects.toMatchObject({
    entries: [{ error_system_message: { field_key: "batch" } }],
  });
  // Nothing but what was taken into work by hand is left.
  expect(await ids("export-topups", { started: true })).toEqual([byHand.id]);
  expect(await ids("export-topups", again)).toEqual([first.id]);
  expect([await batch(first), await batch(byHand)]).not.toContain("null");
  expect(await batch(byHand)).not.toBe(await batch(first));
});

test("§3.8 the operator reads how many orders and roubles a file has, what became of them, and what isn't in it", async () => {
  const words = async (input: Record<string, string | boolean> = {}) =>
    (await desk.act("export-topups", input)).lines.map((line) => line.replace(/\s/g, " "));
  const [byHand] = [await placeOrder(club, "phone"), await placeOrder(club, "phone"), await placeOrder(club, "phone")];
  await desk.act("start-order", { order: String(byHand.id) });
  expect(await words()).toEqual([
    "Пополнение телефона: заказов в файле — 2, на 1000 ₽.",
    "Новые перешли в обработку, участники получат письма.",
    "В работе без файла: 1. Чтобы отдать и их, отметьте «И взятые в работу».",
  ]);
  const { id: batch } = await club.db
    .selectFrom("agent_batches")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(await words({ batch: String(batch) })).toEqual([
    "Пополнение телефона: заказов в файле — 2, на 1000 ₽.",
    "Заказы не изменились.",
  ]);
});

test("§3.8 a refusal without a reason of the agent's is told to the participant in our words", async () => {
  const { id, person } = await placeOrder(club, "card");
  await desk.act("export-payouts");
  await answer(`${id};Отклонён;`);
  expect(await desk.statusOf(id)).toBe("rejected");
  await club.lastMessage(person.email, "Причина: Платёжный агент отказал в переводе");
});
