import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { resumeReportsJob } from "../../../../club/sales/deals/jobs";
import { processReport as countInline } from "../../../../club/sales/deals/process-report";
import { listCells, listTitles, type ReportColumn, reportColumns } from "../../../../contract/columns";
import { exportReportRows } from "../../../../contract/regional";
import {
  HEADERS,
  makeCsv,
  makeFarCell,
  makeSales,
  makeXlsx,
  makeZipBomb,
  oldXls,
  otherZip,
  pictureAsXlsx,
  readReportDirectory,
  type Sale,
  SHUFFLED_HEADERS,
  spoilSales,
} from "../../../files/report-files";
import { makeWorkbook } from "../../../files/workbooks";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../points/people";
import {
  ARTICLES,
  addDistributor,
  type Distributor,
  downloadReport,
  INNS,
  listReports,
  makeNewSales,
  processReport,
  reportDetails,
  upload,
} from "./reports";

const HOUR_MS = 60 * 60 * 1000;

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

test("§3.10 §7.1 the export of a report's rows has what the report says in each column", async () => {
  const samples = Object.entries(reportColumns).map(([column, { sample }]) => [column, sample]);
  const cells: Record<ReportColumn, string> = {
    ...Object.fromEntries(samples),
    sell_date: "14.06.2026",
    manager: people.managers[0].phone,
    inn: INNS[0],
    article_code: ARTICLES[0].code,
    article_name: ARTICLES[0].name,
    sell_count: "2",
  };
  const lines = [listTitles(reportColumns), listCells(reportColumns, cells)].map((line) => line.join(";"));
  expect(await processReport(club, token, Buffer.from(lines.join("\r\n")), "все столбцы.csv")).toMatchObject({
    failed: 0,
  });
  const { token: system } = await addPerson(club, { role: "manager", isSystem: true });
  const input = { user_id: people.curator.id, month: "2026-06" };
  const { body } = await club.call(exportReportRows, input, { token: system });
  const [, row = ""] = body.toString("utf8").trim().split("\r\n");
  const expected = { ...cells, manager: expect.stringMatching(/./), shop: expect.stringMatching(/./) };
  expect(row.split(";").slice(0, -1)).toEqual(listCells(reportColumns, expected));
});

const balances = () =>
  Promise.all([...people.managers, ...people.members].map((person) => readBalance(club.db, person.id)));

describe("import of reports", () => {
  test("§1.3 a row credits the manager and the member by the article's rate times the count", async () => {
    const [manager, , member] = [people.managers[0], people.managers[1], people.members[1]];
    const before = await balances();
    const content = await makeXlsx([sale({ inn: INNS[1], articleCode: "k20-tt ", count: "3" })]);
    const report = await processReport(club, token, content, "C:\\отчёты\\июнь.xlsx");
    expect(report).toMatchObject({ file_name: "июнь.xlsx", status: "done", total: 1, processed: 1, failed: 0 });
    expect(report.points).toBe(3 * 4 + 3 * 7);
    expect(report.errors).toEqual([]);
    const after = await balances();
    expect(after.map((points, index) => points - (before[index] ?? 0))).toEqual([12, 0, 0, 21, 0]);
    const entries = await club.db
      .selectFrom("ledger_entries")
      .select(["user_id", "action", "reason"])
      .where("user_id", "in", [manager.id, member.id])
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(entries.map((entry) => entry.action.split(" ")[0]).sort()).toEqual(["Покупка", "Продажа"]);
    const details = await club.ask(reportDetails, { file_id: report.id }, { token });
    expect(details.items).toMatchObject([
      {
        inn: INNS[1],
        member_company_actual_name: "Автосервис «Ёлка»",
        article_code: "K20-TT",
        sell_count: 3,
        points: 33,
      },
    ]);
    const download = await club.call(downloadReport, { id: report.id }, { token });
    expect(download.body.equals(content)).toBe(true);
    expect(download.headers.get("content-disposition")).toContain(encodeURIComponent("июнь.xlsx"));
  });

  test("§1.3 the same sales are read from every kind of file, and count once", async () => {
    const directory = await readReportDirectory(club.db, people.curator.id);
    const sales = makeSales(directory, 200, "2024-12-31");
    const first = await processReport(club, token, await makeXlsx(sales));
    expect(first).toMatchObject({ total: 200, processed: 200, failed: 0 });
    const before = await balances();
    const variants: [string, Buffer][] = [
      ["the same file", await makeXlsx(sales)],
      ["dates as text, INN as number", await makeXlsx(sales, { dates: "dd.mm.yyyy", numericInn: true })],
      ["other headers", await makeXlsx([...sales].reverse(), { headers: SHUFFLED_HEADERS, emptyRowsAbove: 4 })],
      ["csv with BOM", makeCsv(sales)],
      ["csv Windows-1251", makeCsv(sales, { encoding: "windows-1251", dates: "dd.mm.yy", numericInn: true })],
      ["csv with commas", makeCsv(sales, { encoding: "utf-8", delimiter: ",", headers: SHUFFLED_HEADERS })],
      ["csv with tabs", makeCsv(sales, { delimiter: "\t", dates: "iso", emptyRowsAbove: 2 })],
    ];
    for (const [name, content] of variants) {
      const again = await processReport(club, token, content, "ещё раз.xlsx");
      expect({ name, ...again }).toMatchObject({
        status: "done",
        total: 200,
        processed: 200,
        failed: 0,
        repeated: 200,
        points: 0,
      });
      expect(again.errors).toEqual([]);
    }
    expect(await balances()).toEqual(before);
    expect(await verifyLedger(club.db)).toEqual([]);
  });

  test("§1.3 an overlapping file credits only new sales, and equal rows of one file are different sales", async () => {
    const twice = sale();
    const other = sale();
    expect(await processReport(club, token, makeCsv([twice, twice]))).toMatchObject({ failed: 0, points: 2 * 2 * 8 });
    const overlap = await processReport(club, token, makeCsv([other, twice, twice, twice]));
    expect(overlap).toMatchObject({ total: 4, failed: 0, repeated: 2, points: 2 * 2 * 8, errors: [], repeats: [] });
    const { items } = await club.ask(listReports, { file_id: overlap.id }, { token });
    expect(items[0]?.repeats).toEqual([
      { first_row: 3, last_row: 4, message: "Учтено в отчёте «отчёт.xlsx» от 15.06.26." },
    ]);
  });

  test("§1.3 the same sale by phone and by e-mail of the manager is one sale", async () => {
    const byPhone = sale();
    await processReport(club, token, makeCsv([byPhone]));
    const byEmail = { ...byPhone, manager: people.managers[0].email.toUpperCase() };
    expect(await processReport(club, token, makeCsv([byEmail]))).toMatchObject({ failed: 0, repeated: 1, points: 0 });
  });

  test("§3.10 a corrected report uploaded whole has its remaining mistakes as errors, not what was counted before", async () => {
    const sold = Array.from({ length: 6 }, () => sale());
    const wrong = { ...sale(), inn: "7707083894" };
    const rows = [...sold.slice(0, 3), wrong, { ...sale(), count: "ноль" }, ...sold.slice(3)];
    expect(await processReport(club, token, makeCsv(rows))).toMatchObject({ failed: 2, repeated: 0 });
    const corrected = rows.map((row) => (row === wrong ? { ...wrong, inn: INNS[0] } : row));
    const again = await processReport(club, token, makeCsv(corrected));
    expect(again).toMatchObject({ total: 8, processed: 8, failed: 1, repeated: 6, points: 2 * 8 });
    expect(again.errors.map(({ row, field }) => [row, field])).toEqual([[6, "Количество"]]);
    const { items } = await club.ask(listReports, { file_id: again.id }, { token });
    expect(items[0]?.repeats.map(({ first_row, last_row }) => [first_row, last_row])).toEqual([
      [2, 4],
      [7, 9],
    ]);
  });

  test("§3.10 a mistake is reported with its row and column, and the other rows are credited", async () => {
    const mistakes = spoilSales(sale({ inn: INNS[2] }));
    const report = await processReport(
      club,
      token,
      await makeXlsx([sale(), ...Object.values(mistakes)], { emptyRowsAbove: 1 }),
    );
    expect(report).toMatchObject({ status: "done", total: 9, processed: 9, failed: 8, points: 16 });
    expect(report.errors.map(({ row, field, message }) => `${row} ${field}: ${message}`)).toEqual([
      "4 ИНН: Торговая точка с ИНН 7707083893 не участвует в клубе.",
      "5 ИНН: ИНН состоит из 10\u00a0цифр у компании и из 12 у предпринимателя.",
      "6 Сейлз: Менеджер «79990000000» не найден среди ваших.",
      "7 Артикул: Артикул «НЕТ-ТАКОГО» не участвует в программе.",
      "8 Дата продажи: Дата «31.02.2026» не читается: нужен вид ДД.ММ.ГГГГ.",
      "9 Дата продажи: Дата продажи ещё не наступила.",
      "10 Количество: Количество — целое число больше нуля, а у возврата — меньше.",
      "11 Количество: Количество — целое число больше нуля, а у возврата — меньше.",
    ]);
  });

  test("§6.4 a row with another curator's manager is refused", async () => {
    const stranger = await addPerson(club, { role: "curator" });
    const theirs = await addPerson(club, { role: "manager", curatorId: stranger.id });
    const report = await processReport(club, token, makeCsv([sale({ manager: theirs.phone })]));
    expect(report).toMatchObject({ failed: 1, points: 0 });
  });

  test("§4.9 a shop that isn't activated gets its points later", async () => {
    const late = await addPerson(club, { role: "member", isActivated: false });
    await addCompany(club, { ownerId: late.id, inn: "7710140679" });
    const report = await processReport(club, token, makeCsv([sale({ inn: "7710140679" })]));
    expect(report).toMatchObject({ failed: 0, points: 16 });
    expect(await readBalance(club.db, late.id)).toBe(0);
    const waiting = await club.db.selectFrom("pending_credits").selectAll().where("user_id", "=", late.id).execute();
    expect(waiting).toMatchObject([{ amount: 10, reason: "deal" }]);
  });

  test("§6.4 a stranger's report is unknown, and only curators import", async () => {
    const { id } = await processReport(club, token, makeCsv([sale()]));
    const stranger = await addPerson(club, { role: "curator" });
    for (const wanted of [id, "0", "abc", "999999999999"]) {
      const details = await club.call(reportDetails, { file_id: wanted }, { token: stranger.token });
      expect(details).toMatchObject({ status: 404, refusal: { aliases: ["cts.deal_service.status_by_id_not_found"] } });
      const download = await club.call(downloadReport, { id: wanted }, { token: stranger.token });
      expect(download.status).toBe(404);
    }
    expect((await club.ask(listReports, {}, { token: stranger.token })).total).toBe(0);
    const { status } = await upload(club, people.managers[0].token, makeCsv([sale()]));
    expect(status).toBe(403);
  });

  test("§9.1 reports come ten to a page, the newest first", async () => {
    const list = await club.ask(listReports, {}, { token });
    expect(list.items).toHaveLength(10);
    expect(list.total).toBeGreaterThan(10);
    expect(list.per_page).toBe(10);
    const ids = list.items.map((report) => Number(report.id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });
});

describe("files as they really come", () => {
  const header = Object.values(HEADERS);
  const cells = ({ date, manager, shop, inn, articleCode, articleName, count }: Sale) =>
    [date, manager, shop, inn, articleCode, articleName, count] as const;

  test("§3.10 a workbook is counted by its visible sheet, and a sheet that wasn't read is told with the report", async () => {
    const content = makeWorkbook({
      sheets: [
        { name: "Старое", state: "hidden", data: [header, cells(sale())] },
        { name: "Июнь", data: [header, cells(sale()), cells(sale())] },
        { name: "Май", data: [header, cells(sale())] },
      ],
    });
    const report = await processReport(club, token, content);
    expect(report).toMatchObject({ status: "done", total: 2, processed: 2, failed: 0, points: 32 });
    expect(report.errors).toEqual([
      { row: 0, field: "Лист «Май»", message: expect.stringContaining("берётся один лист, «Июнь»") },
    ]);
  });

  test("§3.10 dates without a style in a workbook that counts from 1904 are the days that people see", async () => {
    const { date, ...rest } = sale();
    const day = (Date.parse(date) - Date.UTC(1904, 0, 1)) / (24 * 60 * 60 * 1000);
    const [, ...others] = cells({ date, ...rest });
    const content = makeWorkbook({ date1904: true, sheets: [{ name: "Июнь", data: [header, [day, ...others]] }] });
    const { id } = await processReport(club, token, content);
    const details = await club.ask(reportDetails, { file_id: id }, { token });
    expect(details.items.map(({ sell_date }) => sell_date)).toEqual([date]);
  });

  test("§3.10 lines that end now in LF, now in CRLF are all counted", async () => {
    const lines = [header, cells(sale()), cells(sale()), cells(sale())].map((row) => row.join(";"));
    const content = Buffer.from(`${lines[0]}\n${lines[1]}\r\n${lines[2]}\n${lines[3]}\r\n`);
    expect(await processReport(club, token, content)).toMatchObject({ total: 3, failed: 0, points: 48 });
  });
});

test("§8.1 a curator's uploads are limited by the hour, the refused ones included", async () => {
  const curator = await addPerson(club, { role: "curator" });
  for (let count = 0; count < 60; count++) {
    expect((await upload(club, curator.token, otherZip)).status).toBe(422);
  }
  const { status, refusal } = await upload(club, curator.token, otherZip);
  expect(status).toBe(429);
  expect(refusal?.message).toMatch(/^Загрузок за час слишком много\. Попробуйте ещё раз через /);
  expect((await upload(club, token, otherZip)).status).toBe(422);
});

describe("files that aren't reports", () => {
  const { inn: _inn, sell: _sell, ...withoutInn } = { ...HEADERS, sell: "" };
  const { date: _date, count: _count, ...withoutDateAndCount } = HEADERS;
  const cases: [string, () => Buffer | Promise<Buffer>, string][] = [
    ["an empty file", () => Buffer.alloc(0), "Выберите файл"],
    ["a picture renamed to .xlsx", () => pictureAsXlsx, "Это картинка"],
    ["an archive of something else", () => otherZip, "Это не таблица"],
    ["a broken .xls", () => oldXls, "не удаётся прочитать"],
    ["a missing column", () => makeXlsx([sale()], { headers: withoutInn }), "не хватает столбца «ИНН»."],
    [
      "missing columns",
      () => makeCsv([sale()], { headers: withoutDateAndCount }),
      "столбцов «Дата продажи», «Количество».",
    ],
    ["a text of something else", () => Buffer.from("просто текст\nв две строки"), "не хватает столбцов"],
    ["a header without rows", () => makeXlsx([]), "нет ни одной строки"],
    ["a cut-off workbook", async () => (await makeXlsx([sale()])).subarray(0, 3000), "повреждён"],
    ["a cell at the far end", () => makeFarCell("XFD1"), "слишком много строк или столбцов"],
    ["a row at the far end", () => makeFarCell("A1048576"), "слишком много строк или столбцов"],
  ];
  test.each(cases)("§3.10 %s is refused at once, on the field, and nothing is stored", async (_name, make, words) => {
    const before = await club.db.selectFrom("report_files").select("id").execute();
    const { status, refusal } = await upload(club, token, await make());
    expect(status).toBe(422);
    expect(refusal?.fields.file).toContain(words);
    expect(await club.db.selectFrom("report_files").select("id").execute()).toEqual(before);
  });

  test.each(["honest", "lying"] as const)(
    "§3.10 an archive that inflates to hundreds of megabytes is refused before it does (%s sizes)",
    async (declares) => {
      const bomb = makeZipBomb(declares);
      const start = process.memoryUsage().rss;
      const { status, refusal } = await upload(club, token, bomb);
      expect(status).toBe(422);
      expect(refusal?.fields.file).toContain("слишком большой объём");
      expect(process.memoryUsage().rss - start).toBeLessThan(150 * 1024 * 1024);
    },
  );
});

describe("processing that is interrupted", () => {
  let idle: TestClub;
  let theirs: Distributor;
  beforeAll(async () => {
    idle = await openTestClub({ now: "2026-06-15T09:00:00Z", work: false });
    theirs = await addDistributor(idle);
  });
  afterAll(() => idle.close());

  async function store(sales: Sale[]): Promise<number> {
    const { result } = await upload(idle, theirs.curator.token, makeCsv(sales));
    return Number(result?.id);
  }

  test("§1.3 any process resumes a report where it stopped, and no sale is lost or counted twice", async () => {
    const directory = await readReportDirectory(idle.db, theirs.curator.id);
    const sales = makeSales(directory, 2_600, "2026-05-31");
    const broken = Object.values(spoilSales(sales[0] ?? sale()));
    const fileId = await store([...sales, ...broken]);
    const { services } = idle.club;
    // The mistakes are in the last rows: the last batch fails after its deals and points were written.
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger die before insert on report_errors execute function die();
    `.execute(idle.db);
    await expect(countInline(services, fileId)).rejects.toThrow("killed");
    await sql`drop function die() cascade`.execute(idle.db);
    const half = await idle.db
      .selectFrom("report_files")
      .select(["status", "processed", "total"])
      .where("id", "=", fileId)
      .executeTakeFirstOrThrow();
    expect(half.status).toBe("in_progress");
    expect(half.processed).toBeGreaterThan(0);
    expect(half.processed).toBeLessThan(half.total);

    await Promise.all([1, 2, 3].map(() => countInline(services, fileId)));
    const report = (await idle.ask(listReports, {}, { token: theirs.curator.token })).items[0];
    const articles = await idle.db.selectFrom("articles").selectAll().execute();
    const rates = new Map(articles.map((article) => [article.code, article.manager_points + article.member_points]));
    const expected = sales.reduce((sum, row) => sum + (rates.get(row.articleCode) ?? 0) * Number(row.count), 0);
    expect(report).toMatchObject({ status: "done", total: 2_608, processed: 2_608, failed: 8, points: expected });
    const people = [...theirs.managers, ...theirs.members];
    const points = await Promise.all(people.map((person) => readBalance(idle.db, person.id)));
    expect(points.reduce((sum, value) => sum + value, 0)).toBe(expected);
    expect(await verifyLedger(idle.db)).toEqual([]);
  });

  test("§1.3 an unfinished report is resumed, and after a day marked as failed with a message", async () => {
    const fileId = await store([sale({ manager: theirs.managers[0].phone })]);
    const hopeless = await store([sale({ count: "0" })]);
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger die before insert on report_errors for each row when (new.row > 0) execute function die();
    `.execute(idle.db);
    const quiet = { ...idle.club.services.log, error: () => undefined };
    const services = { ...idle.club.services, log: quiet };
    const read = async (id: number) => {
      const { items } = await idle.ask(listReports, {}, { token: theirs.curator.token });
      return items.find((item) => item.id === String(id));
    };
    await resumeReportsJob.handle({}, services);
    expect((await read(fileId))?.status).toBe("queued");
    idle.clock.advance(2 * 60_000);
    await resumeReportsJob.handle({}, services);
    expect(await read(fileId)).toMatchObject({ status: "done", points: 16 });
    expect((await read(hopeless))?.status).toBe("in_progress");
    idle.clock.advance(25 * 60 * 60_000);
    await resumeReportsJob.handle({}, services);
    expect(await read(hopeless)).toMatchObject({ status: "failed", errors: [{ row: 0 }] });
    await sql`drop function die() cascade`.execute(idle.db);
  });

  test("§1.3 a report that has waited for an operator has its day from the yes on, not from its upload", async () => {
    const fileId = await store([sale({ count: "0" })]);
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger die before insert on report_errors for each row when (new.row > 0) execute function die();
    `.execute(idle.db);
    const services = { ...idle.club.services, log: { ...idle.club.services.log, error: () => undefined } };
    const files = idle.db.updateTable("report_files").where("id", "=", fileId);
    const read = async () => {
      await resumeReportsJob.handle({}, services);
      const { items } = await idle.ask(listReports, {}, { token: theirs.curator.token });
      return items.find((item) => item.id === String(fileId))?.status;
    };
    await files.set({ status: "waiting_approval" }).execute();
    idle.clock.advance(25 * HOUR_MS);
    expect(await read()).toBe("waiting_approval");
    idle.clock.stop(idle.clock.now());
    await files.set({ status: "queued", approved_at: idle.clock.now() }).execute();
    expect(await read()).toBe("in_progress");
    idle.clock.advance(24 * HOUR_MS);
    expect(await read()).toBe("in_progress");
    idle.clock.advance(1);
    expect(await read()).toBe("failed");
    idle.clock.set(idle.clock.now());
    await sql`drop function die() cascade`.execute(idle.db);
  });

  test("§1.3 a report that is being processed for long isn't processed a second time beside it", async () => {
    const fileId = await store([sale({ manager: theirs.managers[0].phone, count: "7" })]);
    const mark = (state: string) =>
      sql`
        update pgboss.job set state = ${state}::pgboss.job_state, started_on = now()
        where name = 'report-count' and (data ->> 'fileId')::int = ${fileId}
      `.execute(idle.db);
    const read = () => idle.db.selectFrom("report_files").select("status").where("id", "=", fileId).executeTakeFirst();
    await mark("active");
    idle.clock.advance(2 * 60_000);
    await resumeReportsJob.handle({}, idle.club.services);
    expect(await read()).toEqual({ status: "queued" });
    await mark("failed");
    await resumeReportsJob.handle({}, idle.club.services);
    expect(await read()).toEqual({ status: "done" });
  });

  test("§1.3 two reports with the same rows, processed at once, credit them once", async () => {
    const directory = await readReportDirectory(idle.db, theirs.curator.id);
    const sales = makeSales(directory, 1_500, "2024-12-31");
    const files = [await store(sales), await store([...sales].reverse()), await store(sales.slice(500))];
    await Promise.all(files.map((fileId) => countInline(idle.club.services, fileId)));
    const reports = await idle.db.selectFrom("report_files").selectAll().where("id", "in", files).execute();
    const counted = reports.reduce((sum, report) => sum + report.processed - report.failed - report.repeated, 0);
    expect(counted).toBe(1_500);
    expect(await verifyLedger(idle.db)).toEqual([]);
  });
});
