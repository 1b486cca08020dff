import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { moveDeals } from "../../../../club/sales/deals/move-deals";
import { processReport } from "../../../../club/sales/deals/process-report";
import { type CorrectionAnswer, correctionAnswers } from "../../../../contract/columns";
import { importReport, reportDetails } from "../../../../contract/deals";
import { exportReportErrors } from "../../../../contract/extensions";
import { previewReport, readReportPreview } from "../../../../contract/report-previews";
import { alias } from "../../../../contract/values";
import { HEADERS, makeCsv, type Sale } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { countCheck, readReport, saleOf } from "./recall";
import { addDistributor, type Distributor, INNS } from "./reports";

let club: TestClub;
let people: Distributor;
let token: string;
let year = 1999;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
  token = people.curator.token;
});
afterAll(() => club.close());
beforeEach(() => {
  year += 1;
  // The club takes so many uploads within an hour.
  club.clock.advance(60 * 60 * 1000);
});

/** A sale of one day; each test has its own year. */
const sale = (document: string | undefined, count: number, changes: Partial<Sale> = {}): Sale => ({
  ...saleOf(people, { date: `${year}-03-01`, count: String(count), ...changes }),
  ...(document !== undefined && { document }),
});
const write = (sales: Sale[], title = "Документ") => makeCsv(sales, { headers: { ...HEADERS, document: title } });
const filesOf = (content: Buffer) => ({ file: new File([new Uint8Array(content)], "отчёт.csv") });

async function count(content: Buffer, answer?: CorrectionAnswer) {
  const input = answer ? { corrected_rows: answer } : {};
  const { id } = await club.ask(importReport, input, { token, files: filesOf(content) });
  await processReport(club.club.services, Number(id));
  return readReport(club, people, id);
}

async function readCounts(): Promise<string[]> {
  const deals = await club.db
    .selectFrom("deals")
    .select(["document_number", "sell_count"])
    .where("sell_date", "=", `${year}-03-01`)
    .where("recalled_at", "is", null)
    .execute();
  return deals.map((deal) => `${deal.document_number}:${deal.sell_count}`).sort();
}

test("§1.3 rows that are equal but for the document are two sales, and no question", async () => {
  const ask = { equal_rows: "ask", corrected_rows: "ask" } as const;
  const twice = await club.call(importReport, ask, { token, files: filesOf(write([sale("Н-1", 2), sale("н–1", 2)])) });
  expect(twice.refusal?.aliases).toEqual([alias.equalRows]);
  const { id } = await club.ask(importReport, ask, { token, files: filesOf(write([sale("Н-1", 2), sale("Н-2", 2)])) });
  await processReport(club.club.services, Number(id));
  expect(await readReport(club, people, id)).toMatchObject({ failed: 0, repeated: 0, points: 32 });
  // A sale of another document is another sale, whatever its number of pieces.
  expect(await count(write([sale("Н-3", 7), sale("Н-4", 2)]))).toMatchObject({ failed: 0, repeated: 0, points: 72 });
  expect(await readCounts()).toEqual(["Н-1:2", "Н-2:2", "Н-3:7", "Н-4:2"]);
});

test("§1.3 a document whose number a spreadsheet has shortened refuses its row, in words that say what to do", async () => {
  const file = write([sale("2,02611E+11", 2), sale("2E+11", 3), sale("2.02611050001E+11", 4), sale("2E11", 5)]);
  const { errors, failed } = await count(file);
  const message = (number: string) =>
    `Номер документа записан как «${number}»: таблица потеряла его цифры. Сделайте ячейки текстовыми.`;
  expect(failed).toBe(2);
  expect(errors.map(({ row, field, message }) => [row, field, message])).toEqual([
    [2, "Документ", message("2,02611E+11")],
    [3, "Документ", message("2E+11")],
  ]);
  // What the form has all digits of is the number itself.
  expect(await count(write([sale("202611050001", 4)]))).toMatchObject({ failed: 0, repeated: 1 });
  expect(await readCounts()).toEqual(["2.02611050001E+11:4", "2E11:5"]);
  const inn = await count(write([sale("1", 2, { inn: "7,7003E+09" })]));
  expect(inn.errors.map(({ field, message }) => [field, message])).toEqual([
    ["ИНН", "ИНН записан как «7,7003E+09»: таблица потеряла его цифры. Сделайте ячейки текстовыми."],
  ]);
});

test("§1.3 the same document with another number of pieces is a correction, however its number is written", async () => {
  await count(write([sale("УТ-1", 2), sale("УТ-2", 5)]));
  const unasked = await count(write([sale("  ут—1", 7), sale("№ УТ-2", 5)]));
  expect(unasked).toMatchObject({ failed: 1, repeated: 1, points: 0 });
  expect(unasked.errors[0]?.message).toContain("было 2, стало 7");
  // The Latin letters only look like those.
  const corrected = await count(write([sale("УТ-2", 5), sale("YT-1", 7)]), "replace");
  expect(corrected).toMatchObject({ failed: 0, repeated: 1, points: 56 });
  expect(await readCounts()).toEqual(["YT-1:7", "УТ-2:5"]);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§1.3 the document says which of several sales a row corrects", async () => {
  await count(write([sale("1", 2), sale("2", 3)]));
  const { id } = await club.ask(previewReport, {}, { token, files: filesOf(write([sale("2", 2), sale("1", 2)])) });
  const preview = await club.ask(readReportPreview, { id }, { token });
  expect(preview).toMatchObject({ repeated: 1, corrected_rows: [{ row: 2, was: 3, became: 2 }] });
});

test("§1.3 without a document on one side the number of pieces tells what was counted, and another number is asked about", async () => {
  await count(makeCsv([sale(undefined, 2)]));
  expect(await count(write([sale("Н-1", 2)]))).toMatchObject({ failed: 0, repeated: 1, points: 0 });
  expect((await count(write([sale("Н-1", 7)]))).errors[0]?.message).toContain("было 2, стало 7");
  expect(await count(write([sale("Н-1", 7)]), "replace")).toMatchObject({ failed: 0, points: 56 });
  expect(await readCounts()).toEqual(["Н-1:7"]);
  // And the other way round: a dash is no document.
  expect(await count(write([sale("—", 7)]))).toMatchObject({ repeated: 1, failed: 0 });
  expect((await count(makeCsv([sale(undefined, 9)]))).errors[0]?.message).toContain("было 7, стало 9");
});

test("§1.3 a sale without a document is that of the first one that repeats it: the next document is a new sale", async () => {
  await count(makeCsv([sale(undefined, 2)]));
  // A check counts nothing, so it names nothing either.
  for (const document of ["1", "2"]) {
    const { id } = await club.ask(previewReport, {}, { token, files: filesOf(write([sale(document, 2)])) });
    expect(await club.ask(readReportPreview, { id }, { token })).toMatchObject({ repeated: 1, counted: 0 });
  }
  expect(await readCounts()).toEqual([":2"]);
  expect(await count(write([sale("1", 2)]))).toMatchObject({ failed: 0, repeated: 1, points: 0 });
  expect(await readCounts()).toEqual(["1:2"]);

  const { id } = await club.ask(previewReport, {}, { token, files: filesOf(write([sale("2", 2)])) });
  expect(await club.ask(readReportPreview, { id }, { token })).toMatchObject({ repeated: 0, counted: 1, points: 16 });
  expect(await countCheck(club, people, id)).toMatchObject({ failed: 0, repeated: 0, points: 16 });
  expect(await readCounts()).toEqual(["1:2", "2:2"]);
  // From now on all files say the same of these two, those without documents as well.
  for (const content of [write([sale("2", 2), sale("№ 1", 2)]), makeCsv([sale(undefined, 2), sale(undefined, 2)])]) {
    expect(await count(content)).toMatchObject({ failed: 0, repeated: 2, points: 0 });
  }
  expect(await count(write([sale("1", 7)]), "replace")).toMatchObject({ failed: 0, points: 56 });
  expect(await readCounts()).toEqual(["1:7", "2:2"]);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§1.3 of two documents in place of one sale without any, one is that sale and the other is new", async () => {
  await count(makeCsv([sale(undefined, 2)]));
  expect(await count(write([sale("1", 2), sale("2", 2)]))).toMatchObject({ failed: 0, repeated: 1, points: 16 });
  expect(await count(write([sale("2", 2)]))).toMatchObject({ repeated: 1, points: 0 });
  expect(await count(write([sale("3", 2)]))).toMatchObject({ repeated: 0, points: 16 });
  expect(await readCounts()).toEqual(["1:2", "2:2", "3:2"]);
});

test("§1.3 §3.10 a return without a document is that of the first one that repeats it too", async () => {
  await count(write([sale("1", 9, { inn: INNS[2] })]));
  const back = (document: string | undefined) => sale(document, -2, { inn: INNS[2] });
  await count(makeCsv([back(undefined)]));
  expect(await count(write([back("В-1")]))).toMatchObject({ repeated: 1, points: 0 });
  expect(await count(write([back("В-2")]))).toMatchObject({ failed: 0, repeated: 0, points: -16 });
  expect(await readCounts()).toEqual(["1:9", "В-1:-2", "В-2:-2"]);
  expect(await verifyLedger(club.db)).toEqual([]);
});

test("§3.10 the document is shown as it is written, in the rows of a report and in its refused rows", async () => {
  const report = await count(write([sale("Накладная № 7", 2), sale("Н-8", 2, { inn: "7707083893" })], "№ накладной"));
  const { items } = await club.ask(reportDetails, { file_id: report.id }, { token });
  expect(items.map(({ document_number }) => document_number)).toEqual(["Накладная № 7"]);
  const refused = await club.call(exportReportErrors, { file_id: report.id }, { token });
  expect(refused.body.toString("utf8")).toMatch(/;2;Н-8;"?Торговая точка/);
});

test("§8.6 sales that are given to another manager keep their documents", async () => {
  const [from, to] = people.managers;
  await count(write([sale("1", 2), sale("2", 2)]));
  const [old, other] = await Promise.all(
    [from, to].map(({ id }) => club.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow()),
  );
  await club.db.transaction().execute(async (trx) => old && other && moveDeals(trx, old, other));
  const moved = [sale("1", 2, { manager: to.phone }), sale("2", 2, { manager: to.phone })];
  expect(await count(write(moved))).toMatchObject({ repeated: 2, failed: 0 });
  const others = [sale("3", 2, { manager: to.phone }), sale("1", 2)];
  expect(await count(write(others))).toMatchObject({ repeated: 0, failed: 0, points: 32 });
});

test("§8.6 a recalled sale may be reported again for the manager to whom it was given", async () => {
  const [from, to] = people.managers;
  await count(write([sale("1", 2)]));
  await count(write([sale("1", 3)]), "replace");
  const [old, other] = await Promise.all(
    [from, to].map(({ id }) => club.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow()),
  );
  await club.db.transaction().execute(async (trx) => old && other && moveDeals(trx, old, other));
  const moved = [sale("1", 3, { manager: to.phone }), sale("1", 2, { manager: to.phone })];
  expect(await count(write(moved))).toMatchObject({ failed: 0, repeated: 1, points: 16 });
  expect(await readCounts()).toEqual(["1:2", "1:3"]);
});

test("§3.10 a number that no document has is an error of its row", async () => {
  const report = await count(write([sale("9".repeat(201), 2)]));
  expect(report.errors).toMatchObject([{ field: "Документ", message: "Номер документа длиннее 200 знаков." }]);
});

test.each(["Номер документа", "Накладная", "№ накладной", "Счёт", "УПД", "Реализация товаров и услуг"])(
  "§1.3 the column is known as «%s»",
  async (title) => {
    await count(write([sale("A", 2), sale("B", 2)], title));
    expect(await readCounts()).toEqual(["A:2", "B:2"]);
  },
);

test("§1.3 every answer to a corrected row leaves another document's sale alone", async () => {
  for (const [index, answer] of correctionAnswers.entries()) {
    const date = `${year}-04-0${index + 1}`;
    await count(write([sale("1", 2, { date }), sale("2", 4, { date })]));
    await count(write([sale("1", 3, { date }), sale("3", 4, { date })]), answer);
    const deals = await club.db
      .selectFrom("deals")
      .select(["document_number", "sell_count"])
      .where("sell_date", "=", date)
      .where("recalled_at", "is", null)
      .execute();
    const ofFirst = { replace: [3], add: [2, 3], leave: [2] }[answer];
    const read = deals.map((deal) => `${deal.document_number}:${deal.sell_count}`).sort();
    expect(read).toEqual([...ofFirst.map((pieces) => `1:${pieces}`), "2:4", "3:4"]);
  }
});

test("§1.3 a sale whose document is written as none, or in another way, isn't another sale", async () => {
  for (const [before, after] of [
    ["б/н", "УТ-1"],
    ["Нет", "УТ-2"],
    ["0", "УТ-3"],
    ["000001042", "1042"],
    ["УПД б/н от 05.11.2026", "УТ-4"],
    ["1042 от 05.11.2026", "№ 1042."],
    ["Реализация товаров и услуг 0000-000123 от 05.11.2026 12:00:00", "0000-000123"],
  ] as const) {
    const [first, second] = [before, after].map((document) => sale(document, 2, { articleCode: "W16-EXR" }));
    if (!first || !second) throw new Error("There are two");
    await count(write([first]));
    expect([before, await count(write([second]))]).toMatchObject([before, { failed: 0, repeated: 1, points: 0 }]);
    year += 1;
  }
});
