import { afterAll, beforeAll, expect, test } from "vitest";
import type { PrizeHandler } from "../../../../club/gifts/prizes/kinds";
import { cards } from "../../../../club/operators/operator-parts";
import { moscowDate } from "../../../../club/platform/moscow-date";
import { showOrderCode } from "../../../../contract/overviews";
import { toShortDate } from "../../../../contract/russian-date";
import { openTestClub, type TestClub } from "../../../setup/club";
import { copyRows } from "../../operators/copy-rows";
import { csv, type Desk, openDesk } from "./operator-desk";
import { placeOrder, prizeOf } from "./place-order";

const DAY_MS = 24 * 60 * 60 * 1000;

let club: TestClub;
let desk: Desk;
let prize: number;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-10-01T09:00:00Z", settings: { documentsLimit: 1_000_000 } });
  desk = await openDesk(club);
  prize = await prizeOf(club, "giftery");
});
afterAll(() => club.close());

const HEADER = "Подарок;Код;PIN;Действует до";
const add = (...rows: string[]) => desk.act("add-certificate-codes", { file: csv("codes.csv", [HEADER, ...rows]) });

test("§3.6 codes come from a file, each once, sealed, and what isn't right is told by its row", async () => {
  const outcome = await add(
    `${prize};AAA-1;0042;31.12.2026`,
    "Подарок giftery;AAA-2;;",
    `${prize};AAA-1;0042;31.12.2026`,
    "Нет такого;AAA-3;;",
    `${prize};AAA-4;;30.09.2026`,
    `${prize};AAA-5;;скоро`,
  );
  expect(outcome.lines).toEqual(["Добавлено кодов: 2.", "Подарок giftery: 2.", "Не добавлено строк: 4."]);
  expect(outcome.table?.rows.map(({ cells }) => cells)).toEqual([
    ["4", "Такой код уже есть."],
    ["5", "Нет сертификата с таким названием или номером."],
    ["6", "Срок кода истёк."],
    ["7", "Не удалось прочитать дату."],
  ]);
  expect(JSON.stringify(outcome)).not.toContain("AAA");
  expect((await add(`${prize};AAA-2;;`, `${prize};AAA-6;;`)).lines[0]).toBe("Добавлено кодов: 1.");
  const stored = await club.db.selectFrom("certificate_codes").selectAll().execute();
  expect(stored.map(({ code_sealed }) => code_sealed.toString("latin1")).join()).not.toContain("AAA");
  const log = await club.db.selectFrom("audit_log").selectAll().execute();
  expect(JSON.stringify(log)).not.toContain("AAA");
});

test("§3.6 a row without a code, or with one that is too long, is told; of a file in which nothing fits no code is added", async () => {
  const outcome = await add(`${prize};;;`, `${prize};${"A".repeat(101)};;`, "Нет такого;BBB-1;;");
  expect(outcome.lines).toEqual(["Добавлено кодов: 0.", "Не добавлено строк: 3."]);
  expect(outcome.table?.rows.map(({ cells }) => cells)).toEqual([
    ["2", "Нет кода."],
    ["3", "Нет кода."],
    ["4", "Нет сертификата с таким названием или номером."],
  ]);
});

test("§3.6 waiting orders get codes in their order, those that end first before the others; the rest go on waiting", async () => {
  const placed = [];
  for (let count = 0; count < 4; count++) placed.push(await placeOrder(club, "giftery"));
  const [first, second, third, fourth] = placed;
  if (!first || !second || !third || !fourth) throw new Error("There is no order");
  const outcome = await desk.act("issue-certificates");
  expect(outcome.lines).toEqual(["Выдано сертификатов: 3.", "Без кода осталось заказов: 1."]);
  expect(await desk.statusOf(third.id)).toBe("completed");
  expect(await desk.statusOf(fourth.id)).toBe("new");
  const mail = await club.lastMessage(first.person.email, "Код: ");
  expect(mail.text).toContain("Код: AAA-1\nPIN: 0042\nДействует до 31.12.26 включительно.");
  expect((await club.lastMessage(second.person.email, "Код: ")).text).toContain("Код: AAA-2");
  const left = await club.db
    .selectFrom("outbox")
    .select(["text", "is_secret", "sent_at"])
    .where("recipient", "=", first.person.email)
    .executeTakeFirstOrThrow();
  expect(left).toMatchObject({ text: "", is_secret: true });
  expect(await desk.rows("certificate-stock")).toContainEqual([String(prize), "Подарок giftery", "0", "1", "3", "—"]);
  expect(await desk.today("certificate-stock", "Заканчиваются коды сертификатов")).toBe(1);
  expect((await desk.act("issue-certificates")).lines[0]).toBe("Выдано сертификатов: 0.");
});

test("§3.6 a code by hand completes its order; a known one and another kind of gift are refused", async () => {
  const { id, person } = await placeOrder(club, "giftery");
  const order = String(id);
  await expect(desk.act("issue-certificate", { order, code: "AAA-1" })).rejects.toThrow();
  expect(await desk.statusOf(id)).toBe("new");
  await desk.act("issue-certificate", { order, code: "HAND-1", pin: "7" });
  expect((await club.lastMessage(person.email, "Код: ")).text).toContain("Код: HAND-1\nPIN: 7");
  await expect(desk.act("issue-certificate", { order, code: "HAND-2" })).rejects.toThrow();
  const topUp = await placeOrder(club, "phone");
  await expect(desk.act("issue-certificate", { order: String(topUp.id), code: "HAND-3" })).rejects.toThrow();
  const shown = await desk.act("show-certificate-code", { order });
  expect(shown.secrets).toEqual([
    { label: "Код", value: "HAND-1" },
    { label: "PIN", value: "7" },
  ]);
  expect(JSON.stringify(await club.db.selectFrom("audit_log").selectAll().execute())).not.toContain("HAND-1");
  // Whoever has read it stands in the order's history.
  const card = await cards.find(({ name }) => name === "order")?.read(club.club.services, order);
  const history = card?.sections.at(-1)?.table?.rows.map(({ cells }) => cells.slice(1));
  expect(history?.at(-1)).toEqual(["Показан код", "vera"]);
});

test("§3.6 a code that has ended stays in stock, and is issued to nobody", async () => {
  await add(`${prize};OLD-1;;02.10.2026`);
  club.clock.advance(3 * 24 * 60 * 60 * 1000);
  await expect(
    desk.act("issue-certificate", { order: String((await placeOrder(club, "giftery")).id) }),
  ).rejects.toThrow();
});

test("§3.6 of the codes in stock the one that ends first is issued first, until the end of its last day in Moscow", async () => {
  await add(
    `${prize};NEVER-1;;`,
    `${prize};LATER-1;;31.12.2026`,
    `${prize};SOON-1;;10.10.2026`,
    `${prize};SOON-2;;10.10.2026`,
  );
  const issue = async () => {
    const { id, person } = await placeOrder(club, "giftery");
    await desk.act("issue-certificate", { order: String(id) });
    return /Код: (\S+)/.exec((await club.lastMessage(person.email, "Код: ")).text)?.[1];
  };
  club.clock.set("2026-10-10T20:30:00Z");
  expect(await issue()).toBe("SOON-1");
  club.clock.set("2026-10-10T21:30:00Z");
  expect([await issue(), await issue()]).toEqual(["LATER-1", "NEVER-1"]);
});

test("§3.6 the stock counts what can be issued: on its last day, but not once it has ended, was issued or taken back", async () => {
  const other = await club.db
    .insertInto("prizes")
    .values({ handler_system_name: "giftery", name: "Сертификат леса", price: 700 })
    .returning("id")
    .executeTakeFirstOrThrow();
  club.clock.set("2026-11-20T20:30:00Z");
  await add(
    `${other.id};TODAY-1;;20.11.2026`,
    `${other.id};TOMORROW-1;;21.11.2026`,
    `${other.id};TOMORROW-2;;21.11.2026`,
    `${other.id};NEVER-2;;`,
  );
  const readStock = async () =>
    (await desk.rows("certificate-stock")).find(([id]) => id === String(other.id))?.slice(2);
  expect(await readStock()).toEqual(["4", "0", "0", "20.11.2026"]);
  club.clock.set("2026-11-20T21:30:00Z");
  expect(await readStock()).toEqual(["3", "0", "0", "21.11.2026"]);
  // A code that was taken back from an order may be known to whoever had it.
  const [takenBack] = await club.db
    .selectFrom("certificate_codes")
    .select("id")
    .where("prize_id", "=", other.id)
    .where("expires_on", "=", "2026-11-21")
    .execute();
  const { id: orderId } = await placeOrder(club, "giftery");
  await club.db
    .updateTable("certificate_codes")
    .set({ withdrawn_from: orderId, issued_at: club.clock.now() })
    .where("id", "=", takenBack?.id ?? 0)
    .execute();
  expect(await readStock()).toEqual(["2", "0", "1", "21.11.2026"]);
  // What is new or in work waits for a code, and nothing else does.
  for (const status of ["new", "processing", "completed", "rejected"] as const) {
    const { id } = await placeOrder(club, "giftery");
    await club.db.updateTable("exchanges").set({ prize_id: other.id, status }).where("id", "=", id).execute();
  }
  expect(await readStock()).toEqual(["2", "2", "1", "21.11.2026"]);
});

test("§3.6 codes for one gift go to its orders only, whichever of two gifts came first", async () => {
  const addGift = async () => {
    const { id } = await club.db
      .insertInto("prizes")
      .values({ handler_system_name: "giftery", name: "Сертификат", price: 700 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const orders = [await placeOrder(club, "giftery"), await placeOrder(club, "giftery")].map((order) => order.id);
    await club.db.updateTable("exchanges").set({ prize_id: id }).where("id", "in", orders).execute();
    await add(`${id};OF-${id}-1;;`, `${id};OF-${id}-2;;`);
    return { id: String(id), orders };
  };
  const [first, second, third] = [await addGift(), await addGift(), await addGift()];
  const statuses = () => Promise.all([first, second, third].flatMap(({ orders }) => orders.map(desk.statusOf)));
  const outcome = await desk.act("issue-certificates", { prize: second.id });
  expect(outcome.lines).toEqual(["Выдано сертификатов: 2."]);
  expect(await statuses()).toEqual(["new", "new", "completed", "completed", "new", "new"]);
});

test("§3.6 an operator sees the code of an order, with its PIN where there is one", async () => {
  const shown = async (pin: Record<string, string>) => {
    const order = String((await placeOrder(club, "giftery")).id);
    await desk.act("issue-certificate", { order, code: `SEEN-${order}`, ...pin });
    const { secrets } = await desk.act("show-certificate-code", { order });
    return secrets?.map(({ label, value }) => `${label} ${value}`.replace(order, "…"));
  };
  expect([await shown({ pin: "0042" }), await shown({})]).toEqual([["Код SEEN-…", "PIN 0042"], ["Код SEEN-…"]]);
});

test("§3.6 a code that is looked at again keeps the moment at which it was shown first", async () => {
  const { id, person } = await placeOrder(club, "giftery");
  await desk.act("issue-certificate", { order: String(id), code: "TWICE-1" });
  const columns = ["first_shown_at", "last_shown_at"] as const;
  const show = async () => {
    club.clock.advance(60_000);
    await club.ask(showOrderCode, { id: String(id) }, { token: person.token });
    const code = club.db.selectFrom("certificate_codes").select(columns).where("exchange_id", "=", id);
    return code.executeTakeFirstOrThrow();
  };
  const [first, again] = [await show(), await show()];
  expect(again.first_shown_at).toEqual(first.first_shown_at);
  expect(again.last_shown_at).not.toEqual(first.last_shown_at);
});

const addGift = async (name: string, handler: PrizeHandler = "giftery") =>
  String(
    (
      await club.db
        .insertInto("prizes")
        .values({ handler_system_name: handler, name, price: 700 })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id,
  );

test("§3.6 two shops may have the same code, and only certificates have any", async () => {
  const [one, other, topUp] = [await addGift("Один"), await addGift("Другой"), await addGift("Связь", "phone")];
  const outcome = await add(`${one};SAME-1;;`, `${other};SAME-1;;`, `${topUp};SAME-2;;`, `${one};SAME-1;;`);
  expect(outcome.lines[0]).toBe("Добавлено кодов: 2.");
  expect(outcome.table?.rows.map(({ cells }) => cells)).toEqual([
    ["4", "Нет сертификата с таким названием или номером."],
    ["5", "Такой код уже есть."],
  ]);
  expect((await add(`${other};SAME-1;;`)).lines[0]).toBe("Добавлено кодов: 0.");
});

test("§3.6 a code that has ended is refused to an order, and one with a last day tells it", async () => {
  const { id, person } = await placeOrder(club, "giftery");
  const issue = (expires: string) => desk.act("issue-certificate", { order: String(id), code: "LAST-1", expires });
  await expect(issue(moscowDate(new Date(club.clock.now().getTime() - DAY_MS)))).rejects.toMatchObject({
    entries: [{ error_display_message: "Срок кода истёк.", error_system_message: { field_key: "expires" } }],
  });
  expect(await desk.statusOf(id)).toBe("new");
  // The code that was refused isn't kept either.
  const today = moscowDate(club.clock.now());
  await issue(today);
  const mail = await club.lastMessage(person.email, "Код: LAST-1");
  expect(mail.text).toContain(`Действует до ${toShortDate(today)} включительно.`);
});

test("§3.6 an order that waits for documents gets no code, and takes none from the next", async () => {
  const gift = await addGift("Ждёт документов");
  const orders = [(await placeOrder(club, "giftery")).id, (await placeOrder(club, "giftery")).id];
  await club.db
    .updateTable("exchanges")
    .set({ prize_id: Number(gift) })
    .where("id", "in", orders)
    .execute();
  const [waiting = 0, next = 0] = orders;
  await desk.act("set-withdrawal-status", { order: String(waiting), status: "need_documents" });
  await add(`${gift};DOCS-1;;`, `${gift};DOCS-2;;`);
  expect((await desk.act("issue-certificates", { prize: gift })).lines).toEqual(["Выдано сертификатов: 1."]);
  expect([await desk.statusOf(waiting), await desk.statusOf(next)]).toEqual(["need_documents", "completed"]);
});

test("§3.6 codes are short below five of them, or below the orders that wait, and of what never had any nobody is told", async () => {
  const gift = await addGift("Мало кодов");
  const isShort = async () => (await desk.rows("certificate-stock", { low: "on" })).some(([id]) => id === gift);
  expect(await isShort()).toBe(false);
  await add(...[1, 2, 3, 4].map((number) => `${gift};FEW-${number};;`));
  expect(await isShort()).toBe(true);
  await add(`${gift};FEW-5;;`);
  expect(await isShort()).toBe(false);
  for (let waiting = 1; waiting <= 6; waiting++) {
    const { id } = await placeOrder(club, "giftery");
    await club.db
      .updateTable("exchanges")
      .set({ prize_id: Number(gift) })
      .where("id", "=", id)
      .execute();
    expect([waiting, await isShort()]).toEqual([waiting, waiting === 6]);
  }
});

test("§3.6 five hundred orders get their codes at once, and of one more it is said that it waits", async () => {
  const gift = await addGift("Много заказов");
  const { id } = await placeOrder(club, "giftery");
  const instead = { prize_id: gift, idempotency_key: "null" };
  const order = (count: number) => copyRows(club, { table: "exchanges", where: `id = ${id}`, instead }, count);
  const issue = async () => (await desk.act("issue-certificates", { prize: gift })).lines;
  await order(500);
  const whole = ["Выдано сертификатов: 0.", "Без кода осталось заказов: 500."];
  expect(await issue()).toEqual(whole);
  await order(1);
  expect(await issue()).toEqual([...whole, "Заказов ещё больше: повторите действие."]);
});

test("§3.6 new codes come in beside that of an erased participant, the longest has a hundred characters", async () => {
  const gift = await addGift("Стёртый код");
  await add(`${gift};GONE-1;;`);
  // Erasing a participant wipes the codes of the orders.
  await club.db
    .updateTable("certificate_codes")
    .set({ code_sealed: Buffer.alloc(0) })
    .where("prize_id", "=", Number(gift))
    .execute();
  expect((await add(`${gift};NEW-1;;`, `${gift};${"A".repeat(100)};;`)).lines[0]).toBe("Добавлено кодов: 2.");
});
