import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { verifyLedger } from "../../club/points/verify-ledger";
import { processReport } from "../../club/sales/deals/process-report";
import { correctionAnswers, goneAnswers } from "../../contract/columns";
import { listReports } from "../../contract/deals";
import {
  answerReportCorrections,
  countReportPreview,
  exportPreviewErrors,
  previewReport,
  readReportPreview,
  setReportPeriod,
} from "../../contract/report-previews";
import { addDistributor, type Distributor, INNS } from "../club/sales/deals/reports";
import { HEADERS, makeCsv, type Sale } from "../files/report-files";
import { openTestClub, type TestClub } from "../setup/club";
import { tries } from "../setup/properties";

let club: TestClub;
let people: Distributor;
let token: string;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z", work: false });
  people = await addDistributor(club);
  token = people.curator.token;
});
afterAll(() => club.close());

/** Few values, so that rows of one file and of files before often meet: sales, returns, and rows with errors. */
const row = fc.record({
  /** A period has the first of them, or the first two. */
  day: fc.integer({ min: 1, max: 3 }),
  manager: fc.integer({ min: 0, max: 1 }),
  inn: fc.constantFrom(...INNS.slice(0, 2), "1234567890"),
  articleCode: fc.constantFrom<string>("W16-EXR", "K20-TT", "нет такого"),
  count: fc.constantFrom<string>("1", "2", "3", "-1", "-2", "ноль"),
  document: fc.constantFrom<string>("", "", "УТ-1", "ут-1", "УТ-2"),
});
type Row = typeof row extends fc.Arbitrary<infer One> ? One : never;
const said = fc.constantFrom(...correctionAnswers);
const file = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 12 }),
  /** What is said of rows that correct counted ones, and of single rows. */
  all: said,
  single: fc.dictionary(fc.integer({ min: 2, max: 13 }).map(String), said, { maxKeys: 4 }),
  /** Whether it is all sales of its first day, or of both days, and what becomes of those that it hasn't. */
  period: fc.option(fc.record({ days: fc.integer({ min: 1, max: 2 }), gone: fc.constantFrom(...goneAnswers) })),
});
type Checked = typeof file extends fc.Arbitrary<infer One> ? One : never;
/** Stands for an article that each run has for itself. */
const OWN_ARTICLE = "свой";
/** Rows of one manager, shop and article. */
const ownRow = (day: fc.Arbitrary<number>, pieces: fc.Arbitrary<string>): fc.Arbitrary<Row> =>
  fc.record({
    day,
    manager: fc.constant(0),
    inn: fc.constant(INNS[0]),
    // Returns reach back to the sales of other runs otherwise.
    articleCode: fc.constant(OWN_ARTICLE),
    count: pieces,
    document: fc.constant(""),
  });
/** A file of sales and their returns, and then files with some of these rows that are all sales of their days and recall the others. */
const wholePeriods = fc
  .tuple(
    fc.array(ownRow(fc.integer({ min: 1, max: 2 }), fc.constantFrom("1", "2")), { minLength: 1, maxLength: 4 }),
    fc.array(ownRow(fc.integer({ min: 2, max: 3 }), fc.constantFrom("-1", "-2")), { minLength: 1, maxLength: 3 }),
  )
  .chain(([sales, returns]) => {
    const first: Checked = { rows: [...sales, ...returns], all: "replace", single: {}, period: null };
    const later: fc.Arbitrary<Checked> = fc.record({
      rows: fc.subarray([...sales, ...returns], { minLength: 1 }),
      all: said,
      single: fc.constant({}),
      period: fc.record({ days: fc.integer({ min: 1, max: 2 }), gone: fc.constant("recall") }),
    });
    return fc.array(later, { minLength: 1, maxLength: 3 }).map((files) => [first, ...files]);
  });

/** Each run has days of its own. */
const dayOf = (run: number, day: number) => new Date(Date.UTC(2000, 0, run * 3 + day)).toISOString().slice(0, 10);

function writeFile(rows: readonly Row[], run: number): Buffer {
  return makeCsv(
    rows.map(
      ({ day, manager, articleCode, ...rest }): Sale => ({
        date: dayOf(run, day),
        articleCode: articleCode === OWN_ARTICLE ? `${OWN_ARTICLE} ${run}` : articleCode,
        manager: people.managers[manager]?.phone ?? "",
        shop: "Магазин",
        articleName: "Свеча",
        ...rest,
      }),
    ),
    { headers: { ...HEADERS, document: "Документ" } },
  );
}

async function check(content: Buffer, { all, single, period }: Checked) {
  const files = { file: new File([new Uint8Array(content)], "отчёт.csv") };
  const { id } = await club.ask(previewReport, {}, { token, files });
  const read = () => club.ask(readReportPreview, { id }, { token });
  const days = period && { period_from: dayOf(run, 1), period_to: dayOf(run, period.days) };
  if (days) await club.ask(setReportPeriod, { id, ...days }, { token });
  let preview = await read();
  if (preview.needs_corrections) {
    const rows = Object.entries(single).map(([number, answer]) => ({ row: Number(number), answer }));
    await club.ask(answerReportCorrections, { id, corrected_rows: all, rows }, { token });
    preview = await read();
  }
  if (preview.needs_gone) {
    await club.ask(setReportPeriod, { id, ...days, gone_sales: period?.gone }, { token });
    preview = await read();
  }
  return { id, preview };
}

async function count(id: string) {
  const counted = await club.ask(countReportPreview, { id }, { token });
  await processReport(club.club.services, Number(counted.id));
  const { items } = await club.ask(listReports, { file_id: counted.id }, { token });
  return items[0];
}

/** What must survive a check. */
async function countEverything() {
  const [deals, entries, reports] = await Promise.all(
    (["deals", "ledger_entries", "report_files"] as const).map((table) =>
      club.db.selectFrom(table).select(club.db.fn.countAll<number>().as("rows")).executeTakeFirstOrThrow(),
    ),
  );
  return [deals, entries, reports];
}

/** How many deals a report has replaced, and their points. */
async function readReplaced(fileId: number): Promise<[number, number]> {
  const deals = await club.db
    .selectFrom("deals")
    .innerJoin("deals as next", "next.id", "deals.replaced_by_id")
    .select(["deals.manager_points", "deals.member_points"])
    .where("next.file_id", "=", fileId)
    .execute();
  return [deals.length, deals.reduce((sum, deal) => sum + deal.manager_points + deal.member_points, 0)];
}

/** What counts in the days of a period: deals, pieces, points. */
async function sumPeriod(period: NonNullable<Checked["period"]>) {
  const deals = await club.db
    .selectFrom("deals")
    .select(["sell_count", "manager_points", "member_points"])
    .where("sell_date", ">=", dayOf(run, 1))
    .where("sell_date", "<=", dayOf(run, period.days))
    .where("recalled_at", "is", null)
    .execute();
  return {
    rows: deals.length,
    pieces: deals.reduce((sum, deal) => sum + deal.sell_count, 0),
    points: deals.reduce((sum, deal) => sum + deal.manager_points + deal.member_points, 0),
  };
}

/** Each day has another rate than the one before: a return that is counted again, as one of another sale, has other points. */
async function addOwnArticle(): Promise<void> {
  const code = `${OWN_ARTICLE} ${run}`;
  await club.db.insertInto("articles").values({ code, name: code, manager_points: 3, member_points: 5 }).execute();
  const rates = [5, 7].map((points) => ({ article_code: code, manager_points: points, member_points: points + 1 }));
  await club.db
    .insertInto("article_rates")
    .values(rates.map((rate, index) => ({ ...rate, since: new Date(dayOf(run, 2 + index)) })))
    .execute();
}

/** How many returns have lost their sales so far. */
async function countLost(): Promise<number> {
  const { rows } = await club.db
    .selectFrom("report_errors")
    .select(club.db.fn.countAll<number>().as("rows"))
    .where("message", "like", "Продажу, которую возвращает эта строка, исправил или отозвал другой отчёт.%")
    .executeTakeFirstOrThrow();
  return rows;
}

vi.setConfig({ testTimeout: 300_000 * Math.max(1, Number(process.env.PROPERTY_RUNS ?? 1)) });

let run = 0;
/** Checks and counts files one after the other, and expects of each that counting does what the check has said. */
async function expectPromises(files: readonly Checked[]): Promise<void> {
  run += 1;
  await addOwnArticle();
  // The club takes so many uploads within an hour.
  club.clock.advance(60 * 60 * 1000);
  for (const one of files) {
    const content = writeFile(one.rows, run);
    const before = await countEverything();
    const { id, preview } = await check(content, one);
    expect(await countEverything()).toEqual(before);
    const { body } = await club.call(exportPreviewErrors, { id }, { token });
    const refused = new Set(preview.errors.map((error) => error.row)).size;
    expect(body.toString("utf8").trim().split("\r\n")).toHaveLength(refused + 1);
    const [sumsBefore, sumsAfter] = ["before", "after"].map((kind) =>
      preview.period_sums.find((sums) => sums.kind === kind),
    );
    if (one.period) expect(sumsBefore).toMatchObject(await sumPeriod(one.period));
    const lostBefore = await countLost();
    const report = await count(id);
    if (one.period) expect(sumsAfter).toMatchObject(await sumPeriod(one.period));
    expect(preview.lost_returns).toBe((await countLost()) - lostBefore);
    for (const what of ["rows", "pieces", "points"] as const) {
      const sums = preview.period_sums.filter(({ kind }) => kind !== "gone" && kind !== "after");
      expect(sums.reduce((total, sum) => total + (sum[what] ?? 0), 0)).toBe(sumsAfter?.[what] ?? 0);
    }
    const recalled = preview.period_sums.find(({ kind }) => kind === "recalled");
    const { gone = 0, gone_unsure = 0 } = preview;
    expect(report).toMatchObject({
      gone_recalled: 0 - (recalled?.rows ?? 0),
      gone_points: 0 - (recalled?.points ?? 0),
      ...(one.period && { gone_kept: gone + gone_unsure + (recalled?.rows ?? 0) }),
    });
    expect(await readReplaced(Number(report?.id))).toEqual([preview.replaced, preview.replaced_points]);
    const { total, failed, repeated, points, errors, repeats, lines, left_out, left_out_rows } = preview;
    const promised = { total, failed, repeated, points, errors, repeats, lines, left_out, left_out_rows };
    expect(report).toMatchObject({ status: "done", processed: total, ...promised });
    expect(preview.counted).toBe((total ?? 0) - (failed ?? 0) - (repeated ?? 0));
  }
}

test.each([
  ["a file", 15, fc.array(file, { minLength: 1, maxLength: 3 })],
  ["a whole period with returns", 30, wholePeriods],
] as const)("§1.3 whatever a check says of %s, counting does, word for word", async (_, runs, files) => {
  await fc.assert(fc.asyncProperty(files, expectPromises), tries(runs));
  expect(await verifyLedger(club.db)).toEqual([]);
});
