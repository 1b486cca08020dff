import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AGREED } from "../../../../club/points/day-limits";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { processBatch } from "../../../../club/sales/deals/count-batch";
import { parseReport } from "../../../../club/sales/deals/parse-report";
import { processReport } from "../../../../club/sales/deals/process-report";
import { createReportToCount } from "../../../../club/sales/deals/report-to-count";
import { answerReportCorrections, previewReport, readReportPreview } from "../../../../contract/report-previews";
import { makeCsv } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPromotion, readSpent } from "../promotions/promotions";
import { act, report, saleOf } from "./recall";
import { addDistributor, type Distributor, upload } from "./reports";

const POINTS_PER_DAY = 20_000;

let club: TestClub;
let people: Distributor;
let year = 2010;

beforeAll(async () => {
  const settings = {
    reportPointsPerDay: POINTS_PER_DAY,
    secondOperatorPoints: 100_000,
    secondOperatorPointsPerDay: 100_000,
  };
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false, settings });
  people = await addDistributor(club);
});
afterAll(() => club.close());
/** Each test has a year of its own, and a day without points that came to be. */
beforeEach(() => {
  year += 1;
  club.clock.advance(24 * 60 * 60 * 1000);
});

const on = (day: number) => `${year}-03-${String(day).padStart(2, "0")}`;
const sale = (day: number, count: number) => saleOf(people, { date: on(day), count: String(count) });
const balances = () => Promise.all([people.managers[0], people.members[0]].map(({ id }) => readBalance(club.db, id)));
const holds = async () => expect(await verifyLedger(club.db)).toEqual([]);

function readFile(id: string) {
  return club.db.selectFrom("report_files").selectAll().where("id", "=", Number(id)).executeTakeFirstOrThrow();
}

/** How many pieces of the sales of a day count. */
async function readCounts(day: number): Promise<number[]> {
  const deals = await club.db
    .selectFrom("deals")
    .select("sell_count")
    .where("sell_date", "=", on(day))
    .where("recalled_at", "is", null)
    .execute();
  return deals.map(({ sell_count }) => sell_count);
}

async function approve(id: string) {
  const { state, outcome } = await act(club, "approve-report", { report: id });
  expect(state).toBe("done");
  await processReport(club.club.services, Number(id));
  return outcome;
}

test("§1.3 a corrected sale counts in full to the points of a day, and replaces nothing while these have no room", async () => {
  // 8 points a piece: 8 000, and then 16 000 in their place.
  const sales = [sale(1, 500), sale(2, 500)];
  await report(club, people, sales);
  const counted = await balances();
  const corrected = [sale(1, 1000), sale(2, 1000)];
  const file = new File([new Uint8Array(makeCsv(corrected))], "исправлено.csv");
  const { token } = people.curator;
  const { id: preview } = await club.ask(previewReport, {}, { token, files: { file } });
  await club.ask(answerReportCorrections, { id: preview, corrected_rows: "replace" }, { token });
  expect((await club.ask(readReportPreview, { id: preview }, { token })).hold_reason).toMatch(
    /За сегодня это было бы 24\s000/,
  );

  const { id, status } = await report(club, people, corrected, { corrected_rows: "replace" });
  expect(status).toBe("waiting_approval");
  expect([await readCounts(1), await readCounts(2)]).toEqual([[500], [500]]);
  expect(await balances()).toEqual(counted);

  expect((await approve(id)).points).toBe(16_000);
  expect(await readFile(id)).toMatchObject({ status: "done", credited_points: 16_000, approved_points: 16_000 });
  expect([await readCounts(1), await readCounts(2)]).toEqual([[1000], [1000]]);
  expect(await balances()).toEqual([(counted[0] ?? 0) + 3_000, (counted[1] ?? 0) + 5_000]);
  await holds();
});

test("§1.5 what a promotion has added to the replaced sale is foreseen for the corrected one", async () => {
  const joined = [[people.managers[0].id, on(1)]] as const;
  const promotion = await addPromotion(club, { points: 1, budget: 5, start: on(1), end: on(31), joined });
  await report(club, people, [sale(2, 5)]);
  expect(await readSpent(club, promotion)).toBe(5);
  // So many pieces wait for an operator, whatever the day has room for.
  const { id, status } = await report(club, people, [sale(2, 1001)], { corrected_rows: "replace" });
  expect(status).toBe("waiting_approval");
  expect((await approve(id)).points).toBe(8 * 1001 + 5);
  expect(await readFile(id)).toMatchObject({ status: "done", credited_points: 8 * 1001 + 5 });
  expect(await readSpent(club, promotion)).toBe(5);
  await holds();
});

test("§1.3 of a report that stops, what waits for an operator is only the rest", async () => {
  const first = Date.UTC(2000, 0, 1);
  const days = Array.from({ length: 1001 }, (_, index) => new Date(first + index * 24 * 60 * 60 * 1000));
  const content = makeCsv(days.map((day) => saleOf(people, { date: day.toISOString().slice(0, 10), count: "1" })));
  const { result } = await upload(club, people.curator.token, content);
  const fileId = Number(result?.id);
  const curatorId = people.curator.id;
  const { services } = club.club;
  await club.db.updateTable("report_files").set({ status: "in_progress" }).where("id", "=", fileId).execute();
  const parsed = await parseReport(services, { curatorId, content, columnNames: {}, answers: {} });
  const toCount = createReportToCount({ ...parsed, fileId, curatorId, answers: {}, period: null });
  await club.db.transaction().execute((trx) => processBatch(trx, services, toCount, AGREED));
  const scope = `distributor:${curatorId}`;
  const today = club.clock.now().toISOString().slice(0, 10);
  await club.db.insertInto("point_days").values({ day: today, scope, points: POINTS_PER_DAY }).execute();

  await processReport(services, fileId);
  const stopped = { status: "waiting_approval", processed: 1000, credited_points: 8_000, expected_points: 8 };
  expect(await readFile(String(fileId))).toMatchObject(stopped);
  expect((await approve(String(fileId))).points).toBe(8);
  const counted = { status: "done", processed: 1001, credited_points: 8_008, approved_points: 8_008 };
  expect(await readFile(String(fileId))).toMatchObject(counted);
  await holds();
});
