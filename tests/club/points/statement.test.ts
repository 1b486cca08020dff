import { afterAll, beforeAll, expect, test } from "vitest";
import { spendPoints } from "../../../club/points/ledger";
import { reasonTitleFor, reasonTitles } from "../../../club/points/reason-titles";
import { readPointsStatement, summarisePoints } from "../../../contract/overviews";
import { openTestClub, type TestClub } from "../../setup/club";
import { addPerson, credit, type TestPerson } from "./people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z", work: false });
});
afterAll(() => club?.close());

const give = (person: TestPerson, amount: number, at: string) =>
  credit(club, [
    {
      userId: person.id,
      amount,
      reason: "correction",
      reference: `${person.id} at ${at}`,
      action: "Запись",
      createdAt: new Date(at),
    },
  ]);

test("§3.10 a month has its first moment and its last one in Moscow, nothing of the next, and nothing of anybody else", async () => {
  const [person, other] = [await addPerson(club, { role: "member" }), await addPerson(club, { role: "member" })];
  const moments = [
    // Already January in Moscow.
    ["2025-12-31T21:30:00Z", 1],
    ["2026-02-28T20:59:59.999Z", 10],
    ["2026-02-28T21:00:00Z", 100],
    ["2026-03-31T20:59:59.999Z", 1_000],
    ["2026-03-31T21:00:00Z", 10_000],
  ] as const;
  for (const [at, amount] of moments) await give(person, amount, at);
  await give(other, 7, "2026-03-10T09:00:00Z");
  const read = (month: string) => club.ask(readPointsStatement, { month }, { token: person.token });
  const march = await read("2026-03");
  expect(march).toMatchObject({ opening: 11, added: 1_100, spent: 0, closing: 1_111, first_month: "2026-01" });
  expect(march.entries.total).toBe(2);
  expect(march.entries.items.map(({ amount, balance }) => [amount, balance])).toEqual([
    [100, 111],
    [1_000, 1_111],
  ]);
  expect(await read("2026-01")).toMatchObject({ opening: 0, added: 1, closing: 1 });
  expect(await read("2026-04")).toMatchObject({ opening: 1_111, added: 10_000, closing: 11_111 });
});

test("§3.10 the next month can be read from its first moment in Moscow on, and is refused at its field until then", async () => {
  const person = await addPerson(club, { role: "member" });
  const before = club.clock.now();
  const read = () => club.call(readPointsStatement, { month: "2026-07" }, { token: person.token });
  club.clock.set("2026-06-30T20:55:00Z");
  expect((await read()).refusal?.fields).toEqual({ month: "Этот месяц ещё не наступил." });
  club.clock.set("2026-06-30T21:00:00Z");
  expect((await read()).status).toBe(200);
  club.clock.set(before);
});

test("§3.10 the months of what was added are Moscow's, the newest first, without what was spent and what others have", async () => {
  const [person, other] = [await addPerson(club, { role: "member" }), await addPerson(club, { role: "member" })];
  await give(person, 30, "2026-02-28T20:30:00Z");
  await give(person, 5, "2026-02-28T21:30:00Z");
  await give(person, 200, "2026-03-31T20:30:00Z");
  await give(other, 7, "2026-03-10T09:00:00Z");
  await club.db.transaction().execute((trx) =>
    spendPoints(trx, {
      userId: person.id,
      amount: 50,
      reason: "correction",
      reference: "spent",
      action: "Потрачено",
    }),
  );
  expect(await club.ask(summarisePoints, {}, { token: person.token })).toMatchObject({
    is_complete: true,
    months: [
      { month: "2026-03", count: 2, points: 205 },
      { month: "2026-02", count: 1, points: 30 },
    ],
  });
});

test("§3.10 to those who buy, nothing is called a sale", () => {
  for (const reason of Object.keys(reasonTitles) as (keyof typeof reasonTitles)[]) {
    expect(reasonTitleFor("member", reason)).not.toMatch(/прода/i);
    expect(reasonTitleFor("manager", reason)).not.toMatch(/покуп/i);
  }
});
