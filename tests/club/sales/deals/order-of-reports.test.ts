import { sql } from "kysely";
import { expect, test } from "vitest";
import { processBatch } from "../../../../club/sales/deals/count-batch";
import { parseReport } from "../../../../club/sales/deals/parse-report";
import { createReportToCount } from "../../../../club/sales/deals/report-to-count";
import {
  answerReportCorrections,
  countReportPreview,
  nameReportColumns,
  setReportPeriod,
} from "../../../../contract/report-previews";
import { acceptSaleClaim } from "../../../../contract/sale-claims";
import { HEADERS, type Sale } from "../../../files/report-files";
import { makeWorkbook } from "../../../files/workbooks";
import { addCompany, addPerson } from "../../points/people";
import { claim, claimOf } from "./claims";
import { openMarch } from "./march";
import { ARTICLES, INNS } from "./reports";
import { createUploads } from "./uploads";

const here = openMarch();
const { on, period, sale, selectDeals, setStatus, readCounts } = here;

/** Counts the first rows of a report, which is then interrupted. */
async function countOneBatch(id: string): Promise<void> {
  const { services } = here.club.club;
  const fileId = Number(id);
  const curatorId = here.people.curator.id;
  const { content } = await here.club.db
    .selectFrom("report_files")
    .select("content")
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  const parsed = await parseReport(services, { curatorId, content });
  await setStatus(id, "in_progress");
  const report = createReportToCount({ ...parsed, fileId, curatorId, answers: {}, period: null });
  const authority = { kind: "distributor" as const, services, curatorId };
  await services.db.transaction().execute((trx) => processBatch(trx, services, report, authority));
}

test.each([
  { becomes: "known", before: null },
  { becomes: "unknown", before: "curator" },
])(
  "§1.3 no row is lost or counted twice when the manager of a return becomes $becomes meanwhile",
  async ({ before }) => {
    const many = Array.from({ length: 1002 }, (_, index) => sale(1 + (index % 28), 1 + Math.floor(index / 28)));
    const manager = await addPerson(here.club, {
      role: "manager",
      ...(before && { curatorId: here.people.curator.id }),
    });
    const id = await here.uploads.send([sale(5, -1, { manager: manager.phone }), ...many]);
    await countOneBatch(id);
    const curator_id = before ? null : here.people.curator.id;
    await here.club.db.updateTable("users").set({ curator_id }).where("id", "=", manager.id).execute();
    // Nothing was sold by that manager.
    expect(await here.uploads.process(id)).toMatchObject({ status: "done", failed: 1, repeated: 0 });
    const rows = await selectDeals().select("file_row").orderBy("file_row").execute();
    expect(rows.map(({ file_row }) => file_row)).toEqual(many.map((_, index) => index + 3));
  },
);

test("§1.3 what was said without a check says nothing of corrections once a later report has counted", async () => {
  await here.uploads.count([sale(1, 2)]);
  const first = await here.uploads.send([sale(1, 100)], { corrected_rows: "replace" });
  await setStatus(first, "waiting_approval");
  await here.uploads.count([sale(1, 10)], { corrected_rows: "replace" });
  await setStatus(first, "queued");
  const late = await here.uploads.process(first);
  expect(late.errors).toMatchObject([{ message: expect.stringContaining("было 10, стало 100") }]);
  expect(await readCounts()).toEqual(["01:10"]);
});

test("§1.3 a report that has waited adds nothing to the days of which a later one has all sales", async () => {
  const bounds = [sale(1, 300), sale(31, 500), sale(1, 1, { date: on(1, 4) })];
  const first = await here.uploads.send([sale(1, 2), sale(2, 400), sale(3, 1, { date: on(3, 4) }), ...bounds]);
  await setStatus(first, "waiting_approval");
  await here.uploads.count([sale(1, 2)], { ...period(), gone_sales: "recall" });
  await setStatus(first, "queued");
  const late = await here.uploads.process(first);
  expect(late).toMatchObject({ failed: 3, repeated: 1 });
  const message = expect.stringContaining("со всеми продажами");
  expect(late.errors).toMatchObject([3, 5, 6].map((row) => ({ row, message })));
  expect(await readCounts(5)).toEqual(["03-01:2", "04-01:1", "04-03:1"]);
});

test("§1.3 a correction that comes too late takes nothing away: the sale that a later report has stays", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const check = await here.uploads.check([sale(1, 5)]);
  await here.club.ask(
    answerReportCorrections,
    { id: check, corrected_rows: "replace", rows: [] },
    { token: here.token },
  );
  const { id: first } = await here.club.ask(countReportPreview, { id: check }, { token: here.token });
  await setStatus(first, "waiting_approval");
  await here.uploads.count([sale(1, 2), sale(2, 4)], { ...period(), gone_sales: "recall" });
  await setStatus(first, "queued");
  const late = await here.uploads.process(first);
  expect(late.errors).toMatchObject([{ row: 2, message: expect.stringContaining("со всеми продажами") }]);
  expect(await readCounts()).toEqual(["01:2", "02:4"]);
  await here.holds();
});

test("§1.3 a report that can't be counted now keeps no later one of its curator waiting", async () => {
  const [first, second] = [await here.uploads.send([sale(1, 2)]), await here.uploads.send([sale(2, 4)])];
  await sql`
    create function refuse_first() returns trigger language plpgsql as $$ begin
      if new.file_id = ${sql.lit(Number(first))} then raise exception 'busy' using errcode = '55P03'; end if;
      return new;
    end $$;
    create trigger refuse_first before insert on deals for each row execute function refuse_first();
  `.execute(here.club.db);
  expect(await here.uploads.process(second)).toMatchObject({ status: "done", failed: 0 });
  await sql`drop function refuse_first() cascade`.execute(here.club.db);
  expect(await readCounts()).toEqual(["02:4"]);
  expect(await here.uploads.process(first)).toMatchObject({ status: "done", failed: 0 });
  expect(await readCounts()).toEqual(["01:2", "02:4"]);
});

test("§6.4 a manager and a shop that are out of the club sell and buy nothing", async () => {
  const [manager, shop] = [here.people.managers[1], here.people.members[2]];
  const rows = [sale(1, 1, { manager: manager.phone }), sale(2, 2, { inn: INNS[2] }), sale(3, 3)];
  const people = here.club.db.updateTable("users").where("id", "in", [manager.id, shop.id]);
  await people.set({ is_disabled: true }).execute();
  const refused = await here.uploads.count(rows);
  await people.set({ is_disabled: false }).execute();
  expect(refused.errors).toMatchObject([
    { row: 2, message: expect.stringContaining("не найден среди ваших") },
    { row: 3, message: expect.stringContaining("не участвует в клубе") },
  ]);
  expect(await here.uploads.count(rows)).toMatchObject({ failed: 0, repeated: 1 });
});

test("§1.3 a claim that was accepted while a report waited is no later report: what the period lacks is recalled", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const waiting = await here.uploads.send([sale(1, 2)], { ...period(), gone_sales: "recall" });
  await setStatus(waiting, "waiting_approval");
  const id = await claim(here.club, here.people.members[0], claimOf(here.people, { sell_date: on(3), sell_count: 5 }));
  const answer = { article_code: ARTICLES[0].code, sell_count: 5, sell_date: on(3) };
  const manager_id = String(here.people.managers[0].id);
  await here.club.ask(acceptSaleClaim, { id: String(id), ...answer, manager_id }, { token: here.token });
  await setStatus(waiting, "queued");
  expect(await here.uploads.process(waiting)).toMatchObject({ gone_recalled: 1, gone_kept: 0 });
  expect(await readCounts()).toEqual(["01:2", "03:5"]);
});

test.each([
  { where: "a hidden sheet", state: "hidden" as const },
  { where: "a sheet that can't be read", far: true },
])("§1.3 a period recalls nothing that may stand on $where", async ({ state, far }) => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const titles = Object.values(HEADERS);
  const columns = Object.keys(HEADERS) as (keyof Sale)[];
  const rowOf = (one: Sale) => columns.map((column) => one[column] ?? "");
  const rest = [titles, rowOf(sale(2, 4))];
  const wide = '<row r="1"><c r="ZZ1" t="inlineStr"><is><t>далеко</t></is></c></row>';
  const book = makeWorkbook({
    sheets: [
      { name: "Начало", data: [titles, rowOf(sale(1, 2))] },
      { name: "Конец", data: far ? wide : rest, ...(state && { state }) },
    ],
  });
  const ofPeriod = { field: "Период", message: expect.stringContaining("ничего не отзывает") };
  const wanted = await here.uploads.count(book, { ...period(), gone_sales: "recall" });
  expect(wanted).toMatchObject({ gone_recalled: 0, gone_kept: 1 });
  expect(wanted.errors).toContainEqual(expect.objectContaining(ofPeriod));
  expect(await readCounts()).toEqual(["01:2", "02:4"]);
  // Whoever wants them to stay isn't told why they do.
  const kept = await here.uploads.count(book, { ...period(), gone_sales: "keep" });
  expect(kept).toMatchObject({ gone_recalled: 0, gone_kept: 1 });
  expect(kept.errors).not.toContainEqual(expect.objectContaining(ofPeriod));
});

test("§1.3 a period recalls nothing that stands above the titles, and words above them are no sales", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4), sale(3, 5)]);
  const titles = Object.values(HEADERS);
  const columns = Object.keys(HEADERS) as (keyof Sale)[];
  const rowOf = (one: Sale) => columns.map((column) => one[column] ?? "");
  const book = (above: string[][]) =>
    makeWorkbook({ sheets: [{ name: "Март", data: [...above, titles, rowOf(sale(1, 2))] }] });
  const input = { ...period(), gone_sales: "recall" as const };
  expect(await here.uploads.count(book([rowOf(sale(2, 4))]), input)).toMatchObject({ gone_recalled: 0 });
  expect(await readCounts()).toEqual(["01:2", "02:4", "03:5"]);
  expect(await here.uploads.count(book([["Отчёт за март"]]), input)).toMatchObject({ gone_recalled: 2 });
});

test("§1.3 of a curator with two distributors a period recalls nothing", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  await addCompany(here.club, { ownerId: here.people.curator.id, inn: "5003052454", kind: "distributor" });
  const told = [{ row: 0, field: "Период", message: expect.stringContaining("не один дистрибьютор") }];
  for (const [gone_sales, errors] of [
    ["recall", told],
    [undefined, told],
    ["keep", []],
  ] as const) {
    const said = { ...period(), ...(gone_sales && { gone_sales }) };
    expect(await here.uploads.count([sale(1, 2)], said)).toMatchObject({ gone_recalled: 0, gone_kept: 1, errors });
  }
  await here.club.db.deleteFrom("companies").where("inn", "=", "5003052454").execute();
  expect(await here.uploads.count([sale(1, 2)], { ...period(), gone_sales: "recall" })).toMatchObject({
    gone_recalled: 1,
  });
});

test("§1.3 a period recalls nothing that another distributor has counted for a manager who works for this one now", async () => {
  const { club, people } = here;
  const manager = people.managers[1];
  await here.uploads.count([sale(1, 2, { manager: manager.phone })]);
  const next = await addPerson(club, { role: "curator" });
  await addCompany(club, { ownerId: next.id, inn: "5003052454", kind: "distributor" });
  const work = (curator_id: number) =>
    club.db.updateTable("users").set({ curator_id }).where("id", "=", manager.id).execute();
  await work(next.id);
  const uploads = createUploads(club, { ...people, curator: next });
  const rows = [sale(5, 1, { manager: manager.phone })];
  expect(await uploads.count(rows, { ...period(), gone_sales: "recall" })).toMatchObject({
    failed: 0,
    gone_recalled: 0,
  });
  expect(await readCounts()).toEqual(["01:2", "05:1"]);
  await work(people.curator.id);
});

test("§1.3 only the check that the curator has seen is counted, and of two presses at once one is told", async () => {
  await here.uploads.count([sale(1, 2), sale(2, 4)]);
  const id = await here.uploads.check([sale(1, 2), sale(3, 1)]);
  const { checked, columns } = await here.uploads.readCheck(id);
  await here.club.ask(setReportPeriod, { id, ...period(), gone_sales: "recall" }, { token: here.token });
  const old = await here.club.call(countReportPreview, { id, checked }, { token: here.token });
  expect([old.status, old.refusal?.message]).toEqual([422, expect.stringContaining("что-то изменилось")]);
  expect(await readCounts()).toEqual(["01:2", "02:4"]);

  const named = Object.fromEntries(columns.map(({ column, name }) => [column, name]));
  const both = await Promise.all([
    here.club.call(nameReportColumns, { id, ...named } as never, { token: here.token }),
    here.club.call(setReportPeriod, { id, ...period(), gone_sales: "keep" }, { token: here.token }),
  ]);
  const statuses = both.map(({ status }) => status).sort();
  // One after the other, or at once.
  expect([
    [200, 200],
    [200, 422],
  ]).toContainEqual(statuses);
  await here.club.ask(setReportPeriod, { id, ...period(), gone_sales: "keep" }, { token: here.token });
  const seen = await here.uploads.readCheck(id);
  const counted = await here.club.ask(countReportPreview, { id, checked: seen.checked }, { token: here.token });
  expect(await here.uploads.process(counted.id)).toMatchObject({ gone_recalled: 0 });
});
