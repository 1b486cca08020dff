import { afterAll, beforeAll, expect, test } from "vitest";
import { exportReportErrors } from "../../../../contract/extensions";
import {
  countReportPreview,
  exportPreviewErrors,
  nameReportColumns,
  previewReport,
  readReportPreview,
} from "../../../../contract/report-previews";
import { alias } from "../../../../contract/values";
import { makeCsv, makeXlsx } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../points/people";
import { addDistributor, type Distributor, makeNewSales, upload, waitForReport } from "./reports";

let club: TestClub;
let people: Distributor;
let token: string;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z" });
  people = await addDistributor(club);
  token = people.curator.token;
});
afterAll(() => club.close());

const sale = makeNewSales(() => people);

/** The headers of a distributor that the club doesn't know. */
const headers = {
  date: "Отгрузили когда",
  manager: "Кто вёл",
  inn: "Налоговый №",
  articleCode: "Позиция",
  count: "Отгрузили сколько",
};
const named = {
  sell_date: headers.date,
  manager: headers.manager,
  inn: headers.inn,
  article_code: headers.articleCode,
  sell_count: headers.count,
};

async function check(content: Buffer, as = token) {
  const file = new File([new Uint8Array(content)], "отчёт.xlsx");
  const { result, refusal } = await club.call(previewReport, {}, { token: as, files: { file } });
  if (!result) throw new Error(refusal?.message);
  return result.id;
}

const read = (id: string) => club.ask(readReportPreview, { id }, { token });

test("§3.10 columns that a curator has named once are found in the next report, which says so", async () => {
  const refused = await upload(club, token, await makeXlsx([sale()], { headers }));
  expect([refused.status, refused.refusal?.aliases]).toEqual([422, [alias.columnsMissing]]);

  const id = await check(await makeXlsx([sale(), sale({ count: "ноль" })], { headers }));
  const asked = await read(id);
  expect(asked).toMatchObject({ needs_columns: true, are_columns_remembered: false });
  expect(asked.headers).toContainEqual({ name: "Отгрузили сколько", example: "2" });
  expect((await club.call(countReportPreview, { id }, { token })).refusal?.aliases).toEqual([alias.columnsMissing]);

  await club.ask(nameReportColumns, { id, ...named }, { token });
  expect(await read(id)).toMatchObject({ needs_columns: false, are_columns_remembered: false, counted: 1, failed: 1 });
  const wrong = await club.call(exportPreviewErrors, { id }, { token });
  expect(wrong.body.toString("utf8")).toContain(";ноль;");
  // Nothing is remembered before the report counts.
  expect((await upload(club, token, makeCsv([sale()], { headers }))).status).toBe(422);
  const counted = await club.ask(countReportPreview, { id }, { token });
  expect(await waitForReport(club, token, counted.id)).toMatchObject({ total: 2, failed: 1, points: 16 });
  const errors = await club.call(exportReportErrors, { file_id: counted.id }, { token });
  expect(errors.body.toString("utf8")).toContain(";ноль;");

  const next = await check(makeCsv([sale()], { headers }));
  expect(await read(next)).toMatchObject({ are_columns_remembered: true, counted: 1 });
  const { result } = await upload(club, token, makeCsv([sale()], { headers }));
  expect(result?.column_names).toContainEqual({ column: "sell_count", name: "Отгрузили сколько" });
  expect(await waitForReport(club, token, result?.id ?? "")).toMatchObject({ failed: 0, points: 16 });
});

test("§3.10 a named column goes before the usual one, until the curator names another", async () => {
  const both = { ...headers, count: "Количество", shop: "Отгрузили сколько" };
  const sales = [sale({ count: "3", shop: "2" })];
  const first = await check(makeCsv(sales, { headers: both }));
  expect(await read(first)).toMatchObject({ are_columns_remembered: true, points: 2 * 8 });
  await club.ask(nameReportColumns, { id: first, ...named, sell_count: "Количество" }, { token });
  expect(await read(first)).toMatchObject({ are_columns_remembered: false, points: 3 * 8 });
  await club.ask(countReportPreview, { id: first }, { token });
  const second = await check(makeCsv([sale({ count: "5", shop: "2" })], { headers: both }));
  expect(await read(second)).toMatchObject({ are_columns_remembered: true, points: 5 * 8 });
});

test("§3.10 a report with the usual headers says nothing of remembered columns", async () => {
  const { result } = await upload(club, token, makeCsv([sale()]));
  expect(result?.column_names).toEqual([]);
  expect(await waitForReport(club, token, result?.id ?? "")).toMatchObject({ points: 16 });
});

test("§3.10 what one distributor calls its columns is unknown in another's report", async () => {
  const other = await addPerson(club, { role: "curator" });
  await addCompany(club, { ownerId: other.id, inn: "7707083893", kind: "distributor", name: "Другой" }).catch(
    () => null,
  );
  const refused = await upload(club, other.token, makeCsv([sale()], { headers }));
  expect(refused.refusal?.aliases).toEqual([alias.columnsMissing]);
});

test("§8.1 a header that the file doesn't have, or that stands for two columns, is refused at its column", async () => {
  const strange = { ...headers, count: "Сколько ушло" };
  const id = await check(makeCsv([sale()], { headers: { ...strange, articleCode: "Что", inn: "Чей" } }));
  const all = { ...named, sell_count: "Сколько ушло", article_code: "Что", inn: "Чей" };
  const unknown = await club.call(nameReportColumns, { id, ...all, inn: "Такого нет" }, { token });
  expect(unknown.refusal?.fields).toEqual({ inn: "В файле нет такого столбца." });
  const twice = await club.call(nameReportColumns, { id, ...all, inn: "Что" }, { token });
  expect(twice.refusal?.fields).toEqual({ article_code: "Этот столбец уже выбран для другого." });
  const stranger = await addPerson(club, { role: "curator" });
  expect((await club.call(nameReportColumns, { id, ...all }, { token: stranger.token })).status).toBe(404);
  expect((await read(id)).needs_columns).toBe(true);
});

test.each([
  ["of one name", "Количество", ["Количество (столбец E)", "Количество (столбец F)"]],
  ["of two usual names", "Кол-во", ["Кол-во", "Количество"]],
])("§3.10 which of two columns %s has the pieces is asked, and remembered", async (_, first, names) => {
  const write = (pieces: string, last = "Количество") => {
    const { date, manager, inn, articleCode, count } = sale({ count: pieces });
    const titles = ["Дата", "Менеджер", "ИНН", "Артикул", first, last];
    return Buffer.from(`${titles.join(";")}\n${[date, manager, inn, articleCode, count, 12].join(";")}\n`);
  };
  await club.db.updateTable("companies").set({ report_column_names: "{}" }).where("kind", "=", "distributor").execute();
  const refused = await upload(club, token, write("3"));
  expect(refused.refusal?.aliases).toEqual([alias.columnsMissing]);
  const told = names.map((name) => `«${name}»`).join(", ");
  expect(refused.refusal?.message).toBe(`В отчёте несколько столбцов «Количество»: ${told}. Оставьте один из них.`);

  const id = await check(write("3"));
  const asked = await read(id);
  expect(asked.needs_columns).toBe(true);
  expect(asked.headers.slice(4)).toEqual([
    { name: names[0], example: "3" },
    { name: names[1], example: "12" },
  ]);
  expect(asked.columns.map(({ column }) => column)).not.toContain("sell_count");
  const usual = Object.fromEntries(asked.columns.map(({ column, name }) => [column, name]));
  const chosen = { id, ...usual, sell_count: names[1] ?? "" } as never;
  await club.ask(nameReportColumns, chosen, { token });
  expect(await read(id)).toMatchObject({ needs_columns: false, total: 1 });
  expect((await read(id)).columns).toContainEqual({ column: "sell_count", name: names[1] });
  await club.ask(countReportPreview, { id }, { token });

  const next = await read(await check(write("4")));
  expect(next).toMatchObject({ needs_columns: false, are_columns_remembered: true });
  expect(next.columns).toContainEqual({ column: "sell_count", name: names[1] });
  const alone = await read(await check(write("5", "Сумма")));
  expect(alone.columns).toContainEqual({ column: "sell_count", name: first });
});

test("§3.10 of two columns with codes or days the usual name goes first, as wrong ones are refused", async () => {
  await club.db.updateTable("companies").set({ report_column_names: "{}" }).where("kind", "=", "distributor").execute();
  const { date, manager, inn, articleCode } = sale();
  const titles = ["Дата", "Дата продажи", "Менеджер", "ИНН", "Код", "Артикул", "Количество"];
  const row = ["01.01.2001", date, manager, inn, "00-000123", articleCode, 5];
  const report = await read(await check(Buffer.from(`${titles.join(";")}\n${row.join(";")}\n`)));
  expect(report).toMatchObject({ needs_columns: false, failed: 0, first_day: date });
});
