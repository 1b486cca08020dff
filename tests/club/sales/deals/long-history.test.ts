import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDeals, listPoints } from "../../../../contract/deals";
import { SUMMARISED_ROWS, summariseDeals, summarisePoints } from "../../../../contract/overviews";
import { openTestClub, type TestClub } from "../../../setup/club";
import { countRowsRead, type RowsRead } from "../../../setup/rows-read";
import { addPerson, credit, givePoints, type TestPerson } from "../../points/people";

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
});
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

test("§2.2.4 a summary of points says whether it has all entries: so many at most", async () => {
  const other = await addPerson(club, { role: "member" });
  const creditOne = (index: number) => ({
    userId: other.id,
    amount: 2,
    reason: "correction" as const,
    reference: `one:${index}`,
    action: "Начисление",
  });
  const summary = () => club.ask(summarisePoints, {}, { token: other.token });
  await credit(
    club,
    Array.from({ length: SUMMARISED_ROWS }, (_, index) => creditOne(index)),
  );
  expect(await summary()).toMatchObject({ is_complete: true, months: [{ count: 500, points: 1_000 }] });
  await credit(club, [creditOne(SUMMARISED_ROWS)]);
  expect(await summary()).toMatchObject({ is_complete: false });
});

test("architecture: a page deep in a history reads no more entries than it shows", async () => {
  for (const page of [1, 900]) {
    const read = await countRowsRead(club, () => turnTo(page));
    expect(read.ledger_entries).toBeLessThan(40);
    expect(read.balances).toBeLessThan(10);
  }
});

describe("sales", () => {
  const DAYS = 200;
  let manager: TestPerson;
  let readWithoutStatistics: RowsRead;
  beforeAll(async () => {
    const curator = await addPerson(club, { role: "curator" });
    manager = await addPerson(club, { role: "manager", curatorId: curator.id });
    // Equal days for all, 100 sales each, in an order of ids that isn't that of the days.
    await sql`
      with company as (
        insert into companies (kind, owner_id, inn, actual_name_organization, legal_name_organization)
        values ('retail', ${person.id}, '7700000001', 'Магазин', 'ООО') returning id
      ), report as (
        insert into report_files (curator_id, file_name, content_type, content)
        values (${curator.id}, 'отчёт.csv', 'text/csv', '') returning id
      )
      insert into deals (
        file_id, file_row, curator_id, manager_id, member_id, company_id, sell_date, article_code, article_name, sell_count,
        manager_points, member_points, fingerprint
      )
      select report.id, n, ${curator.id}, ${manager.id}, ${person.id}, company.id, date '2026-01-01' + n % ${DAYS}::int,
        'A', 'Свеча ' || n, 1, 1, 1, sha256(n::text::bytea)
      from generate_series(0, ${ENTRIES}::int - 1) n, company, report
    `.execute(club.db);
    readWithoutStatistics = await countRowsRead(club, () => open(1));
    await sql`vacuum analyze deals`.execute(club.db);
  });

  const open = (page: number, filters = {}) =>
    club.ask(listDeals, { page, per_page: 20, ...filters }, { token: manager.token });
  const names = async (page: number, filters = {}) =>
    (await open(page, filters)).items.map((deal) => deal.article_name);
  /** Day `day` has the sales with this remainder, those that were written last first. */
  const salesOf = (day: number, from: number) =>
    Array.from({ length: 20 }, (_, index) => `Свеча ${(ENTRIES / DAYS - 1 - from - index) * DAYS + day}`);

  test("§3.10 every page of a long list of sales has its rows, the newest first, and the pages after the last one are empty", async () => {
    expect(await names(1)).toEqual(salesOf(DAYS - 1, 0));
    expect(await names(5)).toEqual(salesOf(DAYS - 1, 80));
    expect(await names(6)).toEqual(salesOf(DAYS - 2, 0));
    expect(await names(903)).toEqual(salesOf(19, 40));
    expect(await names(1_000)).toEqual(salesOf(0, 80));
    for (const page of [1_001, 1_000_000]) expect(await open(page)).toMatchObject({ items: [], total: ENTRIES });
  });

  test("§7.1 a period of a long list of sales has its own pages", async () => {
    const period = { date_from: "2026-01-11", date_to: "2026-01-12" };
    expect(await open(1, period)).toMatchObject({ total: 200 });
    expect(await names(1, period)).toEqual(salesOf(11, 0));
    expect(await names(10, period)).toEqual(salesOf(10, 80));
    expect(await open(11, period)).toMatchObject({ items: [] });
    expect(await open(1, { date_from: "2027-01-01" })).toMatchObject({ items: [], total: 0 });
  });

  test("§3.10 a summary of sales says whether it has all of them: so many at most", async () => {
    const summary = (filters: object) => club.ask(summariseDeals, filters, { token: manager.token });
    for (const search of ["", "свеча"]) {
      const days = (date_to: string) => ({ date_from: "2026-01-01", date_to, ...(search && { search }) });
      expect(await summary(days("2026-01-05"))).toMatchObject({ is_complete: true, months: [{ count: 500 }] });
      expect(await summary(days("2026-01-06"))).toMatchObject({ is_complete: false });
    }
  });

  test("architecture: a page deep in the sales reads the rows of its day and none of those before it", async () => {
    for (const page of [1, 903]) {
      const read = await countRowsRead(club, () => open(page));
      expect(read.deals).toBeLessThan(200);
      expect(read.deal_days).toBeLessThanOrEqual(2 * DAYS + 10);
    }
  });

  test("architecture: the first page reads no more while PostgreSQL has no statistics of the deals, as after a long report", () => {
    expect(readWithoutStatistics.deals).toBeLessThan(200);
  });

  test("architecture: the counts of the days follow every change of a deal", async () => {
    const counted = () =>
      sql`select user_id, sell_date, deals from deal_days where deals > 0 order by 1, 2`.execute(club.db);
    const real = () =>
      sql`
      select user_id, sell_date, count(*)::int as deals
      from (select manager_id as user_id, sell_date from deals union all select member_id, sell_date from deals) sides
      group by 1, 2 order by 1, 2
    `.execute(club.db);
    await sql`update deals set sell_date = date '2026-09-01' where file_row % 7 = 0`.execute(club.db);
    await sql`delete from deals where file_row % 5 = 0`.execute(club.db);
    expect((await counted()).rows).toEqual((await real()).rows);
  });
});
