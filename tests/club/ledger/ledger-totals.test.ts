import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../club/cli/run";
import { sumLedger } from "../../../club/ledger/ledger-totals";
import { openTestClub, type TestClub } from "../../setup/club";
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
  expect(out.at(-2)).toMatch(new RegExp(`^owed to participants +${rows[0]?.owed}$`));
  expect(out.at(-1)).toMatch(/^pending credits +\d+$/);
});

test("§1.3 the totals of a day have its last minute in Moscow, and nothing of the next day", async () => {
  const { id } = await addPerson(club, { role: "member" });
  const common = { userId: id, reason: "correction" as const, action: "Тест" };
  await credit(club, [
    { ...common, amount: 10, reference: "last minute", createdAt: new Date("2019-03-31T23:59:59+03:00") },
    { ...common, amount: 500, reference: "next day", createdAt: new Date("2019-04-01T00:00:00+03:00") },
  ]);
  expect((await run("ledger-totals", "--date", "2019-03-30")).out).toEqual([expect.stringMatching(/^owed .* 0$/)]);
  expect((await run("ledger-totals", "--date", "2019-03-31")).out).toEqual([
    expect.stringMatching(/^corrections +correction +10 {2}\(1 entries\)$/),
    expect.stringMatching(/^owed .* 10$/),
  ]);
  expect((await run("ledger-totals", "--date", "2019-04-01")).out.at(-1)).toMatch(/ 510$/);
  expect((await run("ledger-totals", "--date", "31.03.2019")).code).toBe(2);
});
