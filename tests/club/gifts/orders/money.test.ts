import { afterAll, beforeAll, expect, test } from "vitest";
import { moscowDate } from "../../../../club/platform/moscow-date";
import { checkDocuments } from "../../../../contract/accounts";
import { exchangePrize } from "../../../../contract/prizes";
import { openTestClub, type TestClub } from "../../../setup/club";
import { storeDocuments } from "../../people/documents/store-documents";
import { addPerson, credit, givePoints } from "../../points/people";
import { type Desk, openDesk } from "./operator-desk";
import { PRICE, placeOrder, prizeOf } from "./place-order";

let club: TestClub;
let desk: Desk;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-10-01T09:00:00Z" });
  desk = await openDesk(club);
});
afterAll(() => club.close());

const fileLines = (content: unknown) => String(content).replace("\uFEFF", "").trim().split("\r\n");

test("§8.5 the year's limit is the setting until an operator sets one, which counts from its day on", async () => {
  const person = await addPerson(club, { role: "member" });
  const limit = async () => (await club.ask(checkDocuments, {}, { token: person.token })).year_limit;
  await desk.act("set-tax-limit", { since: "2026-10-02", roubles: "700" });
  expect(await limit()).toBe(4000);
  club.clock.advance(24 * 60 * 60 * 1000);
  expect(await limit()).toBe(700);
  await placeOrder(club, "giftery", person);
  await givePoints(club, person.id, PRICE);
  const second = await club.call(
    exchangePrize,
    { prize_id: String(await prizeOf(club, "giftery")), basket_uuid: "second" },
    { token: person.token },
  );
  expect(second.refusal?.message).toContain("больше 700 ₽");
  const corrected = await desk.act("set-tax-limit", { since: "2026-10-02", roubles: "4000" });
  expect(corrected.lines[0]).toContain("4000 ₽");
  expect(await limit()).toBe(4000);
});

test("§8.5 a person's year is what was ordered in it and not given back, and their documents are the latest ones", async () => {
  const { id, person } = await placeOrder(club, "giftery");
  await placeOrder(club, "phone", person);
  const read = () => club.ask(checkDocuments, {}, { token: person.token });
  expect(await read()).toMatchObject({ status: "none", reason: "", year_total: 2 * PRICE });
  const payout = await placeOrder(club, "card", person);
  expect((await read()).year_total).toBe(3 * PRICE);
  await desk.act("set-withdrawal-status", { order: String(payout.id), status: "cancelled" });
  expect((await read()).year_total).toBe(2 * PRICE);
  await desk.act("refuse-order", { order: String(id), reason: "Нет кодов" });
  expect((await read()).year_total).toBe(PRICE);
  await storeDocuments(club, person.id, { status: "rejected", reason: "Нечёткое фото" });
  expect(await read()).toMatchObject({ status: "rejected", reason: "Нечёткое фото" });
  await storeDocuments(club, person.id);
  expect(await read()).toMatchObject({ status: "pending", reason: "" });
});

test("§8.5 the register has what was handed out in a year, with the INN and what is above the limit", async () => {
  const { id, person } = await placeOrder(club, "giftery");
  await placeOrder(club, "giftery", person);
  await desk.act("issue-certificate", { order: String(id), code: "REGISTER-1" });
  await storeDocuments(club, person.id, { status: "accepted" });
  await desk.act("set-tax-limit", { since: "2026-10-02", roubles: String(PRICE - 100) });
  const { lines, file } = await desk.act("tax-register", { year: "2026" });
  expect(lines).toEqual([
    `2026 год: подарки получили участников — 1, на ${PRICE} ₽.`,
    `Лимит ${PRICE - 100} ₽ превысили: 1, сверх него 100 ₽.`,
  ]);
  expect(fileLines(file?.content)[1]).toMatch(
    new RegExp(`^${person.id};Иванов\\d+ Иван Иванович;500100732259;${person.phone};1;${PRICE};${PRICE - 100};100$`),
  );
  expect((await desk.act("tax-register", { year: "2025" })).lines[0]).toContain("участников — 0");
  expect(JSON.stringify(await club.db.selectFrom("audit_log").selectAll().execute())).not.toContain("500100732259");
});

test("§3.10 a statement joins the balances before and after a period by what came and went", async () => {
  await desk.act("set-tax-limit", { since: "2026-10-02", roubles: "4000" });
  const { id, person } = await placeOrder(club, "phone");
  await desk.act("refuse-order", { order: String(id), reason: "Номер не обслуживается" });
  const input = { person: person.phone, from: "2026-10-02", to: "2026-10-02" };
  const { lines, file } = await desk.act("person-statement", input);
  expect(lines[1]).toBe(`Было 0, пришло ${2 * PRICE}, ушло ${PRICE}, стало ${PRICE}.`);
  const rows = fileLines(file?.content).map((line) => line.split(";"));
  expect(rows.map((cells) => cells.at(-1))).toEqual(["Остаток", "0", String(PRICE), "0", String(PRICE), String(PRICE)]);
  const later = await desk.act("person-statement", { ...input, from: "2026-10-03", to: "2026-10-03" });
  expect(later.lines[1]).toBe(`Было ${PRICE}, пришло 0, ушло 0, стало ${PRICE}.`);
  await expect(desk.act("person-statement", { ...input, to: "2026-10-01" })).rejects.toThrow();
});

test("§3.10 a statement calls what a shop has bought its purchases, and what a manager has sold the sales", async () => {
  const titles: (string | undefined)[] = [];
  for (const role of ["member", "manager"] as const) {
    const person = await addPerson(club, { role });
    const sale = { amount: 10, reason: "deal", reference: "deal:of-a-statement", action: "Масло" } as const;
    await credit(club, [{ ...sale, userId: person.id }]);
    const always = { from: "2020-01-01", to: "2099-12-31" };
    const { file, table } = await desk.act("person-statement", { person: person.phone, ...always });
    titles.push(fileLines(file?.content)[2]?.split(";")[1], table?.rows[0]?.cells[1]);
  }
  expect(titles).toEqual(["Покупки", "Покупки", "Продажи", "Продажи"]);
});

test("§8.5 a gift is in the register of the year in which it was handed out, with the INN of accepted documents only", async () => {
  club.clock.set("2026-12-31T20:30:00Z");
  const [old, late] = [await placeOrder(club, "giftery"), await placeOrder(club, "giftery")];
  const issue = (id: number) => desk.act("issue-certificate", { order: String(id), code: `YEAR-${id}` });
  await issue(old.id);
  // The new year has begun in Moscow.
  club.clock.set("2026-12-31T21:30:00Z");
  await issue(late.id);
  await storeDocuments(club, late.person.id, { status: "rejected" });
  const register = async (year: string) =>
    fileLines((await desk.act("tax-register", { year })).file?.content)
      .slice(1)
      .map((line) => line.split(";").slice(0, 3));
  const nameOf = expect.stringMatching(/^Иванов/);
  expect(await register("2026")).toContainEqual([String(old.person.id), nameOf, ""]);
  expect(await register("2027")).toEqual([[String(late.person.id), nameOf, ""]]);
});

test("§8.5 the register of a year that is over has the limit of its last day, whatever counts since", async () => {
  await desk.act("set-tax-limit", { since: "2026-12-31", roubles: "300" });
  await desk.act("set-tax-limit", { since: "2027-01-01", roubles: "450" });
  // What a limit was before is that of the day which is named, and not today's.
  const named = await desk.act("set-tax-limit", { since: "2026-12-31", roubles: "300" });
  expect([moscowDate(club.clock.now()), named.before]).toEqual(["2027-01-01", { roubles: 300 }]);
  const limitOf = async (year: string) =>
    (await desk.act("tax-register", { year })).lines.find((line) => line.startsWith("Лимит"))?.split(" ")[1];
  expect([await limitOf("2026"), await limitOf("2027")]).toEqual(["300", "450"]);
  await desk.act("set-tax-limit", { since: "2026-12-31", roubles: "4000" });
  await desk.act("set-tax-limit", { since: "2027-01-01", roubles: "4000" });
});

test("§8.5 the register has the INN of the documents that were accepted last, and no gift that is only on its way", async () => {
  const { id, person } = await placeOrder(club, "giftery");
  const parcel = await placeOrder(club, "souvenir", person);
  await club.db.updateTable("exchanges").set({ status: "sent" }).where("id", "=", parcel.id).execute();
  await desk.act("issue-certificate", { order: String(id), code: "LATEST-1" });
  for (const [inn, status] of [
    ["500100732259", "accepted"],
    ["773400000003", "accepted"],
    ["504800000001", "pending"],
  ] as const) {
    await storeDocuments(club, person.id, { inn, status });
  }
  const { file } = await desk.act("tax-register", { year: moscowDate(club.clock.now()).slice(0, 4) });
  const row = fileLines(file?.content).find((line) => line.startsWith(`${person.id};`));
  expect(row?.split(";").slice(2, 6)).toEqual(["773400000003", person.phone, "1", String(PRICE)]);
});

test("§8.5 of several limits the one of the latest day that has begun counts", async () => {
  const { token } = await addPerson(club, { role: "member" });
  const limit = async () => (await club.ask(checkDocuments, {}, { token })).year_limit;
  // They are set in another order than that of their days.
  await desk.act("set-tax-limit", { since: "2027-03-02", roubles: "5500" });
  await desk.act("set-tax-limit", { since: "2027-03-01", roubles: "5000" });
  await desk.act("set-tax-limit", { since: "2027-03-03", roubles: "6000" });
  const limits: unknown[] = [];
  for (const day of ["2027-03-01", "2027-03-02", "2027-03-03"]) {
    club.clock.set(`${day}T09:00:00Z`);
    limits.push(await limit());
  }
  expect(limits).toEqual([5_000, 5_500, 6_000]);
});

test("§8.5 the register names the largest sums first, and of those above the limit the ones without an INN", async () => {
  const year = "2030";
  club.clock.set("2030-03-01T09:00:00Z");
  await desk.act("set-tax-limit", { since: "2030-03-01", roubles: String(PRICE + 100) });
  const people = [await addPerson(club, { role: "member" }), await addPerson(club, { role: "member" })];
  const third = await addPerson(club, { role: "member" });
  for (const person of [third, ...people, ...people]) {
    const { id } = await placeOrder(club, "giftery", person);
    await storeDocuments(club, person.id, { status: "accepted" });
    await desk.act("issue-certificate", { order: String(id), code: `SUM-${id}` });
  }
  await club.db
    .deleteFrom("documents")
    .where("user_id", "=", people[0]?.id ?? 0)
    .execute();
  await club.db.deleteFrom("documents").where("user_id", "=", third.id).execute();
  const { lines, file } = await desk.act("tax-register", { year });
  expect(lines).toEqual([
    `2030 год: подарки получили участников — 3, на ${5 * PRICE} ₽.`,
    `Лимит ${PRICE + 100} ₽ превысили: 2, сверх него ${2 * (PRICE - 100)} ₽.`,
    "Из них без ИНН: 1.",
  ]);
  const rows = fileLines(file?.content).slice(1);
  expect(rows.map((line) => Number(line.split(";")[0]))).toEqual([people[0]?.id, people[1]?.id, third.id]);
  expect(rows.map((line) => line.split(";").slice(4).join(";"))).toEqual([
    ...Array.from({ length: 2 }, () => `2;${2 * PRICE};${PRICE + 100};${PRICE - 100}`),
    `1;${PRICE};${PRICE + 100};0`,
  ]);
});
