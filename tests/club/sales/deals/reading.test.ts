import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportDetails } from "../../../../contract/deals";
import {
  answerReportCorrections,
  countReportPreview,
  exportPreviewErrors,
  nameReportColumns,
  previewReport,
  readReportPreview,
} from "../../../../contract/report-previews";
import { alias } from "../../../../contract/values";
import { encodeWindows1251, HEADERS } from "../../../files/report-files";
import { makeWorkbook } from "../../../files/workbooks";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addDistributor, type Distributor, INNS, upload, waitForReport } from "./reports";

let club: TestClub;
let people: Distributor;
let token: string;
beforeAll(async () => {
  // Six in the evening in Moscow, and the next day's morning in Kamchatka.
  club = await openTestClub({ now: "2026-11-25T15:00:00Z" });
  people = await addDistributor(club);
  token = people.curator.token;
  await club.db
    .insertInto("articles")
    .values({ code: "BP-6175", name: "Колодки", manager_points: 1, member_points: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});
afterAll(() => club.close());

const titles = Object.values(HEADERS);
const mark = "\ufeff";

type Day = string | number;
/** A row with this day and number of pieces. Each test has pieces of its own, as a sale counts once. */
function row(day: Day, count: Day, changes: { shop?: string; inn?: Day; code?: string; name?: string } = {}): Day[] {
  const { shop = "Магазин", inn = INNS[0], code = "BP-6175", name = "Колодки" } = changes;
  return [day, people.managers[0].phone, shop, inn, code, name, count];
}

function csv(rows: readonly (readonly Day[])[], delimiter = ";"): Buffer {
  return Buffer.from(mark + rows.map((cells) => cells.join(delimiter)).join("\n"));
}

async function check(content: Buffer) {
  const file = new File([new Uint8Array(content)], "отчёт.csv");
  const { id } = await club.ask(previewReport, {}, { token, files: { file } });
  return { id, preview: await readAnswered(id) };
}

/** A check whose rows with other pieces than those of earlier tests are sales of their own. */
async function readAnswered(id: string) {
  const preview = await club.ask(readReportPreview, { id }, { token });
  if (!preview.needs_corrections) return preview;
  await club.ask(answerReportCorrections, { id, corrected_rows: "add" }, { token });
  return club.ask(readReportPreview, { id }, { token });
}

/** Uploads a file; what was counted of it, as "day × pieces", and its report. */
async function count(content: Buffer) {
  const { result, refusal } = await upload(club, token, content, undefined, { corrected_rows: "add" });
  if (!result) throw new Error(refusal?.message);
  const report = await waitForReport(club, token, result.id);
  const { items } = await club.ask(reportDetails, { file_id: result.id }, { token });
  const { lines = 0, total = 0, left_out = 0 } = report;
  expect(total + left_out).toBe(lines);
  return { report, counted: items.map(({ sell_date, sell_count }) => `${sell_date} × ${sell_count}`) };
}

describe("a column is read as one", () => {
  test("§3.10 a date that has its month first shows that all have", async () => {
    const file = csv([titles, row("3/5/26", 101), row("11/3/26", 102), row("11/20/26", 103)], ",");
    expect((await count(file)).counted).toEqual(["2026-03-05 × 101", "2026-11-03 × 102", "2026-11-20 × 103"]);
  });

  test("§3.10 dates that don't show it are asked about before anything counts, once for the distributor", async () => {
    const file = csv([titles, row("3/5/26", 111), row("11/3/26", 112)], ",");
    const refused = await upload(club, token, file);
    expect([refused.status, refused.refusal?.aliases]).toEqual([422, [alias.readingUnclear]]);
    const { id, preview } = await check(file);
    expect(preview).toMatchObject({ needs_answers: true, needs_columns: false });
    expect(preview.counted).toBeUndefined();
    // By the first of them.
    expect(preview.questions.map(({ text }) => text)).toEqual([expect.stringContaining(": «3/5/26» (строка № 2).")]);
    expect(preview.questions[0]?.choices.map(({ label }) => label)).toEqual([
      "Сначала день: 03.05.2026",
      "Сначала месяц: 05.03.2026",
    ]);
    const early = await club.call(countReportPreview, { id }, { token });
    expect(early.refusal?.aliases).toEqual([alias.readingUnclear]);
    const columns = Object.fromEntries(preview.columns.map(({ column, name }) => [column, name]));
    const named = { id, ...columns, date_order: "mdy" } as Parameters<typeof club.ask<typeof nameReportColumns>>[1];
    await club.ask(nameReportColumns, named, { token });
    expect((await readAnswered(id)).counted).toBe(2);
    const { id: counted } = await club.ask(countReportPreview, { id }, { token });
    await waitForReport(club, token, counted);
    const next = await count(csv([titles, row("3/5/26", 113), row("11/3/26", 114)], ","));
    expect(next.counted).toEqual(["2026-03-05 × 113", "2026-11-03 × 114"]);
    // What a file shows by itself goes before what was answered.
    const shown = await count(csv([titles, row("3/5/26", 115), row("20/5/26", 116)], ","));
    expect(shown.counted).toEqual(["2026-05-03 × 115", "2026-05-20 × 116"]);
  });

  test("§3.10 one thousand and one are told apart by the other counts, or asked about", async () => {
    const day = "05.03.2026";
    const fraction = await count(csv([titles, row(day, "2,000"), row(day, "0,500"), row(day, "7,00")]));
    expect(fraction.counted).toEqual(["2026-03-05 × 2", "2026-03-05 × 7"]);
    // With a fraction it wouldn't be whole.
    const thousands = await check(csv([titles, row(day, "1.234"), row(day, "1.000.000")]));
    expect(thousands.preview).toMatchObject({ counted: 1, failed: 1 });
    expect(thousands.preview.hold_reason).toContain("Строк, где больше");
    const { preview } = await check(csv([titles, row(day, "3,000")]));
    expect(preview.questions.map(({ name, choices }) => [name, choices.map(({ label }) => label)])).toEqual([
      ["count_mark", ["Дробную часть: 3 шт.", "Тысячи: 3000 шт."]],
    ]);
  });
});

describe("an instant", () => {
  test("§3.10 is its day in Moscow, or in the time zone of the distributor", async () => {
    const late = await count(csv([titles, row("2026-03-04T21:00:00.000Z", 121), row("2026-03-04T21:00:00", 122)]));
    expect(late.counted).toEqual(["2026-03-05 × 121", "2026-03-04 × 122"]);
    const morning = csv([titles, row("2026-11-26", 123), row("2026-11-25T21:00:00Z", 124)]);
    expect((await check(morning)).preview).toMatchObject({ counted: 0, failed: 2 });
    const set = (time_zone: string) =>
      club.db.updateTable("companies").set({ time_zone }).where("owner_id", "=", people.curator.id).execute();
    await set("Asia/Kamchatka");
    expect((await count(morning)).counted).toEqual(["2026-11-26 × 123", "2026-11-26 × 124"]);
    await set("Europe/Moscow");
  });
});

describe("one cell or byte", () => {
  test("§3.10 a quote inside a field is a character of it", async () => {
    const file = csv([titles, row("05.03.2026", 131, { shop: '"Центр" ООО' }), row("06.03.2026", 132)]);
    expect((await count(file)).counted).toEqual(["2026-03-05 × 131", "2026-03-06 × 132"]);
  });

  const order = [0, 1, 3, 4, 6, 5];
  const namesLast = (cells: readonly Day[]) => order.map((place) => cells[place] ?? "");
  const named = (names: readonly string[], pieces: number) =>
    csv([titles, ...names.map((name, index) => row(`0${5 + index}.03.2026`, pieces + index, { name }))].map(namesLast));

  test("§3.10 an unclosed quote takes no other lines", async () => {
    const { counted, report } = await count(named(['"Диск штамп.', "Колодки", "Шина", "Диск 15", "Колодки"], 141));
    expect(counted).toEqual([5, 6, 7, 8, 9].map((day) => `2026-03-0${day} × ${136 + day}`));
    expect(report.failed).toBe(0);
  });

  test("§3.10 lines in quotes that are rows as well as one cell are refused by their numbers, not guessed", async () => {
    const { counted, report } = await count(named(['"Диск штамп.', "Колодки", "Шина", 'Диск 15"', "Колодки"], 155));
    expect(counted).toEqual(["2026-03-09 × 159"]);
    expect(report).toMatchObject({ lines: 6, total: 5, failed: 4 });
    expect(report.errors.map(({ row, message }) => `${row} ${message}`)).toEqual([
      expect.stringMatching(/^2 Кавычка, открытая здесь, закрыта только в строке № 5: строки с № 3 по № 5/),
      ...[3, 4, 5].map((number) => `${number} Строку захватила кавычка, открытая в строке № 2.`),
    ]);
  });

  test("§3.10 lines inside a quote that can't be rows themselves are each refused by their numbers", async () => {
    const broken = `05.03.2026;${people.managers[0].phone};"Магазин;лишнее;${INNS[0]};BP-6175;К;151`;
    const file = Buffer.concat([
      csv([titles, row("04.03.2026", 150)]),
      Buffer.from(
        `\n${broken}\n${row("06.03.2026", 152).join(";")}\nхвост";${INNS[0]};BP-6175;К;154\n${row("07.03.2026", 153).join(";")}`,
      ),
    ]);
    const { report, counted } = await count(file);
    expect(counted).toEqual(["2026-03-04 × 150", "2026-03-07 × 153"]);
    expect(report).toMatchObject({ total: 5, failed: 3 });
    expect(report.errors[0]).toMatchObject({ row: 3, message: expect.stringContaining("с № 4 по № 5") });
  });

  test("§3.10 a damaged byte is a damaged letter, and is told", async () => {
    const file = csv([titles, row("05.03.2026", 161, { shop: "Магазин Ю" }), row("06.03.2026", 162)]);
    const at = file.indexOf(Buffer.from("Ю"));
    for (const content of [file, file.subarray(3)]) {
      const damaged = Buffer.concat([content.subarray(0, at - (file.length - content.length) + 1), Buffer.from(";")]);
      const { preview } = await check(
        Buffer.concat([damaged, content.subarray(at - (file.length - content.length) + 3)]),
      );
      expect(preview).toMatchObject({ counted: 2, failed: 0 });
      expect(preview.errors[0]?.message).toContain("первый — в строке № 2");
    }
  });

  test("§3.10 control characters don't make it no table, and marks that nobody sees no other value", async () => {
    const inn = `\u200b${INNS[0]}\u00a0`;
    const file = csv([titles, row("05.03.2026\u0000", 171, { inn, code: "BP\u20116175", shop: "\u0001\u202aЦ" })]);
    expect((await count(file)).counted).toEqual(["2026-03-05 × 171"]);
  });

  test("§3.10 an article in letters that look alike counts with a hint, a wrong INN is told as a misprint", async () => {
    const file = csv([
      titles,
      row("05.03.2026", 181, { code: "ВР-6175" }),
      row("05.03.2026", 182, { inn: "7736207544" }),
    ]);
    const { report, counted } = await count(file);
    expect(counted).toEqual(["2026-03-05 × 181"]);
    const messages = report.errors.map(({ row, message }) => `${row} ${message}`);
    expect(messages[0]).toContain("0 Русские буквы");
    expect(messages[1]).toContain("3 В ИНН 7736207544 опечатка");
  });

  test("§3.10 encodings of old programs are told by the whole file", async () => {
    const text = [titles, row("05.03.2026", 191)].map((cells) => cells.join(";")).join("\r\n");
    const decoder = new TextDecoder("ibm866");
    const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
    const ibm866 = Buffer.from([...text].map((letter) => bytes.get(letter) ?? 63));
    const wide = Buffer.from(text, "utf16le");
    for (const content of [ibm866, encodeWindows1251(text), wide, Buffer.from(wide).swap16()]) {
      expect((await check(content)).preview.counted).toBe(1);
    }
  });
});

describe("nothing disappears", () => {
  test("§3.10 rows that look like sales are no titles", async () => {
    const { id, preview } = await check(csv([row("05.03.2026", 201), row("06.03.2026", 202), row("07.03.2026", 203)]));
    expect(preview).toMatchObject({ needs_columns: true, is_headless: true });
    const letters = ["sell_date", "manager", "shop", "inn", "article_code", "article_name", "sell_count"] as const;
    const names = Object.fromEntries(letters.map((column, place) => [column, preview.headers[place]?.name]));
    const named = { id, ...names, first_row: "sale" } as Parameters<typeof club.ask<typeof nameReportColumns>>[1];
    await club.ask(nameReportColumns, named, { token });
    expect(await readAnswered(id)).toMatchObject({ counted: 3, lines: 3, left_out: 0 });
    await club.ask(countReportPreview, { id }, { token });
    expect((await count(csv([row("08.03.2026", 204)]))).counted).toEqual(["2026-03-08 × 204"]);
  });

  test("§3.10 titles, totals, hidden rows and other sheets are counted and told", async () => {
    const hidden =
      '<row hidden="1">' +
      row("06.03.2026", 212)
        .map((one) => `<c t="str"><v>${one}</v></c>`)
        .join("") +
      "</row>";
    const write = (cells: readonly Day[]) =>
      `<row>${cells.map((one) => `<c t="str"><v>${one}</v></c>`).join("")}</row>`;
    const rows = [["Отчёт за март"], titles, row("05.03.2026", 211)].map(write).join("");
    const content = makeWorkbook({
      sheets: [
        { name: "Продажи", data: rows + hidden + write(titles) + write(["Итого", "", "", "", "", "", "423"]) },
        { name: "Апрель", data: [titles, row("05.04.2026", 213)] },
        { name: "Список", state: "hidden", data: [["а"], ["б"]] },
      ],
    });
    const { preview } = await check(content);
    expect(preview).toMatchObject({ lines: 10, total: 2, counted: 2, left_out: 8 });
    expect(
      preview.left_out_rows.map(({ first_row, last_row, message }) => `${first_row}–${last_row} ${message}`),
    ).toEqual([
      "1–1 Над таблицей.",
      "2–2 Названия столбцов.",
      "5–5 Названия столбцов.",
      "6–6 Итог, а не продажа.",
      "0–0 Лист «Апрель», строк: 2.",
      "0–0 Скрытый лист «Список», строк: 2.",
    ]);
    expect(preview.errors.map(({ field }) => field)).toEqual(["Лист «Апрель»", "Скрытые строки"]);
    expect((await count(content)).report).toMatchObject({ lines: 10, left_out: 8 });
  });

  test("§3.10 a second table below whose columns stand in other places is read by its own titles, which is told", async () => {
    const swap = (cells: readonly Day[], last: Day) => [...cells.slice(0, 6), last, cells[6] ?? ""];
    const content = csv([
      [...titles, "Сумма"],
      [...row("05.03.2026", 311), 900],
      // The same titles on the next page, written in another way.
      [...titles.map((title) => ` ${title.toUpperCase()}:`), "Сумма"],
      [...row("06.03.2026", 312), 901],
      swap(titles, "Сумма"),
      swap(row("07.03.2026", 313), 902),
      swap(row("08.03.2026", "ноль"), 903),
      swap(["Итого", "", "", "", "", "", ""], 3606),
    ]);
    const { id, preview } = await check(content);
    expect(preview).toMatchObject({ lines: 8, total: 4, counted: 3, failed: 1, left_out: 4 });
    expect(preview.errors.map(({ row, field, message }) => [row, field, message])).toEqual([
      [0, "Строка № 5", "Ниже неё столбцы стоят иначе, чем выше. Они прочитаны по названиям в этой строке."],
      [7, "Количество", expect.stringContaining("Количество — целое число")],
    ]);
    const refused = await club.call(exportPreviewErrors, { id }, { token });
    expect(refused.body.toString("utf8")).toContain(";ноль;");
    expect((await count(content)).counted).toEqual(["2026-03-05 × 311", "2026-03-06 × 312", "2026-03-07 × 313"]);
  });

  test("§3.10 rows below titles that name a column twice are refused, in words that say what to do", async () => {
    const content = csv([
      [...titles, "Сумма"],
      [...row("05.03.2026", 321), 900],
      [...titles, "Кол-во"],
      [...row("06.03.2026", 322), 901],
      [...titles, "Сумма"],
      [...row("07.03.2026", 323), 902],
    ]);
    const { id, preview } = await check(content);
    expect(preview).toMatchObject({ lines: 6, total: 3, counted: 2, failed: 1, left_out: 3 });
    expect(
      preview.errors.filter(({ row = 0 }) => row > 0).map(({ row, field, message }) => [row, field, message]),
    ).toEqual([
      [4, "Вся строка", "В строке № 3 один столбец назван дважды. Загрузите таблицу под ней отдельным файлом."],
    ]);
    // Nobody knows its pieces.
    const refused = await club.call(exportPreviewErrors, { id }, { token });
    expect(refused.body.toString("utf8")).toContain("Колодки;;");
  });

  test("§3.10 a sheet with a column twice isn't passed over for the next one", async () => {
    const march = {
      name: "Март",
      data: [
        [...titles, "Количество"],
        [...row("05.03.2026", 331), 12],
      ],
    };
    const april = { name: "Апрель", data: [titles, row("05.04.2026", 332)] };
    const { preview } = await check(makeWorkbook({ sheets: [march, april] }));
    expect(preview.needs_columns).toBe(true);
    expect(preview.headers.map(({ name }) => name)).toContain("Количество (столбец H)");
  });
});

describe("a workbook", () => {
  test("§3.10 shows numbers with 15 digits, and one value of a cell that has two", async () => {
    const noisy = ["2.9999999999999996", "11.000000000000002", "2E0"];
    const cells = (pieces: string, index: number) =>
      row(`0${index + 1}.02.2026`, pieces).map((one, place) =>
        place === 6
          ? `<c><v>${one}</v></c>`
          : place === 3
            ? `<c><v>${one}.0000001</v></c>`
            : `<c t="inlineStr"><v>9</v><is><t>${one}</t></is></c>`,
      );
    const head = titles.map((title) => `<c t="str"><v>${title}</v></c>`);
    const data = [head, ...noisy.map(cells)].map((all) => `<row>${all.join("")}</row>`).join("");
    const { counted } = await count(makeWorkbook({ sheets: [{ name: "1", data }] }));
    expect(counted).toEqual(["2026-02-01 × 3", "2026-02-02 × 11", "2026-02-03 × 2"]);
  });
});
