import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBalance } from "../../club/points/ledger";
import { verifyLedger } from "../../club/points/verify-ledger";
import {
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
} from "../files/report-files";
import { makeWorkbook } from "../files/workbooks";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestPortal, type TestPortal } from "../setup/portal";

let club: TestClub;
let portal: TestPortal;
let cookie: string;
let sales: Sale[];
beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true });
  portal = await openTestPortal(club);
  cookie = await portal.logIn("79000000001");
  const { id } = await club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", "79000000001")
    .executeTakeFirstOrThrow();
  sales = makeSales(await readReportDirectory(club.db, id), 40, "2024-06-01");
});
afterAll(async () => {
  await portal.close();
  await club.close();
});

function send(content: Buffer, name: string) {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(content)], name));
  return portal.ask("/dashboard/report", { method: "POST", headers: { Cookie: cookie }, body });
}

/** How many sales and ledger entries there are. */
async function countEverything() {
  const [deals, files, entries] = await Promise.all(
    (["deals", "report_files", "ledger_entries"] as const).map((table) =>
      club.db
        .selectFrom(table)
        .select((all) => all.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow(),
    ),
  );
  return { deals: Number(deals?.n), files: Number(files?.n), entries: Number(entries?.n) };
}

async function waitForReport(name: string) {
  for (;;) {
    const report = await club.db
      .selectFrom("report_files")
      .select(["status", "processed", "total"])
      .where("file_name", "=", name)
      .orderBy("id", "desc")
      .executeTakeFirst();
    if (report && (report.status === "done" || report.status === "failed")) return report;
    await delay(100);
  }
}

test.each([
  ["an empty file", "пусто.xlsx", () => Buffer.alloc(0), "Пустой файл загрузить нельзя."],
  ["a picture with another name", "отчёт.xlsx", () => pictureAsXlsx, "XLSX"],
  ["an old workbook", "отчёт.xls", () => oldXls, "XLSX"],
  ["an archive of something else", "архив.xlsx", () => otherZip, "XLSX"],
  ["a zip bomb", "бомба.xlsx", () => makeZipBomb("honest"), ""],
  ["a zip bomb that lies", "бомба.xlsx", () => makeZipBomb("lying"), ""],
  [
    "a missing column",
    "столбцы.csv",
    () => makeCsv(sales, { headers: { date: "Дата", inn: "ИНН" } }),
    "не хватает столбцов",
  ],
  ["a header without rows", "шапка.csv", () => makeCsv([]), "нет ни одной строки"],
])("§1.3 §8.1 %s is refused on the field of the file, and nothing of it is stored", async (_, name, make, words) => {
  const before = await countEverything();
  const answer = await send(make(), name);
  const html = await answer.text();
  expect([400, 413, 422]).toContain(answer.status);
  const said = /<p class="field-error" id="report-file-error">([^<]+)</.exec(html)?.[1] ?? "";
  expect(said).toMatch(/[а-яё]{4}/i);
  expect(said).toContain(words);
  expect(said).not.toContain("Ошибка выполнения запроса");
  expect(await countEverything()).toEqual(before);
});

test.each([
  ["a cell at the far end", "край.xlsx", () => makeFarCell("XFD1048576"), "слишком много строк или столбцов"],
  ["millions of broken cells", "ячейки.xlsx", () => makeBrokenCells(), "не удаётся прочитать"],
  ["megabytes of delimiters", "пусто.csv", () => Buffer.from(`${";".repeat(15_000_000)}x`), "слишком много"],
])("§8.1 §1.3 %s is refused in words, and guests are answered meanwhile", async (_, name, make, words) => {
  const before = await countEverything();
  let isOver = false;
  const upload = send(make(), name).finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    expect((await portal.ask("/login/")).status).toBe(200);
    answered += 1;
  }
  const answer = await upload;
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(words);
  expect(answered).toBeGreaterThan(1);
  expect(await countEverything()).toEqual(before);
});

function makeBrokenCells(): Buffer {
  return makeWorkbook({ sheets: [{ name: "Лист1", data: `<row>${"<c ".repeat(3_000_000)}` }] });
}

test("§1.3 what people really send is counted once, however it is written and however often it comes", async () => {
  const part = (from: number, to: number) => sales.slice(from, to);
  const files: [string, Buffer, counted: number][] = [
    ["cp1251.csv", makeCsv(part(0, 10), { encoding: "windows-1251" }), 10],
    ["shuffled.xlsx", await makeXlsx(part(10, 20), { headers: SHUFFLED_HEADERS, emptyRowsAbove: 2 }), 10],
    ["zeroes.xlsx", await makeXlsx(part(20, 30), { numericInn: true }), 10],
    ["again.csv", makeCsv(part(0, 10), { encoding: "windows-1251" }), 0],
    ["overlap.csv", makeCsv(part(25, 40)), 10],
  ];
  const curator = await club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", "79000000002")
    .executeTakeFirstOrThrow();
  for (const [name, content, counted] of files) {
    const before = await countEverything();
    const points = await readBalance(club.db, curator.id);
    const answer = await send(content, name);
    expect([name, answer.status, answer.headers.get("Location")]).toEqual([
      name,
      303,
      expect.stringMatching(/^\/dashboard\/report\/\d+$/),
    ]);
    expect([name, (await waitForReport(name)).status]).toEqual([name, "done"]);
    const after = await countEverything();
    expect([name, after.deals - before.deals]).toEqual([name, counted]);
    if (counted === 0) expect(await readBalance(club.db, curator.id)).toBe(points);
  }
  expect(await verifyLedger(club.db)).toEqual([]);
});
