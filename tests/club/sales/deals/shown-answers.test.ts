import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import {
  answerReportCorrections,
  countReportPreview,
  nameReportColumns,
  setReportPeriod,
} from "../../../../contract/report-previews";
import { alias } from "../../../../contract/values";
import { HEADERS, type Sale } from "../../../files/report-files";
import { makeWorkbook } from "../../../files/workbooks";
import { openTestClub, type TestClub } from "../../../setup/club";
import { act, readReport, saleOf } from "./recall";
import { addDistributor, type Distributor } from "./reports";
import { createUploads } from "./uploads";

let club: TestClub;
let people: Distributor;
let token: string;
let uploads: ReturnType<typeof createUploads>;
let year = 2001;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
  token = people.curator.token;
  uploads = createUploads(club, people);
});
afterAll(() => club.close());
beforeEach(() => {
  year += 1;
  // The club takes so many uploads within an hour.
  club.clock.advance(60 * 60 * 1000);
});

/** Each test has a year of its own, and its period is March. */
const march = () => ({ period_from: `${year}-03-01`, period_to: `${year}-03-31` });
const sale = (day: number, count: number, changes: Partial<Sale> = {}) =>
  saleOf(people, { date: `${year}-03-${String(day).padStart(2, "0")}`, count: String(count), ...changes });

async function readCounts(): Promise<string[]> {
  const deals = await club.db
    .selectFrom("deals")
    .select(["sell_date", "sell_count"])
    .where("sell_date", ">=", `${year}-01-01`)
    .where("sell_date", "<=", `${year}-12-31`)
    .where("recalled_at", "is", null)
    .orderBy("sell_date")
    .orderBy("sell_count")
    .execute();
  return deals.map((deal) => `${deal.sell_date.slice(8)}:${deal.sell_count}`);
}
const replaceAll = (id: string, shown?: string) =>
  club.call(answerReportCorrections, { id, corrected_rows: "replace", ...(shown && { shown }) }, { token });
const holds = async () => expect(await verifyLedger(club.db)).toEqual([]);

test("§1.3 a sale that another report has counted since isn't replaced by an answer that was given before", async () => {
  await uploads.count([sale(1, 2)]);
  const id = await uploads.check([sale(1, 7), sale(2, 3)]);
  const { shown } = await uploads.readCheck(id);
  await uploads.count([sale(2, 9)]);
  // Nobody has been shown the sale of the second.
  expect((await replaceAll(id, shown)).status).toBe(200);
  const asked = await uploads.readCheck(id);
  expect(asked).toMatchObject({ corrected: 2, needs_corrections: true, corrected_answer: "replace" });
  expect(asked.corrected_rows.map(({ was, answer }) => [was, answer])).toEqual([
    [2, "replace"],
    [9, ""],
  ]);
  const early = await club.call(countReportPreview, { id }, { token });
  expect(early.refusal?.aliases).toEqual([alias.correctedRows]);

  // The form of the first check once more, from Back or another tab.
  const old = await replaceAll(id, shown);
  expect([old.status, old.refusal?.aliases, Object.keys(old.refusal?.fields ?? {})]).toEqual([
    422,
    [alias.correctedRows],
    ["corrected_rows"],
  ]);
  expect(await uploads.readCheck(id)).toMatchObject({ needs_corrections: true });

  expect((await replaceAll(id, asked.shown)).status).toBe(200);
  // A second press of the same form says nothing else.
  expect((await replaceAll(id, asked.shown)).status).toBe(200);
  expect(await uploads.readCheck(id)).toMatchObject({ needs_corrections: false, replaced: 2 });
  const { id: report } = await club.ask(countReportPreview, { id }, { token });
  expect(await uploads.process(report)).toMatchObject({ failed: 0 });
  expect(await readCounts()).toEqual(["01:7", "02:3"]);
  await holds();
});

test("§1.3 a period says nothing of corrections that weren't shown, and keeps what was said of the others", async () => {
  await uploads.count([sale(1, 2)]);
  const id = await uploads.check([sale(1, 7), sale(2, 3)]);
  await replaceAll(id);
  await uploads.count([sale(2, 9)]);
  await club.ask(setReportPeriod, { id, ...march() }, { token });
  const asked = await uploads.readCheck(id);
  expect(asked).toMatchObject({ corrected: 2, needs_corrections: true });
  expect(asked.corrected_rows.map(({ answer }) => answer)).toEqual(["replace", ""]);
});

test("§1.3 what is missing is recalled only if it was shown, and the days of another period ask anew", async () => {
  await uploads.count([sale(1, 2), sale(2, 4), sale(20, 6)]);
  const id = await uploads.check([sale(1, 2)]);
  const days = { period_from: `${year}-03-01`, period_to: `${year}-03-10` };
  await club.ask(setReportPeriod, { id, ...days }, { token });
  const { shown } = await uploads.readCheck(id);
  await uploads.count([sale(3, 5)]);
  expect((await club.call(setReportPeriod, { id, ...days, gone_sales: "recall", shown }, { token })).status).toBe(200);
  const asked = await uploads.readCheck(id);
  expect(asked).toMatchObject({ gone: 2, needs_gone: true });
  const old = await club.call(setReportPeriod, { id, ...days, gone_sales: "recall", shown }, { token });
  expect(old.refusal?.aliases).toEqual([alias.goneSales]);
  await club.ask(setReportPeriod, { id, ...march(), gone_sales: "recall", shown: asked.shown }, { token });
  expect(await uploads.readCheck(id)).toMatchObject({ gone: 3, needs_gone: true });
  expect(await readCounts()).toEqual(["01:2", "02:4", "03:5", "20:6"]);
});

test("§1.3 other columns make other rows: what was said of corrections is forgotten", async () => {
  await uploads.count([sale(1, 2)]);
  const id = await uploads.check([sale(1, 7)]);
  await replaceAll(id);
  const { columns } = await uploads.readCheck(id);
  const named = Object.fromEntries(columns.map(({ column, name }) => [column, name]));
  await club.ask(nameReportColumns, { id, ...named } as never, { token });
  expect(await uploads.readCheck(id)).toMatchObject({ corrected_answer: "", needs_corrections: true });
});

test("§1.3 a workbook with another sheet of rows recalls nothing, and says why", async () => {
  await uploads.count([sale(1, 2), sale(2, 4)]);
  const titles = Object.values(HEADERS);
  const columns = Object.keys(HEADERS) as (keyof Sale)[];
  const rowOf = (one: Sale) => columns.map((column) => one[column] ?? "");
  const book = makeWorkbook({
    sheets: [
      { name: "Начало", data: [titles, rowOf(sale(1, 2))] },
      { name: "Конец", data: [titles, rowOf(sale(2, 4))] },
    ],
  });
  const id = await uploads.check(book);
  await club.ask(setReportPeriod, { id, ...march(), gone_sales: "recall" }, { token });
  const told = await uploads.readCheck(id);
  expect(told).toMatchObject({ gone: 0, gone_unsure: 1, needs_gone: false });
  expect(told.errors.map(({ message }) => message)).toContainEqual(expect.stringContaining("скрытых листах"));
  const report = await uploads.count(book, { ...march(), gone_sales: "recall" });
  expect(report).toMatchObject({ gone_recalled: 0, gone_kept: 1 });
  expect(report.errors.map(({ message }) => message)).toContainEqual(expect.stringContaining("скрытых листах"));
  expect(await readCounts()).toEqual(["01:2", "02:4"]);
});

test("§1.3 reports of a curator are counted in the order in which they were uploaded", async () => {
  await uploads.count([sale(1, 2), sale(2, 4)]);
  const first = await uploads.send([sale(1, 2)], { ...march(), gone_sales: "recall" });
  const second = await uploads.send([sale(2, 4), sale(3, 1)]);
  // The job of the second one comes first, and both at once.
  await Promise.all([uploads.process(second), uploads.process(first)]);
  expect(await readReport(club, people, first)).toMatchObject({ status: "done", gone_recalled: 1, gone_kept: 0 });
  expect(await readReport(club, people, second)).toMatchObject({ status: "done", repeated: 0 });
  expect(await readCounts()).toEqual(["01:2", "02:4", "03:1"]);
  await holds();
});

test("§1.3 a report that has waited recalls nothing once a later one is counted, and says why", async () => {
  await uploads.count([sale(1, 2), sale(2, 4)]);
  const first = await uploads.send([sale(1, 2)], { ...march(), gone_sales: "recall" });
  await club.db
    .updateTable("report_files")
    .set({ status: "waiting_approval" })
    .where("id", "=", Number(first))
    .execute();
  // It confirms the sale that the first one lacks.
  const second = await uploads.count([sale(2, 4), sale(3, 1)]);
  expect(second).toMatchObject({ repeated: 1 });
  await club.db.updateTable("report_files").set({ status: "queued" }).where("id", "=", Number(first)).execute();
  const late = await uploads.process(first);
  expect(late).toMatchObject({ status: "done", gone_recalled: 0, gone_kept: 1 });
  expect(late.errors.map(({ message }) => message)).toContainEqual(expect.stringContaining("загруженный позже"));
  expect(await readCounts()).toEqual(["01:2", "02:4", "03:1"]);
});

test("§1.3 a later report that was recalled says nothing of the period", async () => {
  await uploads.count([sale(1, 2), sale(2, 4)]);
  const first = await uploads.send([sale(1, 2)], { ...march(), gone_sales: "recall" });
  await club.db
    .updateTable("report_files")
    .set({ status: "waiting_approval" })
    .where("id", "=", Number(first))
    .execute();
  const second = await uploads.count([sale(3, 1)]);
  await act(club, "recall-report", { report: second.id, reason: "Ошибка." });
  await club.db.updateTable("report_files").set({ status: "queued" }).where("id", "=", Number(first)).execute();
  expect(await uploads.process(first)).toMatchObject({ gone_recalled: 1, gone_kept: 0 });
  expect(await readCounts()).toEqual(["01:2"]);
});

test("§3.10 a sale is corrected below what was returned, when the file lacks that return too", async () => {
  await uploads.count([sale(1, 5), sale(2, -3)]);
  const input = { ...march(), corrected_rows: "replace", gone_sales: "recall" } as const;
  expect(await uploads.count([sale(1, 2)], input)).toMatchObject({ failed: 0, gone_recalled: 1, gone_kept: 0 });
  expect(await readCounts()).toEqual(["01:2"]);
  await holds();
  // A return that stays leaves too little.
  await uploads.count([sale(2, -2)]);
  const refused = await uploads.count([sale(1, 1)], { corrected_rows: "replace" });
  expect(refused.errors).toMatchObject([{ message: expect.stringContaining("уже вернули 2 шт.") }]);
});

test("§3.10 so it is in a report of several batches", async () => {
  await uploads.count([sale(1, 5), sale(2, -3)]);
  const many = Array.from({ length: 1100 }, (_, index) => sale(3 + (index % 28), 1 + Math.floor(index / 28)));
  const input = { ...march(), corrected_rows: "replace", gone_sales: "recall" } as const;
  const report = await uploads.count([sale(1, 2), ...many], input);
  expect(report).toMatchObject({ failed: 0, gone_recalled: 1, gone_points: -24, gone_kept: 0 });
  expect((await readCounts()).filter((one) => /^0[12]:/.test(one))).toEqual(["01:2"]);
  await holds();
});
