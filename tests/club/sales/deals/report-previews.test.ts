import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ADVISORY_LOCKS } from "../../../../club/platform/db/advisory-locks";
import { clearReportPreviewsJob } from "../../../../club/sales/deals/jobs";
import { parseReport } from "../../../../club/sales/deals/parse-report";
import { tryCounting } from "../../../../club/sales/deals/try-counting";
import { importReport } from "../../../../contract/deals";
import {
  countReportPreview,
  discardReportPreview,
  exportPreviewErrors,
  previewReport,
  REPORT_PREVIEW_HOURS,
  readReportPreview,
} from "../../../../contract/report-previews";
import { alias } from "../../../../contract/values";
import { makeCsv, type Sale } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../points/people";
import { addDistributor, type Distributor, makeNewSales, processReport, waitForReport } from "./reports";

const NOW = "2026-06-15T09:00:00Z";
const HOUR_MS = 60 * 60 * 1000;

let club: TestClub;
let people: Distributor;
let token: string;
beforeAll(async () => {
  club = await openTestClub({ now: NOW });
  people = await addDistributor(club);
  token = people.curator.token;
});
beforeEach(() => club.clock.set(NOW));
afterAll(() => club.close());

const sale = makeNewSales(() => people);

const fileOf = (content: Buffer) => new File([new Uint8Array(content)], "июнь.csv");

async function check(sales: Sale[]): Promise<string> {
  const { result, refusal } = await club.call(previewReport, {}, { token, files: { file: fileOf(makeCsv(sales)) } });
  if (!result) throw new Error(refusal?.message);
  return result.id;
}

const read = (id: string) => club.ask(readReportPreview, { id }, { token });
const countReports = async () =>
  (await club.db.selectFrom("report_files").select(club.db.fn.countAll<number>().as("count")).executeTakeFirstOrThrow())
    .count;

test("§1.3 a curator sees what a report would come to, and that counting comes to the same", async () => {
  const [old, twice, fresh] = [sale(), sale(), sale({ count: "5" })];
  await processReport(club, token, makeCsv([old]), "май.csv");
  const sales = [old, twice, twice, fresh, sale({ count: "ноль" }), sale({ count: "-1", articleCode: "K20-TT" })];
  const reports = await countReports();
  const id = await check(sales);
  expect(await countReports()).toBe(reports);
  const preview = await read(id);
  expect(preview).toMatchObject({
    file_name: "июнь.csv",
    report_id: "",
    total: 6,
    counted: 3,
    returned: 0,
    points: 16 + 16 + 40,
    failed: 2,
    errors: [
      { row: 6, field: "Количество" },
      { row: 7, field: "Количество", message: expect.stringContaining("Возврат без продажи") },
    ],
    repeated: 1,
    repeats: [{ first_row: 2, last_row: 2, message: "Учтено в отчёте «май.csv» от 15.06.26." }],
    equal: 1,
    equal_rows: [{ first_row: 4, last_row: 4, message: "Как строка № 3." }],
    hold_reason: "",
  });

  const { body } = await club.call(exportPreviewErrors, { id }, { token });
  expect(body.toString("utf8").split("\r\n")[1]).toMatch(/;ноль;;"Количество — целое число/);

  const counted = await club.ask(countReportPreview, { id }, { token });
  const report = await waitForReport(club, token, counted.id);
  expect(report).toMatchObject({ file_name: "июнь.csv", total: 6, failed: 2, repeated: 1, points: 16 + 16 + 40 });
});

test("§1.3 while a check counts, nobody whom its file names waits for it", async () => {
  const { id: promotion } = await club.db
    .insertInto("promotions")
    .values({ name: "Лето", bonus_points: 2 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [sold, mistaken] = [sale(), sale()];
  await processReport(club, token, makeCsv([sold, mistaken]), "май.csv");
  const content = makeCsv([sale(), sale(), { ...mistaken, count: "5" }, { ...sold, count: "-1" }]);
  const answers = { all: "replace" } as const;
  const curatorId = people.curator.id;
  const parsed = await parseReport(club.club.services, { curatorId, content, columnNames: {}, answers: {} });
  const left = await tryCounting(
    club.club.services,
    { curatorId, parsed, answers, period: null },
    async (trx, { fileId }) => {
      const written = await trx.selectFrom("deals").select("sell_count").where("file_id", "=", fileId).execute();
      expect(written.map(({ sell_count }) => sell_count).sort()).toEqual([-1, 2, 2, 5]);
      // Other transactions lock what they need for an order, for documents, for a promotion, for a recall.
      return club.db.transaction().execute(async (other) => {
        const free = async (query: RawBuilder<unknown>) => (await query.execute(other)).rows.length;
        const all = async (table: "balances" | "users" | "promotions" | "companies") => {
          const { rows } = await sql`select from ${sql.table(table)}`.execute(other);
          return rows.length;
        };
        return {
          balances: [await free(sql`select from balances for update skip locked`), await all("balances")],
          users: [await free(sql`select from users for no key update skip locked`), await all("users")],
          companies: [await free(sql`select from companies for no key update skip locked`), await all("companies")],
          promotions: [await free(sql`select from promotions for update skip locked`), await all("promotions")],
          returns: await free(sql`select where pg_try_advisory_xact_lock(${ADVISORY_LOCKS.returnedSales}::bigint)`),
        };
      });
    },
  );
  await club.db.updateTable("promotions").set({ bonus_points: null }).where("id", "=", promotion).execute();
  for (const [free, all] of [left.balances, left.users, left.companies, left.promotions]) expect(free).toBe(all);
  expect(left.balances[1]).toBeGreaterThan(1);
  expect(left.promotions[1]).toBe(1);
  expect(left.returns).toBe(1);
});

test("§1.3 the file of refused rows says what the check has said, whatever was counted since", async () => {
  const sold = sale({ articleCode: "K20-TT" });
  const id = await check([{ ...sold, count: "-1" }]);
  await processReport(club, token, makeCsv([sold]), "май.csv");
  const { body } = await club.call(exportPreviewErrors, { id }, { token });
  expect(body.toString("utf8")).toContain("Возврат без продажи");
  // A check that an earlier version has made has no reasons: its file is counted again.
  await club.db.updateTable("report_previews").set({ reasons: null }).where("id", "=", Number(id)).execute();
  const again = await club.call(exportPreviewErrors, { id }, { token });
  expect(again.body.toString("utf8")).not.toContain("Возврат без продажи");
});

test("§1.3 a report that is counted twice at once, or again later, is one report", async () => {
  const id = await check([sale()]);
  const reports = await countReports();
  const count = () => club.ask(countReportPreview, { id }, { token });
  const [one, other] = await Promise.all([count(), count()]);
  expect(other).toEqual(one);
  expect(await waitForReport(club, token, one.id)).toMatchObject({ points: 16 });
  expect(await count()).toEqual(one);
  expect(await countReports()).toBe(reports + 1);
  // The page of the check leads to the report, and no second copy of the file is kept.
  expect((await read(id)).report_id).toBe(one.id);
  const kept = await club.db.selectFrom("report_previews").select("content").where("id", "=", Number(id)).execute();
  expect(kept).toEqual([{ content: Buffer.alloc(0) }]);
  expect((await club.call(discardReportPreview, { id }, { token })).status).toBe(200);
  expect((await read(id)).report_id).toBe(one.id);
});

test("§1.3 a report that isn't to count is deleted with its file", async () => {
  const id = await check([sale()]);
  await club.ask(discardReportPreview, { id }, { token });
  for (const call of [readReportPreview, countReportPreview, discardReportPreview]) {
    const { status, refusal } = await club.call(call, { id }, { token });
    expect([status, refusal?.aliases]).toEqual([404, [alias.reportUnknown]]);
  }
  expect(await club.db.selectFrom("report_previews").select("id").where("id", "=", Number(id)).execute()).toEqual([]);
});

test("§6.4 another curator neither sees, counts nor discards a check", async () => {
  const id = await check([sale()]);
  const other = await addPerson(club, { role: "curator" });
  for (const call of [readReportPreview, exportPreviewErrors, countReportPreview, discardReportPreview]) {
    expect((await club.call(call, { id }, { token: other.token })).status).toBe(404);
  }
  expect((await read(id)).report_id).toBe("");
});

test("§1.3 a file is kept for a day, and only the latest few of a curator are", async () => {
  const first = await check([sale()]);
  club.clock.advance((REPORT_PREVIEW_HOURS - 1) * HOUR_MS);
  expect((await read(first)).counted).toBe(1);
  club.clock.advance(2 * HOUR_MS);
  expect((await club.call(countReportPreview, { id: first }, { token })).status).toBe(404);
  const second = await check([sale()]);
  await clearReportPreviewsJob.handle({}, club.club.services);
  const ids = () => club.db.selectFrom("report_previews").select("id").orderBy("id").execute();
  expect(await ids()).toEqual([{ id: Number(second) }]);

  for (let more = 0; more < 5; more += 1) await check([sale()]);
  expect(await ids()).toHaveLength(5);
  expect((await club.call(readReportPreview, { id: second }, { token })).status).toBe(404);
});

test("§1.3 §6.4 the files of a curator give way to newer ones of the same curator only", async () => {
  const other = await addPerson(club, { role: "curator" });
  const id = await check([sale()]);
  const own = await club.db.selectFrom("report_previews").selectAll().where("id", "=", Number(id)).executeTakeFirst();
  if (!own) throw new Error("The check is gone");
  const { id: _, ...copy } = own;
  const theirs = Array.from({ length: 6 }, () => ({ ...copy, curator_id: other.id }));
  await club.db.insertInto("report_previews").values(theirs).execute();
  const next = await check([sale()]);
  expect(await Promise.all([id, next].map(async (one) => (await read(one)).id))).toEqual([id, next]);
  // Nor are older ones of somebody else deleted by an upload.
  const left = await club.db.selectFrom("report_previews").select("id").where("curator_id", "=", other.id).execute();
  expect(left).toHaveLength(6);
});

test("§1.3 the days of a check are those of all its rows, also of refused ones whose day can be read", async () => {
  const [first, counted, last] = [sale({ inn: "123" }), sale(), sale({ articleCode: "НЕТ" })];
  const id = await check([counted, last, first, sale({ date: "вчера" })]);
  expect(await read(id)).toMatchObject({ counted: 1, failed: 3, first_day: first.date, last_day: last.date });
});

test("§8.1 a file that can't be read is refused at its field, and nothing is kept of it", async () => {
  const file = new File(["раз;два\r\n1;2\r\n"], "не отчёт.csv");
  const { status, refusal } = await club.call(previewReport, {}, { token, files: { file } });
  expect(status).toBe(422);
  expect(refusal?.fields.file).toContain("В отчёте не хватает столбцов");
});

test("§1.3 a report that an operator has to approve says so before it is counted", async () => {
  const id = await check([sale({ count: "90000" })]);
  expect((await read(id)).hold_reason).toContain("Строк, где больше");
});

test("§7.1 an upload without a check counts at once, as it is specified", async () => {
  const twice = sale();
  const { result } = await club.call(importReport, {}, { token, files: { file: fileOf(makeCsv([twice, twice])) } });
  expect(await waitForReport(club, token, result?.id ?? "")).toMatchObject({ failed: 0, points: 2 * 16 });
});
