import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "kysely";
import type { Club } from "../../club/club";
import { importReport, listReports } from "../../contract/deals";
import { makeCsv, makeXlsx } from "../../tests/files/report-files";
import { openDistributor } from "./distributor";
import { callClub, openBenchClub } from "./open-bench-club";

/** Rows of a report before the measured one. */
const WARM_UP = 2_000;
const MEGABYTE = 1024 * 1024;
const SIZES = (process.env.BENCH_REPORT_ROWS ?? "20000,100000").split(",").map(Number);

/** Seconds in which reports of so many rows are to be processed. */
const TO_REACH = new Map([
  [20_000, 1.5],
  [100_000, 8],
]);

export const name = "reports: from the upload to the last row";

/** Uploads reports of new sales and waits until they are processed, while the event loop is watched. */
export async function run() {
  const rows = [];
  for (const size of SIZES) {
    for (const format of ["CSV", "XLSX"] as const) rows.push(await measure(size, format));
    rows.push(await measure(size, "CSV", true));
  }
  return rows;
}

/** @param hasPromotion whether a promotion adds points to each sale for both of its sides, so that each has four entries, not two */
async function measure(size: number, format: "CSV" | "XLSX", hasPromotion = false) {
  const { club, close } = await openBenchClub(true, {
    REPORT_ROW_PIECES_LIMIT: "100000",
    REPORT_POINTS_LIMIT: "1000000000",
    REPORT_POINTS_PER_DAY: "1000000000",
    POINTS_PER_DAY: "1000000000",
  });
  const { curator, makeSales } = await openDistributor(club);
  if (hasPromotion) await startPromotion(club);
  const sales = makeSales(size, (index) => `2026-02-0${(index % 9) + 1}`);
  const makeFile = async (rows: typeof sales) =>
    new File(
      [new Uint8Array(format === "CSV" ? makeCsv(rows) : await makeXlsx(rows))],
      `report.${format.toLowerCase()}`,
    );
  const file = await makeFile(sales);
  // The first report of a process compiles its code; from the sources also that of the thread.
  await upload(
    club,
    curator.token,
    await makeFile(sales.slice(0, WARM_UP).map((sale) => ({ ...sale, count: "1000" }))),
  );
  global.gc?.();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const processor = process.cpuUsage();
  const start = performance.now();
  const { uploaded } = await upload(club, curator.token, file);
  const end = performance.now();
  const { user, system } = process.cpuUsage(processor);
  clearInterval(sampling);
  delays.disable();
  await close();
  return {
    rows: size.toLocaleString("en"),
    format: hasPromotion ? `${format}, promotion` : format,
    "upload, s": ((uploaded - start) / 1000).toFixed(1),
    "all, s": ((end - start) / 1000).toFixed(1),
    "to reach, s": String(TO_REACH.get(size) ?? ""),
    "CPU of the club, s": ((user + system) / 1e6).toFixed(1),
    "longest wait, ms": (delays.max / 1e6).toFixed(0),
    "memory above idle, MB": ((peak - idle) / MEGABYTE).toFixed(0),
  };
}

/** Starts a promotion of all articles which everybody has joined. */
async function startPromotion({ services: { db } }: Club): Promise<void> {
  const { id } = await db
    .insertInto("promotions")
    .values({ name: "Весна", bonus_points: 2 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    insert into promotion_articles (promotion_id, article_code, article_name) select ${id}, code, name from articles
  `.execute(db);
  await sql`
    insert into promotion_participants (promotion_id, user_id, joined_at) select ${id}, id, '2026-01-01' from users
  `.execute(db);
}

/** Uploads a report and waits until it is processed. */
async function upload(club: Club, token: string, file: File) {
  const { id } = await callClub(club, importReport, {}, token, { files: { file } });
  const uploaded = performance.now();
  for (;;) {
    const { items } = await callClub(club, listReports, { file_id: id, page: 1, per_page: 1 }, token);
    const status = items[0]?.status;
    if (status === "done") return { uploaded };
    if (status !== "queued" && status !== "in_progress") throw new Error(JSON.stringify(items[0]));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
