import { afterAll, beforeAll, expect, test } from "vitest";
import { processReport } from "../../../club/sales/deals/process-report";
import { makeCsv, makeSales, type ReportDirectory, readReportDirectory, type Sale } from "../../files/report-files";
import { openTestClub, type TestClub } from "../../setup/club";
import { findPerson, phones } from "../../setup/demo";
import { type BothPortals, openBothPortals, type TestPortal } from "../../setup/portal";
import { openBrowser } from "../../setup/portal-browser";

let club: TestClub;
let portals: BothPortals;
let portal: TestPortal;
/** A portal before an upstream that has the calls of the specification only. */
let specified: TestPortal;
let directory: ReportDirectory;
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  portals = await openBothPortals(club);
  ({ portal, specified } = portals);
  directory = await readReportDirectory(club.db, Number(await findPerson(club, phones.curator)));
});
afterAll(async () => {
  await portals?.close();
  await club?.close();
});

const csv = (name: string, sales: Sale[]) => new File([new Uint8Array(makeCsv(sales))], name, { type: "text/csv" });
/** The page, with what a form has come to. */
const textOf = ({ document }: { document: Document }) =>
  Array.from(document.querySelectorAll(".outcome, main"), ({ textContent }) => textContent).join("\n");

async function openUpload() {
  const browser = openBrowser(portal, await portal.logIn(phones.curator));
  await browser.open("/dashboard/report/");
  return browser;
}

const findReports = (name: string) =>
  club.db.selectFrom("report_files").select(["id", "total"]).where("file_name", "=", name).execute();

test("§1.3 a curator checks a report, looks at it again, counts it, and comes back to it", async () => {
  const browser = await openUpload();
  const sales = makeSales(directory, 3, "2025-03-01");
  const [wrong] = sales;
  if (wrong) sales.push({ ...wrong, count: "ноль" });
  const { status, location } = await browser.submit({ file: csv("март.csv", sales) }, "Сначала проверить");
  expect(status).toBe(303);
  expect(location).toMatch(/^\/dashboard\/report\/preview\/\d+$/);
  expect(await findReports("март.csv")).toEqual([]);
  const path = location ?? "";
  for (const look of ["first", "again"]) {
    const text = textOf(await browser.open(path));
    expect([look, text.includes("Будет засчитано строк: 3")]).toEqual([look, true]);
    expect(text).toContain("Количество — целое число больше нуля");
  }
  expect((await browser.follow(path, "Скачать строки с ошибками")).text).toContain(";ноль;");
  await browser.open(path);
  // Another window answers a question meanwhile.
  const answered = club.db.updateTable("report_previews").set({ corrections: JSON.stringify({ all: "add" }) });
  await answered.where("file_name", "=", "март.csv").execute();
  const stale = await browser.submit({}, "Засчитать");
  expect([stale.location, await findReports("март.csv")]).toEqual([path, []]);
  await browser.open(path);
  const counted = await browser.submit({}, "Засчитать");
  const [report] = await findReports("март.csv");
  expect([counted.status, counted.location]).toEqual([303, `/dashboard/report/${report?.id}`]);
  expect(report?.total).toBe(4);
  // Back, and the same page in another tab.
  const again = await browser.open(path);
  expect(textOf(again)).toContain("Этот файл уже отправлен на подсчёт");
  expect([...again.document.querySelectorAll("main a")].map((link) => link.getAttribute("href"))).toContain(
    `/dashboard/report/${report?.id}`,
  );
  expect(again.document.querySelector('button[value="count"]')).toBeNull();
});

test("§1.3 a report that a curator decides against leaves nothing behind", async () => {
  const browser = await openUpload();
  const file = csv("апрель.csv", makeSales(directory, 2, "2025-04-01"));
  const { location } = await browser.submit({ file }, "Сначала проверить");
  const other = await openUpload();
  for (const window of [browser, other]) await window.open(location ?? "");
  for (const window of [browser, other]) {
    expect((await window.submit({}, "Не засчитывать")).location).toBe("/dashboard/report/");
  }
  expect(textOf(await browser.open("/dashboard/report/"))).toContain("Отчёт не засчитан");
  const gone = await browser.open(location ?? "");
  expect(gone.status).toBe(404);
  expect(textOf(gone)).toContain("Загрузите файл ещё раз");
  expect((await browser.open("/dashboard/report/999999/errors")).location).toBe("/dashboard/report/999999");
  expect(await findReports("апрель.csv")).toEqual([]);
});

test("§1.3 equal rows of a report that is uploaded at once are asked about by its check, without the file again", async () => {
  const browser = await openUpload();
  const [sale] = makeSales(directory, 1, "2025-05-01");
  if (!sale) throw new Error("no sale");
  const { location } = await browser.submit({ file: csv("май.csv", [sale, sale]) }, "Загрузить отчёт");
  expect(location).toMatch(/^\/dashboard\/report\/preview\//);
  const text = textOf(await browser.open(location ?? ""));
  expect(text).toContain("Одинаковых строк: 1.");
  expect(text).toContain("Как строка № 2.");
  const { location: report } = await browser.submit({}, "Засчитать");
  expect(report).toMatch(/^\/dashboard\/report\/\d+$/);
});

test("§1.3 corrected rows of a report that is uploaded at once are asked about, answered for all and one by one", async () => {
  const browser = await openUpload();
  const sales = makeSales(directory, 3, "2025-10-01");
  const first = await browser.submit({ file: csv("октябрь.csv", sales) }, "Загрузить отчёт");
  await processReport(club.club.services, Number(first.location?.split("/").pop()));
  const corrected = sales.map((sale) => ({ ...sale, count: String(Number(sale.count) + 5) }));
  await browser.open("/dashboard/report/");
  const { location } = await browser.submit({ file: csv("октябрь-2.csv", corrected) }, "Загрузить отчёт");
  const path = location ?? "";
  expect(path).toMatch(/^\/dashboard\/report\/preview\//);
  const asked = await browser.open(path);
  const counts = `Было ${sales[0]?.count}, стало ${corrected[0]?.count}`;
  expect(textOf(asked)).toContain(counts);
  expect(asked.document.querySelector('button[value="count"]')).toBeNull();
  const empty = await browser.submit({ row_3: "leave" }, "Ответить");
  expect([empty.status, textOf(empty).includes("Выберите, что сделать с исправленными строками.")]).toEqual([
    400,
    true,
  ]);
  expect(empty.document.querySelector<HTMLSelectElement>('select[name="row_3"]')?.value).toBe("leave");
  const answered = await browser.submit({ corrected_rows: "replace", row_3: "leave" }, "Ответить");
  expect([answered.status, answered.location]).toEqual([303, path]);
  const promised = textOf(await browser.open(path));
  expect(promised).toContain("Будет засчитано строк: 2");
  expect(promised).toContain("Снимем за заменённые продажи:");
  const { location: report } = await browser.submit({}, "Засчитать");
  await processReport(club.club.services, Number(report?.split("/").pop()));
  const done = textOf(await browser.open(report ?? ""));
  expect(done).toContain("Засчитано строк: 2");
  expect(done).toContain(`Оставлено как было: ${sales[1]?.count} шт.`);
});

test("§1.3 an answer from a page that is behind is refused with what the check shows now", async () => {
  const sales = makeSales(directory, 2, "2023-10-01");
  const count = async (name: string, some: Sale[]) => {
    const browser = await openUpload();
    const { location } = await browser.submit({ file: csv(name, some) }, "Загрузить отчёт");
    await processReport(club.club.services, Number(location?.split("/").pop()));
  };
  await count("первая.csv", sales.slice(0, 1));
  const corrected = sales.map((sale) => ({ ...sale, count: String(Number(sale.count) + 5) }));
  const browser = await openUpload();
  const { location } = await browser.submit({ file: csv("обе.csv", corrected) }, "Сначала проверить");
  const path = location ?? "";
  await browser.open(path);
  await count("вторая.csv", sales.slice(1));
  const tab = openBrowser(portal, await portal.logIn(phones.curator));
  await tab.open(path);
  await tab.submit({ corrected_rows: "leave" }, "Ответить");

  const refused = await browser.submit({ corrected_rows: "replace" }, "Ответить");
  expect(refused.status).toBe(422);
  expect(textOf(refused)).toContain("Посмотрите, что клуб нашёл теперь, и ответьте ещё раз.");
  expect(textOf(refused)).toContain("Что сделать с исправленными строками: 2");
  // The refused page is a page of now.
  expect(await browser.submit({ corrected_rows: "replace" }, "Ответить")).toMatchObject({ status: 303 });
  expect(textOf(await browser.open(path))).toContain("Будет засчитано строк: 2");
});

test("§1.3 a file that is all sales of a period is compared with what was counted, and what it lacks is recalled with a yes", async () => {
  const browser = await openUpload();
  const sales = makeSales(directory, 3, "2024-02-10");
  const first = await browser.submit({ file: csv("февраль.csv", sales) }, "Загрузить отчёт");
  await processReport(club.club.services, Number(first.location?.split("/").pop()));
  await browser.open("/dashboard/report/");
  const { location } = await browser.submit({ file: csv("весь февраль.csv", sales.slice(1)) }, "Сначала проверить");
  const path = location ?? "";
  const offered = await browser.open(path);
  expect(offered.document.querySelector<HTMLInputElement>('input[name="period_from"]')?.value).toBe("2024-02-10");
  const wrong = await browser.submit({ period_from: "2024-02-29", period_to: "2024-02-01" }, "Сравнить с засчитанным");
  expect([wrong.status, textOf(wrong).includes("Конец периода раньше начала: поменяйте даты местами.")]).toEqual([
    422,
    true,
  ]);
  const whole = { period_from: "2024-02-01", period_to: "2024-02-29" };
  expect(await browser.submit(whole, "Сравнить с засчитанным")).toMatchObject({ status: 303, location: path });
  const asked = await browser.open(path);
  expect(textOf(asked)).toContain("Засчитаны, но в файле их нет: 1");
  expect(textOf(asked)).toMatch(/Засчитано сейчас3.*Из них нет в файле1.*Отзываются0/);
  expect(asked.document.querySelector('button[value="count"]')).toBeNull();
  const empty = await browser.submit({ gone_sales: "" }, "Ответить");
  expect([empty.status, textOf(empty).includes("Выберите, что сделать с продажами.")]).toEqual([400, true]);
  // An answer for other days isn't one: they are compared first.
  await browser.submit({ period_to: "2024-02-28", gone_sales: "recall" }, "Ответить");
  expect(textOf(await browser.open(path))).toContain("Скажите, что с ними сделать");
  await browser.submit({ gone_sales: "recall" }, "Ответить");
  const promised = textOf(await browser.open(path));
  expect(promised).toContain("Новых строк в файле нет");
  expect(promised).toContain("Отзовём засчитанное, чего в файле нет: 1, за них снимем");
  const { location: report } = await browser.submit({}, "Засчитать");
  await processReport(club.club.services, Number(report?.split("/").pop()));
  expect(textOf(await browser.open(report ?? ""))).toContain("Отозвано продаж, которых в нём нет1");
});

test("§1.3 §3.10 a check says of a whole period which returns would have no sales any more", async () => {
  const browser = await openUpload();
  // Before all others, so that the return can't be of one of them.
  const [sale, other] = makeSales(directory, 2, "2015-05-10");
  if (!sale || !other) throw new Error("There are two");
  const back = { ...sale, count: String(-Number(sale.count)) };
  const { location: first } = await browser.submit({ file: csv("май.csv", [sale, back]) }, "Загрузить отчёт");
  await processReport(club.club.services, Number(first?.split("/").pop()));
  await browser.open("/dashboard/report/");
  const { location } = await browser.submit({ file: csv("весь май.csv", [back, other]) }, "Сначала проверить");
  const path = location ?? "";
  await browser.open(path);
  await browser.submit({ period_from: "2015-05-01", period_to: "2015-05-31" }, "Сравнить с засчитанным");
  expect(textOf(await browser.open(path))).not.toContain("не останется продаж");
  await browser.submit({ gone_sales: "recall" }, "Ответить");
  const told = textOf(await browser.open(path));
  expect(told).toContain("Возвраты, для которых не останется продаж: 1. Они станут ошибками своих отчётов");
  expect(told).toMatch(
    new RegExp(`10\\.05\\.15, ${sale.articleCode}, .*Учтено в отчёте «май\\.csv».*Возвращено: ${sale.count}\\.`),
  );
  expect(told).toMatch(
    /Засчитано сейчас20.*Из них нет в файле1.*Новые1.*Отзываются-1.*Возвраты этих продаж-11.*Станет1/,
  );
});

test("§7.1 a report that is posted alone counts at once, and one whose equal rows have been answered does too", async () => {
  const browser = await openUpload();
  const [sale] = makeSales(directory, 1, "2025-06-01");
  if (!sale) throw new Error("no sale");
  const { location } = await browser.submit({ file: csv("июнь.csv", [sale]) }, "Загрузить отчёт");
  expect(location).toBe(`/dashboard/report/${(await findReports("июнь.csv"))[0]?.id}`);
  const body = new FormData();
  body.set("file", csv("июнь-2.csv", [sale, sale]));
  body.set("equal_rows", "count");
  const cookie = await portal.logIn(phones.curator);
  const response = await portal.ask("/dashboard/report", { method: "POST", body, headers: { Cookie: cookie } });
  expect(response.headers.get("Location")).toBe(`/dashboard/report/${(await findReports("июнь-2.csv"))[0]?.id}`);
});

test("§3.10 §8.1 a file whose columns are unknown is refused with a way to name them, and its form keeps the choice", async () => {
  const browser = await openUpload();
  const headers = { date: "Отгрузили", manager: "Кто вёл", inn: "Налоговый", articleCode: "Позиция", count: "Ушло" };
  const [sale] = makeSales(directory, 1, "2025-08-01");
  if (!sale) throw new Error("no sale");
  const file = new File([new Uint8Array(makeCsv([sale], { headers }))], "август.csv", { type: "text/csv" });
  const refused = await browser.submit({ file }, "Загрузить отчёт");
  expect(refused.status).toBe(422);
  expect(textOf(refused)).toContain("В отчёте не хватает столбцов");
  const link = [...refused.document.querySelectorAll("a")].find((one) => one.textContent === "Назвать столбцы");
  const path = link?.getAttribute("href") ?? "";
  await browser.open(path);
  const names = { sell_date: "Отгрузили", manager: "Кто вёл", inn: "Налоговый", article_code: "Позиция" };
  const again = await browser.submit({ ...names, sell_count: "Позиция" });
  expect(again.status).toBe(422);
  expect(again.document.querySelector<HTMLSelectElement>('select[name="inn"]')?.value).toBe("Налоговый");
  expect((await browser.submit({ ...names, sell_count: "Ушло" })).location).toBe(path);
  expect(textOf(await browser.open(path))).toContain("Будет засчитано строк: 1");
});

test("§3.10 a file that can be read in two ways is refused with a way to say which, and tells what it has left out", async () => {
  const browser = await openUpload();
  const [sale] = makeSales(directory, 1, "2025-09-01");
  if (!sale) throw new Error("no sale");
  const text = makeCsv([sale]).toString("utf8").replace("01.09.2025", "9/1/2025");
  const file = new File([text], "сентябрь.csv", { type: "text/csv" });
  const refused = await browser.submit({ file }, "Загрузить отчёт");
  expect(refused.status).toBe(422);
  expect(textOf(refused)).toContain("непонятно, где день, а где месяц: «9/1/2025»");
  const link = [...refused.document.querySelectorAll("a")].find((one) => one.textContent === "Показать, как читать");
  const path = link?.getAttribute("href") ?? "";
  const asked = await browser.open(path);
  expect(textOf(asked)).toContain("Этот файл можно прочитать по-разному");
  expect(asked.document.querySelector('button[value="count"]')).toBeNull();
  expect((await browser.submit({ date_order: "mdy" })).location).toBe(path);
  const read = textOf(await browser.open(path));
  expect(read).toContain("Будет засчитано строк: 1");
  expect(read).toContain("Не продажи: 1");
});

test("§7.1 before an upstream without previews a report is uploaded as before", async () => {
  const cookie = await specified.logIn(phones.curator);
  const browser = openBrowser(specified, cookie);
  const page = await browser.open("/dashboard/report/");
  expect(page.document.querySelector('button[value="preview"]')).toBeNull();
  const body = new FormData();
  body.set("file", csv("июль.csv", makeSales(directory, 2, "2025-07-01")));
  body.set("intent", "preview");
  const response = await specified.ask("/dashboard/report", { method: "POST", body, headers: { Cookie: cookie } });
  expect(response.headers.get("Location")).toBe(`/dashboard/report/${(await findReports("июль.csv"))[0]?.id}`);
  expect((await browser.open("/dashboard/report/preview/1")).location).toBe("/dashboard/report/");
});
