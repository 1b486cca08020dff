import { afterAll, beforeEach, expect, test } from "vitest";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { processBatch } from "../../../../club/sales/deals/count-batch";
import { parseReport } from "../../../../club/sales/deals/parse-report";
import { processReport } from "../../../../club/sales/deals/process-report";
import { createReportToCount } from "../../../../club/sales/deals/report-to-count";
import { listReports } from "../../../../contract/deals";
import { makeCsv } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../points/people";
import { act, report, saleOf } from "./recall";
import { addDistributor, type Distributor, upload } from "./reports";

let club: TestClub | undefined;
let former: Distributor;
/** The same distributor, once it has another curator. */
let next: Distributor;

beforeEach(async () => {
  await club?.close();
  const opened = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  club = opened;
  former = await addDistributor(opened);
  next = { ...former, curator: await addPerson(opened, { role: "curator" }) };
});
afterAll(() => club?.close());

const handOver = (here: TestClub) => act(here, "company-owner", { inn: "7707083893", person: next.curator.phone });
const listOf = async (here: TestClub, { curator }: Distributor) =>
  (await here.ask(listReports, {}, { token: curator.token })).items.map(({ id }) => id);

test("§1.1 the next curator of a distributor goes on with its sales: none counts again, and each can be corrected", async () => {
  if (!club) throw new Error("no club");
  const sales = [
    saleOf(former, { count: "4" }),
    saleOf(former, { count: "4" }),
    saleOf(former, { date: "2026-03-03" }),
  ];
  const first = await report(club, former, sales);
  const told = await handOver(club);
  expect(JSON.stringify(told)).toContain("Отчётов, которые перейдут: 1, продаж: 3.");
  expect([await listOf(club, former), await listOf(club, next)]).toEqual([[], [first.id]]);

  const again = await report(club, next, [...sales, saleOf(former, { count: "4" })]);
  expect(again).toMatchObject({ repeated: 3, failed: 0, points: 32 });
  const corrected = await report(club, next, [saleOf(former, { date: "2026-03-03", count: "7" })], {
    corrected_rows: "replace",
  });
  expect(corrected).toMatchObject({ failed: 0, points: 56 });
  expect(await report(club, next, [saleOf(former, { date: "2026-03-09", count: "-7" })])).toMatchObject({ failed: 0 });
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§1.1 a report that was being counted goes on for the next curator", async () => {
  if (!club) throw new Error("no club");
  const { services } = club.club;
  const content = makeCsv(Array.from({ length: 1100 }, (_, index) => saleOf(former, { count: String(index + 1) })));
  const { result } = await upload(club, former.curator.token, content);
  const fileId = Number(result?.id);
  const file = await club.db.selectFrom("report_files").selectAll().where("id", "=", fileId).executeTakeFirstOrThrow();
  // The job has read the file before it was handed over.
  const parsed = await parseReport(services, { curatorId: former.curator.id, content: file.content });
  await club.db.updateTable("report_files").set({ status: "in_progress" }).where("id", "=", fileId).execute();
  const said = { fileId, curatorId: former.curator.id, answers: {}, period: null };
  const counted = createReportToCount({ ...parsed, ...said });
  const batch = () =>
    services.db
      .transaction()
      .execute((trx) =>
        processBatch(trx, services, counted, { kind: "distributor", services, curatorId: former.curator.id }),
      );
  expect(await batch()).toBe(true);
  await handOver(club);
  await expect(batch()).rejects.toThrow("another curator");
  await processReport(services, fileId);
  expect((await report(club, next, [saleOf(former, { count: "1" })])).repeated).toBe(1);
  const deals = await club.db.selectFrom("deals").select(["curator_id"]).execute();
  expect([deals.length, new Set(deals.map(({ curator_id }) => curator_id))]).toEqual([
    1100,
    new Set([next.curator.id]),
  ]);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§1.1 what a manager has sold for the former distributor is neither repeated, corrected, returned nor recalled by another's reports", async () => {
  if (!club) throw new Error("no club");
  const [gone, stays] = former.managers;
  await addCompany(club, { ownerId: next.curator.id, inn: "5260000001", kind: "distributor", name: "Другой" });
  await report(club, former, [saleOf(former, { count: "4" }), saleOf(former, { manager: stays.phone, count: "3" })]);
  await club.db.updateTable("users").set({ curator_id: next.curator.id }).where("id", "=", gone.id).execute();

  const back = await report(club, next, [saleOf(next, { date: "2026-03-09", count: "-4" })]);
  expect(back).toMatchObject({ failed: 1, points: 0 });
  expect(await report(club, next, [saleOf(next, { count: "4" })])).toMatchObject({ repeated: 0, points: 32 });
  expect(await report(club, next, [saleOf(next, { count: "5" })])).toMatchObject({ failed: 1 });
  // Of the former distributor's days the manager's sales aren't asked about any more.
  const days = { period_from: "2026-03-01", period_to: "2026-03-31", gone_sales: "recall" } as const;
  const others = [saleOf(former, { manager: stays.phone, date: "2026-03-05" })];
  expect(await report(club, former, others, days)).toMatchObject({ gone_recalled: 1, gone_points: 24, gone_kept: 0 });
  expect(await verifyLedger(club.db)).toEqual([]);
});
