import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../../../club/operators/cli/run";
import { readBalance } from "../../../../club/points/ledger";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { resumeReportsJob } from "../../../../club/sales/deals/jobs";
import { processReport } from "../../../../club/sales/deals/process-report";
import { makeCsv, makeSales, readReportDirectory, type Sale } from "../../../files/report-files";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addDistributor, type Distributor, INNS, listReports, upload } from "./reports";
import { setRate } from "./set-rate";

/** An article of the demo and the points that its manager and member earn together for a piece: 12 and 25. */
const ARTICLE = { code: "BT-060", name: "Аккумулятор 60 А·ч" };

let club: TestClub;
let people: Distributor;
let log: { fields: object; message: string }[];
beforeAll(async () => {
  const remember = (fields: object, message: string) => void log.push({ fields, message });
  club = await openTestClub({
    now: "2026-06-15T09:00:00Z",
    work: false,
    log: { info: () => undefined, warn: remember, error: remember },
  });
  people = await addDistributor(club);
});
afterAll(() => club.close());
beforeEach(() => {
  log = [];
});

/** Each sale has its own day, so that none was counted before. */
let day = 0;
function makeSalesOf(rows: number, count: string): Sale[] {
  return Array.from({ length: rows }, () => {
    day += 1;
    return {
      date: new Date(Date.UTC(2010, 0, day)).toISOString().slice(0, 10),
      manager: people.managers[0].phone,
      shop: "Магазин",
      inn: INNS[0],
      articleCode: ARTICLE.code,
      articleName: ARTICLE.name,
      count,
    };
  });
}

async function store(sales: readonly Sale[]): Promise<number> {
  const { result, refusal } = await upload(club, people.curator.token, makeCsv([...sales]));
  if (!result) throw new Error(refusal?.message);
  return Number(result.id);
}

/** Uploads sales and processes them as the job does. */
async function report(sales: readonly Sale[]) {
  const fileId = await store(sales);
  await processReport(club.club.services, fileId);
  return readReport(fileId);
}

async function readReport(fileId: number) {
  const { items } = await club.ask(listReports, { file_id: String(fileId) }, { token: people.curator.token });
  if (!items[0]) throw new Error(`no report ${fileId}`);
  return items[0];
}

async function run(...argv: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const environment = { ...process.env, ...club.environment, SECOND_OPERATOR_POINTS: "10000000000" };
  return { code: await runCommand(argv, { print, printError: print }, environment), text: lines.join("\n") };
}

const readBalances = () =>
  Promise.all([people.managers[0], people.members[0]].map(({ id }) => readBalance(club.db, id)));

describe("a report that isn't plausible", () => {
  test("§1.3 990 rows of 100 000 pieces wait for an operator, and with a yes they are credited without an overflow", async () => {
    const before = await readBalances();
    const waiting = await report(makeSalesOf(990, "100000"));
    expect(waiting).toMatchObject({ status: "waiting_approval", total: 990, processed: 0, points: 0 });
    expect(waiting.errors).toEqual([
      { row: 0, field: "", message: expect.stringMatching(/больше 1\s000 шт\.: 990, первая — № 2\..*оператор клуба/) },
    ]);
    expect(await readBalances()).toEqual(before);
    expect(log).toMatchObject([{ fields: { fileId: Number(waiting.id) }, message: expect.stringContaining("waits") }]);

    // It goes on waiting, however often reports are resumed.
    club.clock.advance(30 * 60 * 60_000);
    await resumeReportsJob.handle({}, club.club.services);
    expect(await readReport(Number(waiting.id))).toMatchObject({ status: "waiting_approval" });

    const list = await run("list-reports", "--status", "waiting_approval");
    expect(list.text).toContain(waiting.id);
    expect(list.text).toContain("Дистрибьютор");
    expect(await run("approve-report", waiting.id)).toMatchObject({ code: 0 });
    expect(await run("approve-report", waiting.id)).toMatchObject({ code: 2 });
    await resumeReportsJob.handle({}, club.club.services);
    const done = await readReport(Number(waiting.id));
    expect(done).toMatchObject({ status: "done", processed: 990, failed: 0, errors: [] });
    expect(done.points).toBe(990 * 100_000 * 37);
    const after = await readBalances();
    expect(after.map((points, index) => points - (before[index] ?? 0))).toEqual([1_188_000_000, 2_475_000_000]);
    expect(await verifyLedger(club.db)).toEqual([]);
    expect((await run("list-reports", "--status", "waiting_approval")).text).not.toContain(waiting.id);
  });

  test("§1.3 many plausible rows wait too when their points together pass the limit of a report", async () => {
    const waiting = await report(makeSalesOf(271, "1000"));
    expect(waiting).toMatchObject({ status: "waiting_approval", points: 0 });
    expect(waiting.errors[0]?.message).toMatch(
      /^Баллов за отчёт 10\s027\s000, без проверки можно не больше 10\s000\s000\./,
    );
    expect(await report(makeSalesOf(270, "1000"))).toMatchObject({ status: "done", points: 9_990_000 });
  });

  test("§1.3 a report of exactly the limit of points doesn't wait, and one with a point more does", async () => {
    const rate = { name: "Масло", member_points: 0 };
    await club.db
      .insertInto("articles")
      .values([
        { ...rate, code: "LIMIT", manager_points: 10_000 },
        { ...rate, code: "POINT", manager_points: 1 },
      ])
      .execute();
    const sale = (articleCode: string, count: string) =>
      makeSalesOf(1, count).map((made) => ({ ...made, articleCode, articleName: rate.name }));
    const exact = await report(sale("LIMIT", "1000"));
    expect(exact).toMatchObject({ status: "done", points: 10_000_000 });
    const above = await report([...sale("LIMIT", "1000"), ...sale("POINT", "1")]);
    expect(above).toMatchObject({ status: "waiting_approval", points: 0 });
    expect(above.errors[0]?.message).toMatch(/^Баллов за отчёт 10\s000\s001, /);
    // Returned sales make no room for others.
    const [sold] = sale("LIMIT", "1000");
    const returned = await report([...sale("LIMIT", "1"), ...(sold ? [sold, { ...sold, count: "-1" }] : [])]);
    expect(returned).toMatchObject({ status: "waiting_approval", points: 0 });
    expect(returned.errors[0]?.message).toMatch(/^Баллов за отчёт 10\s010\s000, /);
  });

  test("§1.3 a refused report credits nothing, tells its curator why, and its sales may come again", async () => {
    const sales = makeSalesOf(1, "1001");
    const before = await readBalances();
    const { id } = await report(sales);
    expect((await run("refuse-report", id)).code).toBe(2);
    expect(await run("refuse-report", id, "--reason", "В строке 2 лишние нули")).toMatchObject({ code: 0 });
    expect(await readReport(Number(id))).toMatchObject({
      status: "refused",
      errors: [{ row: 0, message: "Оператор клуба отклонил отчёт: В строке 2 лишние нули" }],
    });
    const letters = await club.db
      .selectFrom("outbox")
      .select(["subject", "text"])
      .where("recipient", "=", people.curator.email)
      .orderBy("id", "desc")
      .execute();
    expect(letters[0]).toMatchObject({ subject: "Отчёт отклонён", text: expect.stringContaining("лишние нули") });
    expect(await run("approve-report", id)).toMatchObject({ code: 2 });
    await processReport(club.club.services, Number(id));
    expect(await readBalances()).toEqual(before);
    expect(await report(sales.map((sale) => ({ ...sale, count: "100" })))).toMatchObject({ status: "done", failed: 0 });
  });

  test("§1.3 only a report that waits is approved or refused, and only a counted one is recalled", async () => {
    const { id } = await report(makeSalesOf(1, "2"));
    const row = club.db.updateTable("report_files").where("id", "=", Number(id));
    const before = await readBalances();
    for (const status of ["queued", "in_progress", "done", "failed", "refused"] as const) {
      await row.set({ status }).execute();
      expect([status, (await run("approve-report", id)).code]).toEqual([status, 2]);
      expect([status, (await run("refuse-report", id, "--reason", "Нет")).code]).toEqual([status, 2]);
      expect(await readReport(Number(id))).toMatchObject({ status, errors: [] });
    }
    for (const status of ["queued", "in_progress", "waiting_approval", "refused"] as const) {
      await row.set({ status }).execute();
      expect([status, (await run("recall-report", id, "--reason", "Нет")).code]).toEqual([status, 2]);
    }
    expect(await readBalances()).toEqual(before);
    await row.set({ status: "done" }).execute();
    expect((await run("recall-report", id, "--reason", "Ошибка")).code).toBe(0);
    expect((await run("recall-report", id, "--reason", "Ошибка")).code).toBe(2);
    expect((await readBalances()).map((points, index) => points - (before[index] ?? 0))).toEqual([-24, -50]);
  });

  test("§1.3 a no to the rest of a half-counted report keeps what was counted until the report is recalled, once", async () => {
    const before = await readBalances();
    const { id } = await report(makeSalesOf(1, "2"));
    // As when the rest has stopped at the rates of another day.
    await club.db
      .updateTable("report_files")
      .set({ status: "waiting_approval", total: 2 })
      .where("id", "=", Number(id))
      .execute();
    const refused = await run("refuse-report", id, "--reason", "Лишняя строка");
    expect([refused.code, refused.text]).toEqual([0, expect.stringContaining("74 балла уже начислены")]);
    expect(await readReport(Number(id))).toMatchObject({
      status: "failed",
      errors: [{ row: 0, message: "Оператор клуба отклонил остаток отчёта: Лишняя строка" }],
    });
    await resumeReportsJob.handle({}, club.club.services);
    expect((await run("refuse-report", id, "--reason", "Нет")).code).toBe(2);
    expect((await run("approve-report", id)).code).toBe(2);
    expect((await readBalances()).map((points, index) => points - (before[index] ?? 0))).toEqual([24, 50]);
    expect((await run("recall-report", id, "--reason", "Ошибка")).code).toBe(0);
    expect((await readReport(Number(id))).errors).toMatchObject([
      { row: 0, message: "Оператор клуба отозвал отчёт: Ошибка" },
    ]);
    expect(await readBalances()).toEqual(before);
    expect((await run("recall-report", id, "--reason", "Ошибка")).code).toBe(2);
    expect(await verifyLedger(club.db)).toEqual([]);
  });

  test("§1.3 a yes takes back the message about waiting, and leaves what was told of the file", async () => {
    const [sale] = makeSalesOf(1, "1001");
    const { id, errors } = await report(sale ? [{ ...sale, articleCode: "ВТ-060" }] : []);
    const alike = { row: 0, field: "Артикул", message: expect.stringContaining("Русские буквы") };
    expect(errors).toMatchObject([{ field: "", message: expect.stringContaining("подтвердит") }, alike]);
    await run("approve-report", id);
    expect((await readReport(Number(id))).errors).toMatchObject([alike]);
    await run("refuse-report", id, "--reason", "Нет");
    await processReport(club.club.services, Number(id));
  });

  test("§1.3 a report whose points have grown since the yes waits again with the new reason only, until operators agree to the new number", async () => {
    const setPoints = (points: number) => setRate(club, "GROWS", { manager_points: points, member_points: 0 });
    await club.db
      .insertInto("articles")
      .values({ code: "GROWS", name: "Масло", manager_points: 1, member_points: 0 })
      .execute();
    const sales = makeSalesOf(1, "1001").map((sale) => ({ ...sale, articleCode: "GROWS", articleName: "Масло" }));
    const { id } = await report(sales);
    const readPoints = () =>
      club.db
        .selectFrom("report_files")
        .select(["expected_points as expected", "approved_points as approved", "credited_points as credited"])
        .where("id", "=", Number(id))
        .executeTakeFirstOrThrow();
    expect(await readPoints()).toEqual({ expected: 1_001, approved: null, credited: 0 });
    await run("approve-report", id);
    expect(await readPoints()).toEqual({ expected: 1_001, approved: 1_001, credited: 0 });

    await setPoints(2);
    await processReport(club.club.services, Number(id));
    const again = await readReport(Number(id));
    expect(again).toMatchObject({ status: "waiting_approval", processed: 0, points: 0 });
    expect(again.errors.map(({ message }) => message.replace(/\s/g, " "))).toEqual([
      "Отчёт был подтверждён на 1 001 балл, а теперь выходит больше: баллы за штуку или акции изменились. " +
        "Баллы начислятся, когда оператор клуба подтвердит отчёт.",
    ]);
    expect(await readPoints()).toEqual({ expected: 2_002, approved: null, credited: 0 });

    expect((await run("approve-report", id)).code).toBe(0);
    // Fewer points than were agreed to need nobody's yes.
    await setPoints(1);
    await processReport(club.club.services, Number(id));
    expect(await readReport(Number(id))).toMatchObject({ status: "done", points: 1_001, errors: [] });
    expect(await readPoints()).toEqual({ expected: 2_002, approved: 2_002, credited: 1_001 });
  });

  test("§1.3 a new curator's first report doesn't wait where it has nothing to count", async () => {
    const curator = club.db.updateTable("users").where("id", "=", people.curator.id);
    await curator.set({ first_report_waits: true }).execute();
    expect(await report(makeSalesOf(1, "ноль"))).toMatchObject({ status: "done", failed: 1 });
    expect(await report(makeSalesOf(1, "2"))).toMatchObject({ status: "waiting_approval" });
    await curator.set({ first_report_waits: false }).execute();
  });

  test("§1.3 sales that were counted before don't make a report wait again", async () => {
    const large = makeSalesOf(1, "1001");
    const { id } = await report(large);
    await run("approve-report", id);
    await processReport(club.club.services, Number(id));
    expect(await report([...large, ...makeSalesOf(1, "2")])).toMatchObject({
      status: "done",
      failed: 0,
      repeated: 1,
      points: 74,
    });
  });

  test("§1.3 an ordinary report of 20 000 rows doesn't wait", async () => {
    const directory = await readReportDirectory(club.db, people.curator.id);
    const done = await report(makeSales(directory, 20_000, "2009-12-31"));
    expect(done).toMatchObject({ status: "done", processed: 20_000, failed: 0 });
  });
});

test("§1.3 a report that can't be stored fails at once, with a message for its curator and a line for the operator", async () => {
  await sql`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'out of range' using errcode = '22003'; end $$;
    create trigger refuse before insert on ledger_entries execute function refuse();
  `.execute(club.db);
  const failed = await report(makeSalesOf(3, "2"));
  await sql`drop function refuse() cascade`.execute(club.db);
  expect(failed).toMatchObject({ status: "failed", processed: 0, points: 0 });
  expect(failed.errors).toEqual([{ row: 0, field: "", message: expect.stringContaining("не удалось посчитать") }]);
  expect(log).toEqual([
    {
      fields: { fileId: Number(failed.id), err: { name: expect.any(String), code: "22003" } },
      message: "a report failed for good",
    },
  ]);
});
