import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewClaim, viewClaimCard } from "../../app/features/claims/view-claims.server";
import { answerCorrections } from "../../app/features/reports/answer-corrections.server";
import { answerPeriod } from "../../app/features/reports/answer-period.server";
import { describeColumns } from "../../app/features/reports/columns-form";
import { canCount, describePreview, listPreviewFacts } from "../../app/features/reports/describe-preview.server";
import { findReport } from "../../app/features/reports/find-report.server";
import { viewPeriod } from "../../app/features/reports/view-period.server";
import { viewPreview } from "../../app/features/reports/view-preview.server";
import { pageErrors, pageRows, viewReport } from "../../app/features/reports/view-reports.server";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { reportColumns } from "../../contract/columns";
import { listReports, reportDetails } from "../../contract/deals";
import { CORRECTIONS_SHOWN, readReportPreview } from "../../contract/report-previews";
import { readReceivedSaleClaim } from "../../contract/sale-claims";

// What pages say of a report: each figure under its own name, at the limits of what is told.

const preview = (fields: object) => readReportPreview.reply.parse(fields);
const title = (fields: object) => listReports.reply.parse({ items: [{ id: "1", ...fields }], total: 1 }).items[0];
const say = (fields: object) => describePreview(preview(fields)).lines.join("\n").replaceAll("\u00a0", " ");
const facts = (fields: object) =>
  Object.fromEntries(listPreviewFacts(preview(fields)).map(({ term, value }) => [term, value]));
const recalled = (rows: number, points: number) => ({
  period_sums: [
    { kind: "gone", rows: 9, points: 99 },
    { kind: "recalled", rows, points },
  ],
});

beforeEach(() => {
  vi.stubEnv("SESSION_SECRETS", "tests-tests-tests-tests-tests-tests-tests");
  vi.stubEnv("UPSTREAM_EXTENSIONS", "false");
  setUpstreamUrl("http://127.0.0.1:9");
});
afterEach(() => vi.unstubAllEnvs());

test("§1.3 a check tells the points that are credited apart from those that replaced sales take back", () => {
  const lines = say({ counted: 4, points: 120, replaced: 2, replaced_points: 35 });
  expect(lines).toBe("Участникам начислим: 120 баллов.\nСнимем за заменённые продажи: 35 баллов.");
});

test("§1.3 a check begins with whether something counts, what is recalled without a new row, and warns of mistakes", () => {
  const notice = (fields: object) => {
    const { kind, title } = describePreview(preview(fields));
    return `${kind}: ${title.replaceAll("\u00a0", " ")}`;
  };
  expect(notice({ counted: 0, failed: 0, repeated: 3 })).toBe("info: Новых продаж в отчёте нет");
  expect(notice({ counted: 0, failed: 2, repeated: 3 })).toBe("error: Засчитать нечего");
  expect(notice({ counted: 0, failed: 0, repeated: 3, ...recalled(-1, -5) })).toBe("info: Новых строк в файле нет");
  expect(notice({ counted: 2, failed: 0 })).toBe("info: Будет засчитано строк: 2");
  expect(notice({ counted: 2, failed: 1 })).toBe("warning: Будет засчитано строк: 2");
});

test("§1.3 each corrected row of a check keeps its own answer beside that for all", () => {
  const rows = [
    { row: 2, text: "Свеча", was: 1, became: 2, answer: "add" },
    { row: 3, text: "Свеча", was: 1, became: 3, answer: "" },
  ];
  const { corrections } = viewPreview(preview({ corrected: 2, corrected_rows: rows, corrected_answer: "replace" }), 1);
  expect([corrections.answer, corrections.rows.map(({ answer }) => answer)]).toEqual(["replace", ["add", ""]]);
});

test("§1.3 what a file lacks is recalled for the points of it, and for returns points are given back", () => {
  expect(say({ counted: 1, ...recalled(-3, -40) })).toContain("3, за них снимем 40 баллов");
  expect(say({ counted: 1, ...recalled(-3, 40) })).toContain("3, за них вернём 40 баллов");
});

test("§1.3 of returns that find no sale any more three are told, and how many there are beside them", () => {
  const lost_rows = [1, 2, 3, 4, 5].map((piece) => ({ text: `Свеча ${piece}.`, count: -piece, points: -5 }));
  const lines = say({ counted: 1, lost_returns: 7, lost_points: -35, lost_rows });
  expect(lines).toContain("не останется продаж: 7. Они станут ошибками своих отчётов, участникам вернём 35 баллов.");
  expect(lines).toContain("Свеча 3. Возвращено: 3. И ещё 4.");
  expect(say({ counted: 1, lost_returns: 3, lost_points: -15, lost_rows: lost_rows.slice(0, 3) })).not.toContain("ещё");
});

test("§1.3 a check can be counted when a row counts or is recalled, and nothing is left to be said", () => {
  expect(canCount(preview({ counted: 1 }))).toBe(true);
  expect(canCount(preview({ counted: 0, ...recalled(-1, -5) }))).toBe(true);
  expect(canCount(preview({ counted: 0 }))).toBe(false);
  expect(canCount(preview({ counted: 1, needs_corrections: true }))).toBe(false);
  expect(canCount(preview({ counted: 1, needs_gone: true }))).toBe(false);
});

test("§1.3 each figure of a check stands under its own name, and only one that isn't zero where it may be missing", () => {
  const figures = { total: 30, lines: 33, counted: 11, points: 500, failed: 7 };
  expect(facts(figures)).toEqual({
    "Строк в файле": "33",
    "Будет засчитано": "11",
    "Баллы участникам": "500",
    "С ошибками": "7",
  });
  const further = { returned: 1, replaced: 2, equal: 3, repeated: 4, left_out: 1, ...recalled(-6, -60) };
  expect(facts({ ...figures, ...further })).toMatchObject({
    "Возвраты среди них": "1",
    "Заменят засчитанное": "2",
    "Одинаковые строки среди них": "3",
    "Уже учтено раньше": "4",
    "Не продажи": "1",
    "Отзовём: в файле их нет": "6",
  });
});

test("§1.3 a period says that only the first sales are shown where there are more, and asks for the days of the file", () => {
  const gone_rows = [{ text: "Свеча", count: 1, points: 5 }];
  const view = (fields: object) => viewPeriod(preview({ gone_rows, ...fields }));
  expect(view({ gone: 1 }).texts.note).toBe("");
  expect(view({ gone: 2 }).texts.note).toContain("Показаны первые 1");
  const days = { first_day: "2026-03-02", last_day: "2026-03-30" };
  expect(view(days)).toMatchObject({ from: "2026-03-02", to: "2026-03-30" });
  expect(view({ ...days, period_from: "2026-03-01", period_to: "2026-03-31", gone: 0 })).toMatchObject({
    from: "2026-03-01",
    to: "2026-03-31",
    texts: { note: "Все засчитанные продажи этих дней в файле есть." },
  });
});

test("§1.3 a file has all counted sales of its period only where none is gone or may be", () => {
  const said = { period_from: "2026-03-01", period_to: "2026-03-31" };
  const note = (fields: object) => viewPeriod(preview({ ...said, ...fields })).texts.note.replaceAll("\u00a0", " ");
  const all = "Все засчитанные продажи этих дней в файле есть.";
  expect(note({ gone: 0, gone_unsure: 0 })).toBe(all);
  expect(note({ gone: 0, gone_unsure: 2 })).toMatch(/^Клуб не отзывает: 2\. /);
  const row = { text: "Свеча", count: 1, points: 5 };
  expect(note({ gone: 1, gone_rows: [row] })).toBe("");
  expect(note({ gone: 1, gone_unsure: 2, gone_rows: [row] })).toMatch(/^Клуб не отзывает: 2\. /);
  // Of a file for which no period is said, nothing is.
  expect(viewPeriod(preview({ gone: 0 })).texts.note).toBe("");
});

test("§1.3 errors are cut when more rows have failed than those whose errors came, however many errors a row has", () => {
  const errors = [1, 1, 2].map((row, index) => ({ row, field: `f${index}`, message: "Ошибка" }));
  expect(viewPreview(preview({ failed: 2, errors }), 1).errors.areCut).toBe(false);
  expect(viewPreview(preview({ failed: 3, errors }), 1).errors.areCut).toBe(true);
  expect(pageErrors(title({ failed: 2, errors }), 1).areCut).toBe(false);
  expect(pageErrors(title({ failed: 3, errors }), 1).areCut).toBe(true);
});

test("§1.3 of sales that a report lacked it is told how many were recalled, for how many points, and how many were kept", () => {
  const view = (fields: object) => viewReport(title(fields) as Parameters<typeof viewReport>[0]).goneFacts;
  expect(view({ gone_recalled: 4, gone_points: 60, gone_kept: 2 }).map(({ value }) => value)).toEqual(["4", "60", "2"]);
  expect(view({ gone_recalled: 0, gone_points: 0, gone_kept: 0 })).toEqual([]);
});

test("§3.10 a report counts all rows that the upstream has counted, also those that it didn't send", () => {
  const rows = (total: number) => {
    const items = [1, 2, 3].map((row) => ({ id: String(row), sell_date: "2026-03-02" }));
    return pageRows(reportDetails.reply.parse({ items, total }), 1);
  };
  expect(rows(3)).toMatchObject({ counted: 3, total: 3, note: "" });
  expect(rows(5)).toMatchObject({ counted: 5, total: 3, note: expect.stringContaining("Показано строк: 3") });
});

test("§1.3 of the columns of a file those are told that are called otherwise than in the template", () => {
  const { title: article } = reportColumns.article_code;
  const columns = { article_code: article, sell_count: "Штук", inn: "" };
  expect(describeColumns(columns)).toBe(`${reportColumns.sell_count.title} — «Штук»`);
  expect(describeColumns({ article_code: article })).toBe("");
});

test("§3.10 a report whose file has no name is called by its number", () => {
  const nameOf = (fields: object) => viewReport(title(fields) as Parameters<typeof viewReport>[0]).fileName;
  expect([nameOf({ id: "38", file_name: "май.csv" }), nameOf({ id: "38" })]).toEqual(["май.csv", "Отчёт 38"]);
});

/** Asks a list of reports with these ids, ten on a page, and notes the pages. */
function askReports(ids: readonly string[], hasTotal = true) {
  const pages: (number | undefined)[] = [];
  const ask: Parameters<typeof findReport>[0] = async ({ page = 1, per_page = 10 }) => {
    pages.push(page);
    const items = ids.slice((page - 1) * per_page, page * per_page).map((id) => ({ id, file_name: `${id}.csv` }));
    return { ok: true, result: listReports.reply.parse({ items, ...(hasTotal && { total: ids.length }) }) };
  };
  return { ask, pages };
}

const named = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`);
const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(1000 - index));

test("§1.3 §7.1 a report is looked for page by page until it is found, the list ends, or its ids have passed it", async () => {
  const look = async (ids: readonly string[], id: string, hasTotal = true) => {
    const { ask, pages } = askReports(ids, hasTotal);
    const found = await findReport(ask, id);
    return [found.ok && found.result.title?.file_name, found.ok && found.result.searched, pages.length];
  };
  expect(await look(named(25), "r24")).toEqual(["r24.csv", 0, 3]);
  expect(await look(named(20), "none")).toEqual([undefined, 0, 2]);
  expect(await look(named(20), "none", false)).toEqual([undefined, 0, 3]);
  expect(await look(numbered(40), "995")).toEqual(["995.csv", 0, 1]);
  expect(await look(numbered(40), "5000")).toEqual([undefined, 0, 1]);
  expect(await look(named(510), "r505")).toEqual([undefined, 500, 50]);
  // Ids that don't descend, or aren't all numbers, tell nothing of the next page.
  const ascending = numbered(40).toReversed();
  expect(await look(ascending, "1000")).toEqual(["1000.csv", 0, 4]);
  expect(await look(["1001", "1000", ...ascending.slice(2)], "1000.5")).toEqual([undefined, 0, 4]);
  expect(await look([...numbered(9), "r1", "2000"], "2000")).toEqual(["2000.csv", 0, 2]);
});

/** What a form makes the portal send, and how often. */
function recordCalls() {
  const sent: object[] = [];
  const call = async (_: unknown, input: object) => {
    sent.push(input);
    return { ok: true, result: {} };
  };
  return { sent, visit: { call } as unknown as Parameters<typeof answerPeriod>[0] };
}

test("§1.3 an answer about the sales of some days isn't sent with other days", async () => {
  const { sent, visit } = recordCalls();
  const form = (answered: string) => {
    const data = new FormData();
    const fields = { period_from: "2026-03-01", period_to: "2026-03-31", gone_sales: "recall", shown: "k" };
    for (const [name, value] of Object.entries({ ...fields, answered_period: answered })) data.set(name, value);
    return data;
  };
  expect(await answerPeriod(visit, "7", form("2026-03-01 2026-03-31"))).toBeNull();
  expect(await answerPeriod(visit, "7", form("2026-03-01 2026-03-30"))).toBeNull();
  expect(sent.map((input) => "gone_sales" in input)).toEqual([true, false]);
});

test("§1.3 of corrected rows as many answers are sent as are shown, and only those that are answers", async () => {
  const { sent, visit } = recordCalls();
  const data = new FormData();
  data.set("corrected_rows", "replace");
  data.set("row_0", "add");
  data.set("row_7", "what");
  for (let row = 10; row < 11 + CORRECTIONS_SHOWN; row += 1) data.set(`row_${row}`, "add");
  expect(await answerCorrections(visit, "7", data)).toBeNull();
  const [{ rows } = { rows: [] }] = sent as { rows: { row: number; answer: string }[] }[];
  expect([rows.length, rows[0]]).toEqual([CORRECTIONS_SHOWN, { row: 10, answer: "add" }]);
});

test("architecture: of a claim the day of the sale isn't that of the claim, and only what browsers show is a picture", () => {
  const types = ["image/jpeg", "image/heic", "application/pdf", "image/webp"];
  const card = readReceivedSaleClaim.reply.parse({
    ...{ id: "3", date: "2026-04-09T09:00:00Z", status: "pending", sell_date: "2026-03-02", sell_count: 4 },
    photos: types.map((type, index) => ({ number: 2 * index + 2, type })),
  });
  expect(viewClaim(card)).toMatchObject({ date: "09.04.26", sellDate: "02.03.26", count: 4 });
  const { photos } = viewClaimCard(card);
  expect(photos.map(({ isPicture }) => isPicture)).toEqual([true, false, false, true]);
  expect(photos.map(({ number }) => number)).toEqual([2, 4, 6, 8]);
});
