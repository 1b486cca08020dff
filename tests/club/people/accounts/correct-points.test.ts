import { afterAll, beforeAll, expect, test } from "vitest";
import { moscowDate } from "../../../../club/platform/moscow-date";
import { MOVED } from "../../../../club/points/day-limits";
import { creditPoints, readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { acceptAgreement } from "../../../../contract/accounts";
import { listPoints } from "../../../../contract/deals";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";
import { act, readList, refusalOf } from "../../operators";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

const input = (person: { phone: string }, direction: string, points: number, reason = "Не та накладная") => ({
  person: person.phone,
  direction,
  points: String(points),
  reason,
});

test("§6.2 points are credited and taken off by new entries, whose reason the participant reads", async () => {
  const person = await addPerson(club);
  const given = await act(club, "correct-points", input(person, "credit", 300, "Забытая продажа"));
  expect(given).toMatchObject({ state: "done", points: 300, before: { balance: 0 }, after: { balance: 300 } });
  expect((await act(club, "correct-points", input(person, "take", 120))).text).toContain("станет 180 баллов");
  expect(await readBalance(club.db, person.id)).toBe(180);
  const points = await club.ask(listPoints, {}, { token: await person.logIn() });
  expect(points.added.items).toMatchObject([{ action: "Исправление: Забытая продажа" }]);
  expect(points.spent.items).toMatchObject([{ action: "Исправление: Не та накладная" }]);
  for (const subject of ["Вам начислены баллы", "С вашего счёта списаны баллы"]) {
    await club.lastMessage(person.email, subject);
  }
  const letters = await club.db
    .selectFrom("outbox")
    .select(["subject", "text"])
    .where("recipient", "=", person.email)
    .orderBy("id")
    .execute();
  expect(letters).toMatchObject([
    {
      subject: "Вам начислены баллы",
      text: expect.stringContaining("Начислено: 300 баллов.\nПричина: Забытая продажа"),
    },
    {
      subject: "С вашего счёта списаны баллы",
      text: expect.stringContaining("Списано: 120 баллов.\nПричина: Не та накладная"),
    },
  ]);
  expect(await verifyLedger(club.db)).toEqual([]);
  // The statement has the whole of both of its days.
  const [today, yesterday] = [0, 1].map((days) => moscowDate(new Date(club.clock.now().getTime() - days * 86_400_000)));
  const statement = async (from = "", to = "") =>
    (await act(club, "person-statement", { person: person.phone, from, to })).text;
  expect(await statement(today, today)).toContain("Было 0, пришло 300, ушло 120, стало 180.");
  expect(await statement(yesterday, yesterday)).toContain("Было 0, пришло 0, ушло 0, стало 0.");
  await expect(statement(today, yesterday)).rejects.toMatchObject({ status: 422 });
});

test("§6.2 the same correction twice is two entries, and the audit row names each", async () => {
  const person = await addPerson(club);
  const references = [];
  for (let time = 0; time < 2; time++) {
    references.push((await act(club, "correct-points", input(person, "credit", 50))).after);
  }
  for (const points of [10, 20]) await act(club, "correct-points", input(person, "take", points));
  const listed = (await readList(club, "entries", { person: person.phone })).rows.map(({ cells }) => cells[2]);
  expect(listed).toEqual(["-20", "-10", "50", "50"]);
  const entries = await club.db
    .selectFrom("ledger_entries")
    .select("reference")
    .where("user_id", "=", person.id)
    .where("amount", ">", 0)
    .execute();
  expect(references).toEqual(entries.map(({ reference }, index) => ({ balance: 50 * (index + 1), reference })));
});

test("§6.2 a correction never goes below zero, nor to somebody who collects no points", async () => {
  const person = await addPerson(club);
  await club.db
    .transaction()
    .execute((trx) =>
      creditPoints(trx, MOVED, [
        { userId: person.id, amount: 70, reason: "correction", reference: "start", action: "Старт" },
      ]),
    );
  expect(await refusalOf(club, "correct-points", input(person, "take", 71))).toMatchObject({ field: "points" });
  expect(await readBalance(club.db, person.id)).toBe(70);
  expect(await refusalOf(club, "correct-points", input(person, "take", 70))).toBeUndefined();
  const system = await addPerson(club, { role: "curator", is_system: true });
  expect(await refusalOf(club, "correct-points", input(system, "credit", 1))).toMatchObject({ field: "person" });
  for (const closed of [{ erased_at: new Date() }, { merged_into_id: person.id }]) {
    const former = await addPerson(club, { is_disabled: true, ...closed });
    expect(await refusalOf(club, "correct-points", input(former, "credit", 1))).toMatchObject({ field: "person" });
  }
  await expect(act(club, "correct-points", input(person, "credit", -5))).rejects.toThrow();
});

test("§1.3 a correction for somebody who hasn't accepted the rules waits for it", async () => {
  const person = await addPerson(club, { agreement_accepted_at: null });
  expect((await act(club, "correct-points", input(person, "credit", 40))).text).toContain("ещё не активен");
  expect(await readBalance(club.db, person.id)).toBe(0);
  await club.ask(acceptAgreement, {}, { token: await person.logIn() });
  expect(await readBalance(club.db, person.id)).toBe(40);
});

test("architecture: many points wait for a second operator", async () => {
  const person = await addPerson(club);
  expect(await act(club, "correct-points", input(person, "credit", 10_001))).toMatchObject({ state: "waiting" });
  expect(await readBalance(club.db, person.id)).toBe(0);
});
