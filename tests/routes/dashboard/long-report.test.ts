import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportDetails } from "../../../contract/deals";
import { openTestClub, type TestClub } from "../../setup/club";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openRecordingUpstream, type RecordingUpstream } from "../../setup/recording-upstream";

const ROWS = 3_010;
const CURATOR = "79000000001";

let club: TestClub;
let upstream: RecordingUpstream;
let portal: TestPortal;
let cookie: string;
let id: number;
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  upstream = await openRecordingUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin }, { extensions: true });
  cookie = await portal.logIn(CURATOR);
  const { rows } = await sql<{ id: number }>`
    with report as (
      insert into report_files (curator_id, file_name, content_type, content, status, total, processed)
      select id, 'год.csv', 'text/csv', '', 'done', ${ROWS}, ${ROWS} from users where phone = ${CURATOR}
      returning id, curator_id
    ), sales as (
      insert into deals (
        file_id, file_row, curator_id, manager_id, member_id, company_id, sell_date, article_code, article_name, sell_count,
        manager_points, member_points, fingerprint
      )
      select report.id, n * 2, curator_id, manager_id, member_id, company_id, '2025-01-31', 'ROW-' || n, 'Свеча', 1, 1, 2,
        sha256(n::text::bytea)
      from report, (select manager_id, member_id, company_id from deals limit 1) sale, generate_series(1, ${ROWS}::int) n
    )
    select id from report
  `.execute(club.db);
  id = rows[0]?.id ?? 0;
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
  await club.close();
});

/** The article codes of the rows on a page, and the call by which they came. */
async function turnTo(page: number) {
  const before = upstream.replies.length;
  const response = await portal.ask(`/dashboard/report/${id}?page=${page}`, { headers: { Cookie: cookie } });
  const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
  const reply = upstream.replies.slice(before).find(({ request }) => request.path.endsWith("/deals/report/details"));
  return { html, codes: [...new Set(html.match(/ROW-\d+/g))], reply };
}

const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `ROW-${from + index}`);

test("§9.1 a page of a long report asks for all rows as specified and for its own by a header, and gets no others", async () => {
  const { html, codes: shown, reply } = await turnTo(3);
  expect(reply?.request.query).toEqual({ file_id: String(id), page: "1", per_page: "999999" });
  expect(reply?.request.headers.get("range")).toBe("rows=50-74");
  expect(reply?.json).toMatchObject({ result: { total: ROWS, first_row: 50, items: { length: 25 } } });
  expect(shown).toEqual(codes(51, 75));
  expect(html.replace(/\u00a0|&nbsp;/g, " ")).toContain("Засчитано строк: 3 010");
});

test("§9.1 a page number beyond a long report's end shows its last rows", async () => {
  expect((await turnTo(99_999)).codes).toEqual(codes(3_001, ROWS));
});

test("§9.1 an upstream that doesn't know ranges of rows sends all of them, and the page shows its own", async () => {
  upstream.changeReplies((path, json) => {
    if (path !== "deals/report/details") return undefined;
    const { result } = json as { result: { items: object[] } };
    const items = codes(1, 60).map((code) => ({ ...result.items[0], article_code: code }));
    return { success: true, result: { items, total: 60, page: 1, per_page: 999_999 } };
  });
  expect((await turnTo(3)).codes).toEqual(codes(51, 60));
  upstream.changeReplies(() => undefined);
});

test("§9.1 six people who open a long report of such an upstream at once all get their page", async () => {
  upstream.changeReplies((path, json) => {
    if (path !== "deals/report/details") return undefined;
    const { result } = json as { result: { items: object[] } };
    const items = codes(1, 12_000).map((code) => ({ ...result.items[0], article_code: code }));
    return { success: true, result: { items, total: 12_000, page: 1, per_page: 999_999 } };
  });
  const pages = await Promise.all([1, 2, 3, 4, 5, 480].map((page) => turnTo(page)));
  expect(pages.map(({ codes: shown }) => shown)).toEqual(
    [1, 2, 3, 4, 5, 480].map((page) => codes(page * 25 - 24, page * 25)),
  );
  upstream.changeReplies(() => undefined);
});

test("§3.10 of a report with very many errors the page has the first ones, and tells that there are more", async () => {
  const errors = 2_000;
  await sql`
    insert into report_errors (file_id, row, field, message)
    select ${id}::int, 10000 + n, 'Артикул', 'Артикул «' || n || '» не участвует в программе.' from generate_series(1, ${errors}::int) n
  `.execute(club.db);
  await club.db.updateTable("report_files").set({ failed: errors }).where("id", "=", id).execute();
  const before = upstream.replies.length;
  const response = await portal.ask(`/dashboard/report/${id}?errors=20`, { headers: { Cookie: cookie } });
  const words = (await response.text()).replace(/<[^>]*>/g, "").replace(/\u00a0|&nbsp;/g, " ");
  expect(words).toContain("Первые ошибки: 500");
  expect(words).toContain("Артикул «500» не участвует");
  const reply = upstream.replies.slice(before).find(({ request }) => request.path.endsWith("/deals/report/titles"));
  expect(reply?.json).toMatchObject({ result: { items: [{ failed: errors, errors: { length: 500 } }] } });
});

test("§9.1 the club answers a range of rows as partial content, and any other range with all rows", async () => {
  const token = await club.logIn(CURATOR);
  const ask = (range: string) =>
    club.call(reportDetails, { file_id: String(id) }, { token, headers: { Range: range } });
  const some = await ask("rows=3000-3099");
  expect([some.status, some.headers.get("content-range"), some.result?.items.length]).toEqual([
    206,
    `rows 3000-3009/${ROWS}`,
    10,
  ]);
  // Beyond the end it is the last range of that size, full or not.
  for (const [range, rows] of [
    ["rows=9000-9024", `rows 3000-3009/${ROWS}`],
    ["rows=3010-3019", `rows 3000-3009/${ROWS}`],
    ["rows=9000-9000", `rows 3009-3009/${ROWS}`],
  ] as const) {
    expect((await ask(range)).headers.get("content-range")).toBe(rows);
  }
  for (const range of ["bytes=0-10", "rows=9-3", "rows=a-b"]) {
    const all = await ask(range);
    expect([all.status, all.headers.get("content-range"), all.result?.items.length]).toEqual([200, null, ROWS]);
  }
});
