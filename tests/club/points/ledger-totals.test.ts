import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../club/operators/cli/run";
import { spendPoints } from "../../../club/points/ledger";
import { sumLedger } from "../../../club/points/ledger-totals";
import { splitOwed } from "../../../club/points/owed";
import { reasonTitles } from "../../../club/points/reason-titles";
import { openTestClub, type TestClub } from "../../setup/club";
import { act } from "../operators";
import { addPerson, credit } from "./people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
});
afterAll(() => club.close());

async function run(...argv: string[]) {
  const out: string[] = [];
  const print = (line: string) => void out.push(line);
  return { code: await runCommand(argv, { print, printError: print }, club.environment), out };
}

test("§1.3 what the accounts gave and took is what all participants have together", async () => {
  const totals = await sumLedger(club.db, null);
  const { rows } = await sql<{ owed: number }>`select sum(points) as owed from balances`.execute(club.db);
  expect(totals.reduce((sum, { points }) => sum + points, 0)).toBe(rows[0]?.owed);
  expect(totals.find(({ reason }) => reason === "exchange")).toMatchObject({ account: "prizes" });
  for (const { reason, points } of totals) expect(points > 0, reason).toBe(reason !== "exchange");
  const { out } = await run("ledger-totals");
  const owed = (rows[0]?.owed ?? 0).toLocaleString("ru-RU");
  expect(out[0]).toBe(`Клуб должен участникам на сейчас: ${owed} баллов.`);
  const pending = await sql<{ points: number }>`select sum(amount) as points from pending_credits`.execute(club.db);
  expect(pending.rows[0]?.points).toBeGreaterThan(0);
  const waiting = (pending.rows[0]?.points ?? 0).toLocaleString("ru-RU");
  expect(out[1]).toBe(`Ждут подтверждения участников: ${waiting} баллов.`);
  expect(out[2]).toBe("Участники должны клубу: 0 баллов.");
});

test("§1.3 the totals of a day have its last minute in Moscow, and nothing of the next day", async () => {
  const { id } = await addPerson(club, { role: "member" });
  const common = { userId: id, reason: "correction" as const, action: "Тест" };
  await credit(club, [
    { ...common, amount: 10, reference: "last minute", createdAt: new Date("2019-03-31T23:59:59+03:00") },
    { ...common, amount: 500, reference: "next day", createdAt: new Date("2019-04-01T00:00:00+03:00") },
  ]);
  const owedOn = async (date: string) =>
    /: (.+) баллов/.exec((await run("ledger-totals", "--date", date)).out[0] ?? "")?.[1];
  expect(await owedOn("2019-03-30")).toBe("0");
  expect(await owedOn("2019-03-31")).toBe("10");
  expect(await owedOn("2019-04-01")).toBe("510");
  expect((await run("ledger-totals", "--date", "31.03.2019")).code).toBe(2);

  // What is left by age adds up to what was owed on that day.
  for (const [date, owed] of [
    ["2019-03-31", "10"],
    ["2019-04-01", "510"],
  ] as const) {
    const { table } = await act(club, "ledger-totals", { date });
    const correction = table?.rows.find(({ cells }) => cells[0] === reasonTitles.correction)?.cells.slice(2) ?? [];
    expect(correction.filter((points) => points !== "0")).toEqual([owed, owed]);
  }
});

test("§1.3 what is owed is split by age: the oldest points were spent first", async () => {
  const parts = await splitOwed(club.db, new Date());
  const { rows } = await sql<{ owed: number }>`select sum(points) as owed from balances`.execute(club.db);
  expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(rows[0]?.owed);

  const before = (await splitOwed(club.db, new Date("2018-06-01"))).length;
  expect(before).toBe(0);
  const { id } = await addPerson(club, { role: "member" });
  const day = (date: string) => new Date(`${date}T12:00:00Z`);
  const given = { userId: id, action: "Тест" };
  await credit(club, [
    { ...given, amount: 100, reason: "deal", reference: "old", createdAt: day("2010-01-01") },
    { ...given, amount: 50, reason: "promotion", reference: "new", createdAt: day("2014-12-01") },
  ]);
  await club.db.transaction().execute((trx) =>
    spendPoints(trx, {
      userId: id,
      amount: 30,
      reason: "exchange",
      reference: "exchange:0",
      action: "Тест",
      createdAt: day("2014-12-02"),
    }),
  );
  expect(await splitOwed(club.db, day("2015-01-01"))).toEqual([
    { reason: "deal", age: 3, points: 70 },
    { reason: "promotion", age: 0, points: 50 },
  ]);
  expect(await splitOwed(club.db, day("2014-12-02"))).toContainEqual({ reason: "deal", age: 3, points: 100 });
});
