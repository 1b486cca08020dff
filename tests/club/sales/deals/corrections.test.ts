import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBalance, spendPoints } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { processReport } from "../../../../club/sales/deals/process-report";
import { type CorrectionAnswer, REASON_TITLE } from "../../../../contract/columns";
import { importReport, listReports, reportDetails } from "../../../../contract/deals";
import {
  answerReportCorrections,
  CORRECTIONS_SHOWN,
  countReportPreview,
  exportPreviewErrors,
  previewReport,
  readReportPreview,
} from "../../../../contract/report-previews";
import { alias } from "../../../../contract/values";
import { makeCsv, type Sale } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { countCheck, readReport, saleOf } from "./recall";
import { ARTICLES, addDistributor, type Distributor, INNS } from "./reports";

let club: TestClub;
let people: Distributor;
let token: string;
let month = 0;
let name = 0;

beforeAll(async () => {
  club = await openTestClub({ now: "2026-12-15T09:00:00Z", work: false });
  people = await addDistributor(club);
  token = people.curator.token;
});
afterAll(() => club.close());
beforeEach(() => {
  month += 1;
  // The club takes so many uploads within an hour.
  club.clock.advance(60 * 60 * 1000);
});

/** Each test has its own month of another year. */
const on = (day: number) => `${2001 + month}-03-${String(day).padStart(2, "0")}`;
const sale = (day: number, count: number, changes: Parameters<typeof saleOf>[1] = {}) =>
  saleOf(people, { date: on(day), count: String(count), ...changes });

const filesOf = (sales: Sale[], fileName: string) => ({
  file: new File([new Uint8Array(makeCsv(sales))], fileName),
});

/** Uploads rows at once; without an answer as the specification has it. */
async function count(sales: Sale[], answer?: CorrectionAnswer, fileName = `файл ${++name}.csv`) {
  const input = answer ? { corrected_rows: answer } : {};
  const { id } = await club.ask(importReport, input, { token, files: filesOf(sales, fileName) });
  await processReport(club.club.services, Number(id));
  return readReport(club, people, id);
}

async function check(sales: Sale[]) {
  const { id } = await club.ask(previewReport, {}, { token, files: filesOf(sales, `проверка ${++name}.csv`) });
  return id;
}
const readCheck = (id: string) => club.ask(readReportPreview, { id }, { token });
const answer = (id: string, all: CorrectionAnswer, rows: { row: number; answer: CorrectionAnswer }[] = []) =>
  club.ask(answerReportCorrections, { id, corrected_rows: all, rows }, { token });

/** The counts of the deals of a day that count, and all points of the manager and the shop. */
async function readCounts(day: number): Promise<number[]> {
  const deals = await club.db
    .selectFrom("deals")
    .select("sell_count")
    .where("sell_date", "=", on(day))
    .where("recalled_at", "is", null)
    .orderBy("sell_count")
    .execute();
  return deals.map(({ sell_count }) => sell_count);
}
const balances = () => Promise.all([people.managers[0], people.members[0]].map(({ id }) => readBalance(club.db, id)));
const holds = async () => expect(await verifyLedger(club.db)).toEqual([]);

test("§1.3 a corrected row is asked about, replaces the counted sale by entries, and is that sale from then on", async () => {
  const [manager = 0, member = 0] = await balances();
  const old = await count([sale(1, 2), sale(2, 4)], undefined, "май.csv");
  const corrected = [sale(1, 7), sale(2, 4)];
  const id = await check(corrected);
  expect(await readCheck(id)).toMatchObject({
    corrected: 1,
    corrected_rows: [
      {
        row: 2,
        was: 2,
        became: 7,
        answer: "",
        text: expect.stringMatching(/W16-EXR, Магазин на Лесной\. Учтено в отчёте «май\.csv» от 15\.12\.26\.$/),
      },
    ],
    needs_corrections: true,
    corrected_answer: "",
    repeated: 1,
  });
  const early = await club.call(countReportPreview, { id }, { token });
  expect([early.status, early.refusal?.aliases]).toEqual([422, [alias.correctedRows]]);

  await answer(id, "replace");
  const promised = await readCheck(id);
  expect(promised).toMatchObject({
    needs_corrections: false,
    corrected_answer: "replace",
    counted: 1,
    points: 56,
    replaced: 1,
    replaced_points: 16,
    failed: 0,
  });
  expect(await countCheck(club, people, id)).toMatchObject({ status: "done", failed: 0, repeated: 1, points: 56 });
  expect(await readCounts(1)).toEqual([7]);
  expect(await balances()).toEqual([manager + 3 * 11, member + 5 * 11]);
  const before = await readReport(club, people, old.id);
  expect(before).toMatchObject({ points: 32, failed: 1 });
  expect(before.errors).toMatchObject([{ row: 2, message: expect.stringMatching(/было 2, стало 7\. Загружать/) }]);
  await holds();

  // The file as it is now, and the file as it was before.
  expect(await count(corrected)).toMatchObject({ repeated: 2, failed: 0, points: 0 });
  expect(await readCheck(await check([sale(1, 2)]))).toMatchObject({ corrected_rows: [{ was: 7, became: 2 }] });
});

test("§1.3 a second sale counts beside the first, and a row that is left alone counts nothing", async () => {
  await count([sale(1, 2), sale(2, 2)]);
  const id = await check([sale(1, 7), sale(2, 7), sale(3, 7)]);
  await answer(id, "add", [{ row: 3, answer: "leave" }]);
  const asked = await readCheck(id);
  expect(asked.corrected_rows.map((row) => [row.row, row.answer])).toEqual([
    [2, "add"],
    [3, "leave"],
  ]);
  expect(asked).toMatchObject({ counted: 2, repeated: 1, failed: 0, replaced: 0 });
  expect(asked.repeats).toMatchObject([{ first_row: 3, message: "Оставлено как было: 2 шт." }]);
  expect(await countCheck(club, people, id)).toMatchObject({ failed: 0, repeated: 1, points: 2 * 56 });
  expect([await readCounts(1), await readCounts(2), await readCounts(3)]).toEqual([[2, 7], [2], [7]]);
  await holds();
});

test("§1.3 a row is a new sale, without a question, while the counted one stands in the file too", async () => {
  await count([sale(1, 2)]);
  expect(await count([sale(1, 7), sale(1, 2)])).toMatchObject({ failed: 0, repeated: 1, points: 56 });
  expect(await readCounts(1)).toEqual([2, 7]);
  // Another manager, shop, article or day is another sale.
  const others = [
    sale(1, 9, { manager: people.managers[1].phone }),
    sale(1, 9, { inn: INNS[1] }),
    sale(1, 9, { articleCode: ARTICLES[1].code }),
    sale(2, 9),
  ];
  expect(await count(others)).toMatchObject({ failed: 0, repeated: 0 });
});

test("§1.3 §7.1 an upload that asks is refused with the rows, and one without an answer leaves them to be asked about", async () => {
  await count([sale(1, 2)]);
  const rows = [sale(1, 7), sale(2, 1)];
  const input = { equal_rows: "ask", corrected_rows: "ask" } as const;
  const asked = await club.call(importReport, input, { token, files: filesOf(rows, "июнь.csv") });
  expect([asked.status, asked.refusal?.aliases]).toEqual([422, [alias.correctedRows]]);
  expect(asked.refusal?.fields.corrected_rows).toContain("№ 2 — было 2, стало 7");
  expect((await club.ask(importReport, input, { token, files: filesOf([sale(9, 1)], "июнь.csv") })).id).not.toBe("");

  const unasked = await count(rows);
  expect(unasked).toMatchObject({ failed: 1, repeated: 0, points: 8 });
  expect(unasked.errors).toMatchObject([{ row: 2, message: expect.stringContaining("было 2, стало 7") }]);
  expect(await readCounts(1)).toEqual([2]);
  expect(await count(rows, "replace")).toMatchObject({ failed: 0, repeated: 1, points: 56 });
  expect(await readCounts(1)).toEqual([7]);
  await holds();
});

test("§1.3 an answer is about the sales that were shown: what was corrected since is left to be asked about", async () => {
  await count([sale(1, 2)]);
  const id = await check([sale(1, 7)]);
  await answer(id, "replace");
  await count([sale(1, 5)], "replace");
  const report = await countCheck(club, people, id);
  expect(report).toMatchObject({ failed: 1, points: 0 });
  expect(report.errors[0]?.message).toContain("было 5, стало 7");
  expect(await readCounts(1)).toEqual([5]);
});

test("§3.10 returns of a replaced sale stay, and a sale isn't corrected below what was returned of it", async () => {
  // Returns reach back to sales of other days, so this test has a shop of its own.
  const of = (day: number, pieces: number) => sale(day, pieces, { inn: INNS[2] });
  const readBoth = () => Promise.all([people.managers[0], people.members[2]].map(({ id }) => readBalance(club.db, id)));
  const [manager = 0, member = 0] = await readBoth();
  await count([of(1, 5)]);
  const returned = await count([of(4, -3)]);
  expect(await count([of(1, 6)], "replace")).toMatchObject({ failed: 0, points: 48 });
  expect(await readBoth()).toEqual([manager + 9, member + 15]);
  expect(await readReport(club, people, returned.id)).toMatchObject({ failed: 0, points: -24, errors: [] });
  await holds();

  const refused = await count([of(1, 2)], "replace");
  expect(refused).toMatchObject({ failed: 1, points: 0 });
  expect(refused.errors[0]?.message).toContain("из этой продажи уже вернули 3 шт.");
  expect(await readCounts(1)).toEqual([6]);
  // Down to what was returned it can be corrected, and up again.
  expect(await count([of(1, 3)], "replace")).toMatchObject({ failed: 0, points: 24 });
  expect(await count([of(1, 6)], "replace")).toMatchObject({ failed: 0, points: 48 });

  // A corrected return takes what it takes, and no more than there is.
  expect(await count([of(4, -5)], "replace")).toMatchObject({ failed: 0, points: -40 });
  expect(await readBoth()).toEqual([manager + 3, member + 5]);
  const tooMuch = await count([of(4, -7), of(5, -1)], "replace");
  expect(tooMuch.errors).toMatchObject([{ row: 2, message: expect.stringContaining("Возврат без продажи") }]);
  expect([await readCounts(4), await readCounts(5)]).toEqual([[-5], [-1]]);
  await holds();
});

test("§1.3 corrected rows are shown in the order of the file, returns among them", async () => {
  await count([sale(1, 10), sale(2, -2)]);
  const { corrected_rows } = await readCheck(await check([sale(2, -1), sale(1, 11)]));
  expect(corrected_rows.map(({ row, was, became }) => [row, was, became])).toEqual([
    [2, -2, -1],
    [3, 10, 11],
  ]);
});

test("§1.3 only so many rows are shown, and what is said of all is said of the others too", async () => {
  const many = Array.from({ length: CORRECTIONS_SHOWN + 5 }, (_, index) => index);
  const rows = (pieces: number) =>
    many.map((index) => sale(1 + (index % 28), pieces + Math.floor(index / 28), { inn: INNS[index % 2] ?? INNS[0] }));
  await count(rows(10));
  const id = await check(rows(20));
  const preview = await readCheck(id);
  expect([preview.corrected, preview.corrected_rows.length]).toEqual([many.length, CORRECTIONS_SHOWN]);
  const { body } = await club.call(exportPreviewErrors, { id }, { token });
  expect(body.toString("utf8").split("\r\n")[0]).toContain(REASON_TITLE);
  await answer(id, "replace");
  expect(await countCheck(club, people, id)).toMatchObject({ failed: 0, repeated: 0 });
  const { items } = await club.ask(listReports, {}, { token });
  const details = await club.ask(reportDetails, { file_id: items[0]?.id ?? "" }, { token });
  expect(details.total).toBe(many.length);
  await holds();
});

test("§1.3 of a replaced sale whose points are spent, the points of the new one pay what the balance lacks", async () => {
  const shop = people.members[1];
  const of = (pieces: number) => [sale(1, pieces, { inn: INNS[1] })];
  await count(of(100));
  await club.db.transaction().execute(async (trx) => {
    const amount = await readBalance(trx, shop.id);
    await spendPoints(trx, { userId: shop.id, amount, reason: "correction", reference: "test", action: "Потрачено" });
  });
  expect(await count(of(90), "replace")).toMatchObject({ failed: 0 });
  const debts = await club.db.selectFrom("debts").select("amount_left").where("user_id", "=", shop.id).execute();
  expect([await readBalance(club.db, shop.id), debts]).toEqual([0, [{ amount_left: 50 }]]);
  // The next correction pays it.
  await count(of(120), "replace");
  expect(await readBalance(club.db, shop.id)).toBe(100);
});
