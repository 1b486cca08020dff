import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCsv } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { saleOf } from "./recall";
import { addDistributor, processReport } from "./reports";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({
    now: "2026-06-15T09:00:00Z",
    settings: { reportRowPiecesLimit: 3_000, reportPointsLimit: 100_000_000 },
  });
});
afterAll(() => club.close());

/** Notes at each commit of a report's progress whether the transaction has decided by itself how it waits for the disk. */
async function watchCommits() {
  await sql`
    create table report_commits (processed int, setting_of_session boolean);
    create function note_report_commit() returns trigger language plpgsql security definer as $$
      begin
        insert into report_commits
          select new.processed, source = 'session' from pg_settings where name = 'synchronous_commit';
        return null;
      end
    $$;
    create constraint trigger note_commit after update on report_files deferrable initially deferred
      for each row when (new.processed > 0) execute function note_report_commit();
  `.execute(club.db);
}

test("§1.3 of a report in several batches only the last commit waits for the disk, and all rows are counted", async () => {
  const people = await addDistributor(club);
  await watchCommits();
  // No two rows are equal.
  const sales = Array.from({ length: 2_100 }, (_, index) => saleOf(people, { count: String(index + 1) }));
  const report = await processReport(club, people.curator.token, makeCsv(sales));
  expect(report).toMatchObject({ status: "done", processed: 2_100, failed: 0 });
  const { rows } = await sql`select * from report_commits order by processed`.execute(club.db);
  expect(rows).toEqual([
    { processed: 1_000, setting_of_session: true },
    { processed: 2_000, setting_of_session: true },
    { processed: 2_100, setting_of_session: false },
  ]);
});
