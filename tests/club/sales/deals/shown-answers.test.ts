import { expect, test } from "vitest";
import {
  answerReportCorrections,
  countReportPreview,
  nameReportColumns,
  setReportPeriod,
} from "../../../../contract/report-previews";
import { alias } from "../../../../contract/values";
import { HEADERS, type Sale } from "../../../files/report-files";
import { makeWorkbook } from "../../../files/workbooks";
import { openMarch } from "./march";
import { act, readReport } from "./recall";

const here = openMarch();
const { on, period, sale, setStatus, readCounts, holds } = here;
const replaceAll = (id: string, shown?: string) =>
  here.club.call(
    answerReportCorrections,
    { id, corrected_rows: "replace", ...(shown && { shown }) },
    { token: here.token },
  );

test("§1.3 a sale that another report has counted since isn't replaced by an answer that was given before", async () => {
  await here.uploads.count([sale(1, 2)]);
  const id = await here.uploads.check([sale(1, 7), sale(2, 3)]);
  const { shown } = await here.uploads.readCheck(id);
  await here.uploads.count([sale(2, 9)]);
  // Nobody has been shown the sale of the second.
  expect((await replaceAll(id, shown)).status).toBe(200);
  const asked = await here.uploads.readCheck(id);
  expect(asked).toMatchObject({ corrected: 2, needs_corrections: true, corrected_answer: "replace" });
  expect(asked.corrected_rows.map(({ was, answer }) => [was, answer])).toEqual([
    [2, "replace"],
    [9, ""],
  ]);
  const early = await here.club.call(countReportPreview, { id }, { token: here.token });
  expect(early.refusal?.aliases).toEqual([alias.correctedRows]);

  // The form of the first check once more, from Back or another tab.
  const old = await replaceAll(id, shown);
  expect([old.status, old.refusal?.aliases, Object.keys(old.refusal?.fields ?? {})]).toEqual([
    422,
    [alias.correctedRows],
    ["corrected_rows"],
  ]);
  expect(await here.uploads.readCheck(id)).toMatchObject({ needs_corrections: true });

  expect((await replaceAll(id, asked.shown)).status).toBe(200);
  // A second press of the same form says nothing else.
  expect((await replaceAll(id, asked.shown)).status).toBe(200);
  expect(await here.uploads.readCheck(id)).toMatchObject({ needs_corrections: false, replaced: 2 });
  const { id: report } = await here.club.ask(countReportPreview, { id }, { token: here.token });
  expect(await here.uploads.process(report)).toMatchObject({ failed: 0 });
  expect(await readCounts()).toEqual(["01:7", "02:3"]);
  await holds();
});

test("§1.3 a period says nothing of corrections that weren't shown, and keeps what was said of the others", async () => {
  await here.uploads.count([sale(1, 2)]);
  const id = await here.uploads.check([sale(1, 7), sale(2, 3)]);
  await replaceAll(id);
  await here.uploads.count([sale(2, 9)]);
  await here.club.ask(setReportPeriod, { id, ...period() }, { token: here.token });
  const asked = await here.uploads.readCheck(id);
  expect(asked).toMatchObject({ corrected: 2, needs_corrections: true });
  expect(asked.corrected_rows.map(({ answer }) => answer)).toEqual(["replace", ""]);
});

test("§1.3 what is missing is recalled only if it was shown, and the days of another period ask anew", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4), sale(20, 6)]);
  const id = await here.uploads.check([sale(1, 2)]);
  const days = { period_from: on(1), period_to: on(10) };
  await here.club.ask(setReportPeriod, { id, ...days }, { token: here.token });
  const { shown } = await here.uploads.readCheck(id);
  await here.uploads.count([sale(3, 5)]);
  expect(
    (await here.club.call(setReportPeriod, { id, ...days, gone_sales: "recall", shown }, { token: here.token })).status,
  ).toBe(200);
  const asked = await here.uploads.readCheck(id);
  expect(asked).toMatchObject({ gone: 2, needs_gone: true });
  const old = await here.club.call(
    setReportPeriod,
    { id, ...days, gone_sales: "recall", shown },
    { token: here.token },
  );
  expect(old.refusal?.aliases).toEqual([alias.goneSales]);
  await here.club.ask(
    setReportPeriod,
    { id, ...period(), gone_sales: "recall", shown: asked.shown },
    { token: here.token },
  );
  expect(await here.uploads.readCheck(id)).toMatchObject({ gone: 3, needs_gone: true });
  expect(await readCounts()).toEqual(["01:2", "02:4", "03:5", "20:6"]);
});

test("§1.3 other columns make other rows: what was said of corrections and of missing sales is forgotten", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const id = await here.uploads.check([sale(1, 7)]);
  await replaceAll(id);
  await here.club.ask(setReportPeriod, { id, ...period(), gone_sales: "recall" }, { token: here.token });
  const { columns, ...said } = await here.uploads.readCheck(id);
  expect(said).toMatchObject({ corrected_answer: "replace", gone: 1, gone_answer: "recall", needs_gone: false });
  const named = Object.fromEntries(columns.map(({ column, name }) => [column, name]));
  await here.club.ask(nameReportColumns, { id, ...named } as never, { token: here.token });
  const again = await here.uploads.readCheck(id);
  expect(again).toMatchObject({ corrected_answer: "", needs_corrections: true });
  // The days stay those that were said.
  expect(again).toMatchObject({ ...period(), gone: 1, gone_answer: "", needs_gone: true });
});

test("§1.3 a workbook with another sheet of rows recalls nothing, and says why", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const titles = Object.values(HEADERS);
  const columns = Object.keys(HEADERS) as (keyof Sale)[];
  const rowOf = (one: Sale) => columns.map((column) => one[column] ?? "");
  const book = makeWorkbook({
    sheets: [
      { name: "Начало", data: [titles, rowOf(sale(1, 2))] },
      { name: "Конец", data: [titles, rowOf(sale(2, 4))] },
    ],
  });
  const id = await here.uploads.check(book);
  await here.club.ask(setReportPeriod, { id, ...period(), gone_sales: "recall" }, { token: here.token });
  const told = await here.uploads.readCheck(id);
  expect(told).toMatchObject({ gone: 0, gone_unsure: 1, needs_gone: false });
  expect(told.errors.map(({ message }) => message)).toContainEqual(expect.stringContaining("скрытых листах"));
  const report = await here.uploads.count(book, { ...period(), gone_sales: "recall" });
  expect(report).toMatchObject({ gone_recalled: 0, gone_kept: 1 });
  expect(report.errors.map(({ message }) => message)).toContainEqual(expect.stringContaining("скрытых листах"));
  expect(await readCounts()).toEqual(["01:2", "02:4"]);
});

test("§1.3 reports of a curator are counted in the order in which they were uploaded", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const first = await here.uploads.send([sale(1, 2)], { ...period(), gone_sales: "recall" });
  const second = await here.uploads.send([sale(2, 4), sale(3, 1)]);
  // The job of the second one comes first, and both at once.
  await Promise.all([here.uploads.process(second), here.uploads.process(first)]);
  expect(await readReport(here.club, here.people, first)).toMatchObject({
    status: "done",
    gone_recalled: 1,
    gone_kept: 0,
  });
  expect(await readReport(here.club, here.people, second)).toMatchObject({ status: "done", repeated: 0 });
  expect(await readCounts()).toEqual(["01:2", "02:4", "03:1"]);
  await holds();
});

test("§1.3 a report that has waited recalls nothing once a later one is counted, and says why", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const first = await here.uploads.send([sale(1, 2)], { ...period(), gone_sales: "recall" });
  await setStatus(first, "waiting_approval");
  // It confirms the sale that the first one lacks.
  const second = await here.uploads.count([sale(2, 4), sale(3, 1)]);
  expect(second).toMatchObject({ repeated: 1 });
  await setStatus(first, "queued");
  const late = await here.uploads.process(first);
  expect(late).toMatchObject({ status: "done", gone_recalled: 0, gone_kept: 1 });
  expect(late.errors.map(({ message }) => message)).toContainEqual(expect.stringContaining("загруженный позже"));
  expect(await readCounts()).toEqual(["01:2", "02:4", "03:1"]);
});

test("§1.3 a later report that was recalled says nothing of the period", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const first = await here.uploads.send([sale(1, 2)], { ...period(), gone_sales: "recall" });
  await setStatus(first, "waiting_approval");
  const second = await here.uploads.count([sale(3, 1)]);
  await act(here.club, "recall-report", { report: second.id, reason: "Ошибка." });
  await setStatus(first, "queued");
  expect(await here.uploads.process(first)).toMatchObject({ gone_recalled: 1, gone_kept: 0 });
  expect(await readCounts()).toEqual(["01:2"]);
});

test("§3.10 a sale is corrected below what was returned, when the file lacks that return too", async () => {
  await here.uploads.count([sale(1, 5), sale(2, -3)]);
  const input = { ...period(), corrected_rows: "replace", gone_sales: "recall" } as const;
  expect(await here.uploads.count([sale(1, 2)], input)).toMatchObject({ failed: 0, gone_recalled: 1, gone_kept: 0 });
  expect(await readCounts()).toEqual(["01:2"]);
  await holds();
  // A return that stays leaves too little.
  await here.uploads.count([sale(2, -2)]);
  const refused = await here.uploads.count([sale(1, 1)], { corrected_rows: "replace" });
  expect(refused.errors).toMatchObject([{ message: expect.stringContaining("уже вернули 2 шт.") }]);
});

test("§3.10 so it is in a report of several batches", async () => {
  await here.uploads.count([sale(1, 5), sale(2, -3)]);
  const many = Array.from({ length: 1100 }, (_, index) => sale(3 + (index % 28), 1 + Math.floor(index / 28)));
  const input = { ...period(), corrected_rows: "replace", gone_sales: "recall" } as const;
  const report = await here.uploads.count([sale(1, 2), ...many], input);
  expect(report).toMatchObject({ failed: 0, gone_recalled: 1, gone_points: -24, gone_kept: 0 });
  expect((await readCounts()).filter((one) => /^0[12]:/.test(one))).toEqual(["01:2"]);
  await holds();
});
