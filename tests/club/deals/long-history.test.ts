import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listPoints } from "../../../contract/deals";
import { openTestClub, type TestClub } from "../../setup/club";
import { countRowsRead } from "../../setup/rows-read";
import { addPerson, credit, givePoints, type TestPerson } from "../ledger/people";

const ENTRIES = 20_000;

let club: TestClub;
let person: TestPerson;
beforeAll(async () => {
  club = await openTestClub({ work: false });
  const neighbour = await addPerson(club, { role: "member" });
  person = await addPerson(club, { role: "member" });
  await givePoints(club, neighbour.id, 7);
  const credits = Array.from({ length: ENTRIES }, (_, index) => ({
    userId: person.id,
    amount: index + 1,
    reason: "correction" as const,
    reference: `entry:${index}`,
    action: `Начисление ${index + 1}`,
  }));
  for (let at = 0; at < ENTRIES; at += 5_000) await credit(club, credits.slice(at, at + 5_000));
  await givePoints(club, neighbour.id, 8);
  await sql`analyze`.execute(club.db);
}, 60_000);
afterAll(() => club.close());

const turnTo = async (page: number) =>
  (await club.ask(listPoints, { page, per_page: 20 }, { token: person.token })).added;

test("§2.2.4 every page of a long history has its entries, the newest first, and the pages after the last one are empty", async () => {
  const amounts = async (page: number) => (await turnTo(page)).items.map(({ sumAdd }) => sumAdd);
  const range = (from: number) => Array.from({ length: 20 }, (_, index) => from - index);
  expect(await amounts(1)).toEqual(range(ENTRIES));
  expect(await amounts(900)).toEqual(range(ENTRIES - 899 * 20));
  expect(await amounts(1_000)).toEqual(range(20));
  for (const page of [1_001, 1_000_000]) expect(await turnTo(page)).toMatchObject({ items: [], total: ENTRIES });
});

test("architecture: a page deep in a history reads no more entries than it shows", async () => {
  for (const page of [1, 900]) {
    const read = await countRowsRead(club, () => turnTo(page));
    expect(read.ledger_entries).toBeLessThan(40);
    expect(read.balances).toBeLessThan(10);
  }
});
