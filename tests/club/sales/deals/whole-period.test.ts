import { expect, test } from "vitest";
import { readBalance, spendPoints } from "../../../../club/points/ledger";
import { processReport } from "../../../../club/sales/deals/process-report";
import { importReport } from "../../../../contract/deals";
import {
  answerReportCorrections,
  countReportPreview,
  exportPreviewErrors,
  GONE_SHOWN,
  setReportPeriod,
} from "../../../../contract/report-previews";
import { acceptSaleClaim } from "../../../../contract/sale-claims";
import { alias } from "../../../../contract/values";
import { addCompany, addPerson } from "../../points/people";
import { claim, claimOf, readClaims } from "./claims";
import { openMarch } from "./march";
import { act, countCheck, readReport } from "./recall";
import { ARTICLES, INNS } from "./reports";

const here = openMarch();
const { on, period, sale, holds } = here;
const readCounts = () => here.readCounts(5);
const say = (id: string, gone_sales?: "recall" | "keep") =>
  here.club.ask(setReportPeriod, { id, ...period(), ...(gone_sales && { gone_sales }) }, { token: here.token });

const balances = (shop: 0 | 1 | 2 = 0) =>
  Promise.all([here.people.managers[0], here.people.members[shop]].map(({ id }) => readBalance(here.club.db, id)));

test("§1.3 a check of a whole period tells what is new, changed and gone, and the gone is recalled only when that is said", async () => {
  const [manager = 0, member = 0] = await balances();
  const first = await here.uploads.count([sale(1, 2), sale(2, 4), sale(3, 5), sale(4, 1, { date: on(30, 4) })]);
  const id = await here.uploads.check([sale(1, 2), sale(2, 6), sale(9, 3)]);
  await here.club.ask(answerReportCorrections, { id, corrected_rows: "replace" }, { token: here.token });
  expect(await here.uploads.readCheck(id)).toMatchObject({
    first_day: on(1),
    last_day: on(9),
    period_from: "",
    gone: 0,
    needs_gone: false,
  });

  await say(id);
  const asked = await here.uploads.readCheck(id);
  expect(asked).toMatchObject({ ...period(), gone: 1, gone_answer: "", needs_gone: true, corrected_answer: "replace" });
  expect(asked.gone_rows).toMatchObject([
    {
      count: 5,
      points: 40,
      text: expect.stringMatching(/^03\.03\.\d\d, W16-EXR, Магазин на Лесной\. Учтено в отчёте/),
    },
  ]);
  const early = await here.club.call(countReportPreview, { id }, { token: here.token });
  expect([early.status, early.refusal?.aliases]).toEqual([422, [alias.goneSales]]);

  await say(id, "recall");
  const told = await here.uploads.readCheck(id);
  expect(told).toMatchObject({ gone: 1, gone_answer: "recall", needs_gone: false, counted: 2, failed: 0 });
  expect(told.period_sums).toEqual([
    { kind: "before", rows: 3, pieces: 11, points: 88 },
    { kind: "gone", rows: 1, pieces: 5, points: 40 },
    { kind: "new", rows: 1, pieces: 3, points: 24 },
    { kind: "changed", rows: 0, pieces: 2, points: 16 },
    { kind: "recalled", rows: -1, pieces: -5, points: -40 },
    { kind: "after", rows: 3, pieces: 11, points: 88 },
  ]);
  expect(await readCounts()).toEqual(["03-01:2", "03-02:4", "03-03:5", "04-30:1"]);

  const report = await countCheck(here.club, here.people, id);
  expect(report).toMatchObject({ status: "done", failed: 0, gone_recalled: 1, gone_points: 40, gone_kept: 0 });
  expect(await readCounts()).toEqual(["03-01:2", "03-02:6", "03-09:3", "04-30:1"]);
  expect(await balances()).toEqual([manager + 3 * 12, member + 5 * 12]);
  const old = await readReport(here.club, here.people, first.id);
  expect(old.errors.map((error) => [error.row, error.message])).toContainEqual([
    4,
    expect.stringContaining("в нём все продажи за эти дни, и этой среди них нет"),
  ]);
  await holds();
  // The recalled sale may be reported again.
  expect(await here.uploads.count([sale(3, 5)])).toMatchObject({ failed: 0, repeated: 0, points: 40 });
});

test("§1.3 a period has up to 366 days, both ends and their order are asked for, and only its curator sets it", async () => {
  const { club, token, people } = here;
  const id = await here.uploads.check([sale(1, 2)]);
  const set = async (period_from: string | undefined, period_to: string | undefined, who = token) => {
    const days = { ...(period_from && { period_from }), ...(period_to && { period_to }) };
    const { status, refusal } = await club.call(setReportPeriod, { id, ...days }, { token: who });
    return status === 200 ? status : Object.keys(refusal?.fields ?? {})[0];
  };
  expect(await set("2024-01-01", "2024-12-31")).toBe(200);
  expect(await set("2024-01-01", "2025-01-01")).toBe("period_to");
  expect(await set("2023-06-05", "2023-06-05")).toBe(200);
  expect(await set("2023-06-05", "2023-06-04")).toBe("period_to");
  expect(await set("2023-06-05", undefined)).toBe("period_to");
  expect(await set(undefined, "2023-06-05")).toBe("period_from");
  expect(await here.uploads.readCheck(id)).toMatchObject({ period_from: "2023-06-05", period_to: "2023-06-05" });
  const other = await addPerson(club, { role: "curator" });
  for (const stranger of [other.token, people.managers[0].token]) {
    expect(await set("2023-06-01", "2023-06-30", stranger)).not.toBe(200);
  }
  expect(await here.uploads.readCheck(id)).toMatchObject({ period_from: "2023-06-05", period_to: "2023-06-05" });
});

test("§1.3 §7.1 one call uploads a whole period, and without a word what it lacks stays and is told", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  expect(await here.uploads.count([sale(1, 2), sale(5, 1)], period())).toMatchObject({
    gone_recalled: 0,
    gone_kept: 1,
    repeated: 1,
  });
  expect(await readCounts()).toEqual(["03-01:2", "03-02:4", "03-05:1"]);
  const recalled = await here.uploads.count([sale(1, 2)], { ...period(), gone_sales: "recall" });
  expect(recalled).toMatchObject({ gone_recalled: 2, gone_points: 40, gone_kept: 0 });
  expect(await readCounts()).toEqual(["03-01:2"]);
  const refusals = await Promise.all(
    [{ period_from: on(1) }, { period_to: on(1) }, { period_from: on(2), period_to: on(1) }].map((input) =>
      here.club.call(importReport, input, { token: here.token, files: here.uploads.filesOf([sale(1, 1)]) }),
    ),
  );
  expect(refusals.map(({ refusal }) => Object.keys(refusal?.fields ?? {}))).toEqual([
    ["period_to"],
    ["period_from"],
    ["period_to"],
  ]);
  await holds();
});

test.each(["0000-01-01", "0000-12-31", "2026-02-30", "2026-00-10"])(
  "§1.3 §7.1 a period that begins on %s, which no calendar has, is refused in words by every call",
  async (day) => {
    const input = { period_from: day, period_to: "0001-01-01" };
    const uploaded = await here.club.call(importReport, input, {
      token: here.token,
      files: here.uploads.filesOf([sale(1, 1)]),
    });
    const id = await here.uploads.check([sale(1, 1)]);
    const said = await here.club.call(setReportPeriod, { id, ...input }, { token: here.token });
    for (const { status, refusal } of [uploaded, said]) {
      expect([status, refusal?.fields]).toEqual([422, { period_from: "Проверьте дату: такого дня нет." }]);
    }
  },
);

test("§1.3 a row of another day is refused with its reason, and the sales of other days stay", async () => {
  await here.uploads.count([sale(1, 2), sale(1, 3, { date: on(1, 4) })]);
  const id = await here.uploads.check([sale(1, 2), sale(1, 9, { date: on(2, 4) })]);
  await say(id, "recall");
  const preview = await here.uploads.readCheck(id);
  expect(preview).toMatchObject({ gone: 0, needs_gone: false, failed: 1, repeated: 1 });
  expect(preview.errors[0]?.message).toMatch(
    /^Эта дата не из периода 01\.03\.\d+–31\.03\.\d+, за который этот отчёт\.$/,
  );
  const { body } = await here.club.call(exportPreviewErrors, { id }, { token: here.token });
  expect(body.toString("utf8")).toContain("02.04");
  expect(await readCounts()).toEqual(["03-01:2", "04-01:3"]);
});

test("§1.3 an accepted claim isn't gone from a report of its days: a sale that no report has stays, with its points", async () => {
  const { club, people } = here;
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const claimId = await claim(club, people.members[0], claimOf(people, { sell_date: on(3), sell_count: 5 }));
  const answer = { article_code: ARTICLES[0].code, sell_count: 5, sell_date: on(3) };
  const manager_id = String(people.managers[0].id);
  await club.ask(acceptSaleClaim, { id: String(claimId), ...answer, manager_id }, { token: here.token });
  const before = await balances();
  const id = await here.uploads.check([sale(1, 2)]);
  await say(id, "recall");
  const told = await here.uploads.readCheck(id);
  expect(told).toMatchObject({ gone: 1, gone_rows: [{ count: 4, points: 32 }] });
  const report = await countCheck(club, people, id);
  expect(report).toMatchObject({ status: "done", gone_recalled: 1, gone_points: 32, gone_kept: 0 });
  expect(await readCounts()).toEqual(["03-01:2", "03-03:5"]);
  expect(await balances()).toEqual([Number(before[0]) - 4 * 3, Number(before[1]) - 4 * 5]);
  expect((await readClaims(club, people.members[0])).find((one) => one.id === String(claimId))).toMatchObject({
    status: "accepted",
    points: 25,
  });
  await holds();
});

test("§1.3 a counted sale that a refused row may be isn't gone", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4), sale(3, 5), sale(4, 6), sale(5, 7)]);
  const file = [
    sale(1, 2, { inn: "123" }),
    sale(2, 4, { manager: "79990000000" }),
    sale(3, 5, { date: "вчера" }),
    sale(4, 6, { count: "много", inn: INNS[1] }),
    sale(5, 7, { articleCode: "нет такого" }),
  ];
  const id = await here.uploads.check(file);
  await say(id, "recall");
  // An unreadable day may be any: of the others the shop or the article is another one.
  expect(await here.uploads.readCheck(id)).toMatchObject({ gone: 0, gone_unsure: 5 });
  const without = await here.uploads.check(file.filter((_, index) => index !== 2));
  await say(without, "recall");
  const told = await here.uploads.readCheck(without);
  expect(told).toMatchObject({ gone: 3, gone_unsure: 2 });
  expect(told.gone_rows.map((row) => row.count)).toEqual([5, 6, 7]);
});

test("§8.6 §1.3 the counted sale of an erased sole trader, whose INN no row can be compared with, isn't gone", async () => {
  const shop = await addPerson(here.club, { role: "member" });
  const inn = "772400000010";
  await addCompany(here.club, { ownerId: shop.id, inn, name: "ИП Сидоров" });
  await here.uploads.count([sale(1, 2), sale(2, 4, { inn }), sale(3, 5)]);
  await act(here.club, "erase-person", { person: String(shop.id), yes: true });
  const again = await here.uploads.count([sale(1, 2), sale(2, 4, { inn })], { ...period(), gone_sales: "recall" });
  expect(again).toMatchObject({ failed: 1, gone_recalled: 1, gone_kept: 1 });
  expect(await readCounts()).toEqual(["03-01:2", "03-02:4"]);
  await holds();
});

test("§1.3 a company keeps its INN when its owner is erased: its sale that the file doesn't have is gone", async () => {
  const shop = await addPerson(here.club, { role: "member" });
  const inn = "7724000003";
  await addCompany(here.club, { ownerId: shop.id, inn, name: "ООО «Ось»" });
  await here.uploads.count([sale(1, 2), sale(2, 4, { inn })]);
  await act(here.club, "erase-person", { person: String(shop.id), yes: true });
  const again = await here.uploads.count([sale(1, 2)], { ...period(), gone_sales: "recall" });
  expect(again).toMatchObject({ gone_recalled: 1, gone_kept: 0 });
  await holds();
});

test("§1.3 a misprint in an INN doesn't cost the real sale its points, and the INN of somebody else is another sale", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4), sale(3, 5)]);
  // The check digits of the first one are wrong; nobody in the club has the second one.
  const rows = [sale(1, 2), sale(2, 4, { inn: "7736207544" }), sale(3, 5, { inn: "7707083893" })];
  const again = await here.uploads.count(rows, { ...period(), gone_sales: "recall" });
  expect(again).toMatchObject({ failed: 2, gone_recalled: 1, gone_kept: 1 });
  expect(await readCounts()).toEqual(["03-01:2", "03-02:4"]);
  await holds();
});

test("§1.3 an answer is about the sales that were shown: what came since stays", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const id = await here.uploads.check([sale(1, 2)]);
  await say(id, "recall");
  await here.uploads.count([sale(3, 5)]);
  expect(await countCheck(here.club, here.people, id)).toMatchObject({ gone_recalled: 1, gone_kept: 1 });
  expect(await readCounts()).toEqual(["03-01:2", "03-03:5"]);
});

test("§1.3 what is left out of a period with the answer to keep it stays, and no question is left", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const id = await here.uploads.check([sale(1, 2), sale(3, 1)]);
  await say(id, "keep");
  expect(await here.uploads.readCheck(id)).toMatchObject({ gone: 1, gone_answer: "keep", needs_gone: false });
  expect(await countCheck(here.club, here.people, id)).toMatchObject({ gone_recalled: 0, gone_kept: 1 });
  // The period is taken back.
  const other = await here.uploads.check([sale(1, 2)]);
  await say(other);
  await here.club.ask(setReportPeriod, { id: other }, { token: here.token });
  expect(await here.uploads.readCheck(other)).toMatchObject({ gone: 0, needs_gone: false, period_from: "" });
});

test("§3.10 a return of a recalled sale returns another one, and without any it is an error of its report", async () => {
  const of = (day: number, pieces: number) => sale(day, pieces, { inn: INNS[2] });
  const [manager = 0, member = 0] = await balances(2);
  await here.uploads.count([of(1, 5), of(3, 5)]);
  const returned = await here.uploads.count([sale(1, -3, { inn: INNS[2], date: on(2, 4) })]);
  expect(await balances(2)).toEqual([manager + 3 * 7, member + 5 * 7]);
  // The return takes pieces of the sale of the third, which is gone.
  await here.uploads.count([of(1, 5)], { ...period(), gone_sales: "recall" });
  expect(await balances(2)).toEqual([manager + 3 * 2, member + 5 * 2]);
  expect(await readReport(here.club, here.people, returned.id)).toMatchObject({ failed: 0, points: -24 });
  await holds();
  await here.uploads.count([of(1, 2)], { ...period(), gone_sales: "recall", corrected_rows: "replace" });
  await holds();
  expect(await balances(2)).toEqual([manager + 3 * 2, member + 5 * 2]);
  // Nothing is left to be returned.
  await here.uploads.count([sale(9, 1)], { ...period(), gone_sales: "recall" });
  const gone = await readReport(here.club, here.people, returned.id);
  expect(gone.errors).toMatchObject([{ message: expect.stringContaining("исправил или отозвал другой отчёт") }]);
  expect(await balances(2)).toEqual([manager + 3, member]);
  await holds();
});

test("§1.3 §3.10 a check tells which returns lose their sales, and its sums add up with them", async () => {
  const of = (day: number, pieces: number) => sale(day, pieces, { inn: INNS[2] });
  await here.uploads.count([of(1, 5)]);
  const inside = await here.uploads.count([of(2, -2)]);
  const outside = await here.uploads.count([sale(2, -1, { inn: INNS[2], date: on(2, 4) })]);
  const id = await here.uploads.check([sale(9, 1), of(2, -2)]);
  await say(id);
  expect(await here.uploads.readCheck(id)).toMatchObject({ gone: 1, lost_returns: 0, lost_rows: [] });
  await say(id, "recall");
  const told = await here.uploads.readCheck(id);
  expect(told).toMatchObject({ lost_returns: 2, lost_points: -24, failed: 1, counted: 1 });
  expect(told.lost_rows).toEqual([
    { text: expect.stringMatching(/^02\.03\.\d\d, W16-EXR, ИП Петров\. Учтено в отчёте/), count: -2, points: -16 },
    { text: expect.stringMatching(/^02\.04\.\d\d, W16-EXR, ИП Петров\. Учтено в отчёте/), count: -1, points: -8 },
  ]);
  expect(told.period_sums).toEqual([
    { kind: "before", rows: 2, pieces: 3, points: 24 },
    { kind: "gone", rows: 1, pieces: 5, points: 40 },
    { kind: "new", rows: 1, pieces: 1, points: 8 },
    { kind: "changed", rows: 0, pieces: 0, points: 0 },
    { kind: "recalled", rows: -1, pieces: -5, points: -40 },
    { kind: "returns", rows: -1, pieces: 2, points: 16 },
    { kind: "after", rows: 1, pieces: 1, points: 8 },
  ]);
  expect(await countCheck(here.club, here.people, id)).toMatchObject({ failed: 1, gone_recalled: 1, gone_points: 40 });
  expect(await readCounts()).toEqual(["03-09:1"]);
  for (const { id: lost } of [inside, outside]) {
    expect((await readReport(here.club, here.people, lost)).errors).toMatchObject([
      { message: expect.stringContaining("исправил или отозвал другой отчёт") },
    ]);
  }
  await holds();
});

test("§3.10 returns within the period are compared too, in a file of returns alone as well", async () => {
  const of = (day: number, pieces: number) => sale(day, pieces, { inn: INNS[2] });
  await here.uploads.count([of(1, 9), of(2, -1), of(3, -2)]);
  const kept = await here.uploads.count([of(1, 9), of(2, -1)], { ...period(), gone_sales: "recall" });
  expect(kept).toMatchObject({ gone_recalled: 1, gone_points: -16, failed: 0 });
  expect(await readCounts()).toEqual(["03-01:9", "03-02:-1"]);
  // The sale is gone, and so the return has nothing to return.
  const alone = await here.uploads.count([of(2, -1)], { ...period(), gone_sales: "recall" });
  expect(alone).toMatchObject({ total: 1, failed: 1, repeated: 0, gone_recalled: 1 });
  expect(alone.errors[0]?.message).toContain("Возврат без продажи");
  expect(await readCounts()).toEqual([]);
  await holds();
});

test("§1.3 what a recalled sale's people have spent becomes a debt", async () => {
  const shop = here.people.members[1];
  await here.uploads.count([sale(1, 100, { inn: INNS[1] })]);
  await here.club.db.transaction().execute(async (trx) => {
    const amount = await readBalance(trx, shop.id);
    await spendPoints(trx, { userId: shop.id, amount, reason: "correction", reference: "test", action: "Потрачено" });
  });
  await here.uploads.count([sale(2, 1)], { ...period(), gone_sales: "recall" });
  const debts = await here.club.db.selectFrom("debts").select("amount_left").where("user_id", "=", shop.id).execute();
  expect([await readBalance(here.club.db, shop.id), debts]).toEqual([0, [{ amount_left: 500 }]]);
  await holds();
});

test("§1.3 only so many gone sales are shown, and all are recalled", async () => {
  const many = Array.from({ length: GONE_SHOWN + 10 }, (_, index) =>
    sale(1 + (index % 28), 1 + Math.floor(index / 28)),
  );
  await here.uploads.count(many);
  const id = await here.uploads.check([sale(31, 1)]);
  await say(id, "recall");
  const preview = await here.uploads.readCheck(id);
  expect([preview.gone, preview.gone_rows.length]).toEqual([many.length, GONE_SHOWN]);
  expect(await countCheck(here.club, here.people, id)).toMatchObject({ gone_recalled: many.length });
  expect(await readCounts()).toEqual(["03-31:1"]);
  await holds();
});

test("§1.3 a report of several batches recalls once, wherever it is interrupted", async () => {
  await here.uploads.count([sale(1, 77, { inn: INNS[1] })]);
  const days = Array.from({ length: 1100 }, (_, index) => sale(1 + (index % 31), 1 + Math.floor(index / 31)));
  const id = await here.uploads.send(days, { ...period(), gone_sales: "recall" });
  await Promise.all([
    processReport(here.club.club.services, Number(id)),
    processReport(here.club.club.services, Number(id)),
  ]);
  await processReport(here.club.club.services, Number(id));
  expect(await readReport(here.club, here.people, id)).toMatchObject({ status: "done", failed: 0, gone_recalled: 1 });
  expect((await readCounts()).length).toBe(days.length);
  await holds();
});

test("§1.3 sales that get their documents by a file of several batches aren't gone from it", async () => {
  const days = Array.from({ length: 1100 }, (_, index) => sale(1 + (index % 31), 1 + Math.floor(index / 31)));
  await here.uploads.count(days);
  const documented = days.map((one, index) => ({ ...one, document: `УТ-${index}` }));
  const id = await here.uploads.send([...documented, sale(1, 99)], { ...period(), gone_sales: "recall" });
  await Promise.all([
    processReport(here.club.club.services, Number(id)),
    processReport(here.club.club.services, Number(id)),
  ]);
  const outcome = { status: "done", failed: 0, repeated: 1100, gone_recalled: 0, gone_kept: 0 };
  expect(await here.uploads.process(id)).toMatchObject(outcome);
  expect((await readCounts()).length).toBe(1101);
  await holds();
});

test("§1.3 a check promises a correction of a sale and of its return, and counting does both", async () => {
  await here.uploads.count([sale(1, 10), sale(2, -2)]);
  const id = await here.uploads.check([sale(1, 9), sale(2, -3)]);
  await here.club.ask(answerReportCorrections, { id, corrected_rows: "replace" }, { token: here.token });
  // A return that a row replaces isn't lost.
  await here.club.ask(setReportPeriod, { id, ...period() }, { token: here.token });
  expect(await here.uploads.readCheck(id)).toMatchObject({ failed: 0, lost_returns: 0, lost_rows: [] });
  expect(await countCheck(here.club, here.people, id)).toMatchObject({ failed: 0 });
  expect(await readCounts()).toEqual(["03-01:9", "03-02:-3"]);
  await holds();
});

test("§1.3 a slip in a date doesn't cost the real sale its points", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4), sale(3, 5)]);
  const id = await here.uploads.check([sale(1, 2), sale(2, 4, { date: "2027-03-02" }), sale(3, 5, { date: on(3, 2) })]);
  await say(id, "recall");
  expect(await here.uploads.readCheck(id)).toMatchObject({ gone: 0, gone_unsure: 2 });
  expect(await countCheck(here.club, here.people, id)).toMatchObject({ failed: 2, gone_recalled: 0 });
  expect(await readCounts()).toEqual(["03-01:2", "03-02:4", "03-03:5"]);
});
