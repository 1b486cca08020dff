import { describe, expect, test } from "vitest";
import { cellText, readActTable } from "../../../../club/platform/spreadsheets/read-act-table";
import { readTitledTable } from "../../../../club/platform/spreadsheets/titled-table";
import { reportTable } from "../../../../club/sales/deals/report-columns";
import { packZip64 } from "../../../files/archives";
import { HEADERS } from "../../../files/report-files";
import { makeWorkbook, makeWorkbookParts, type RawSheet } from "../../../files/workbooks";

const header = Object.values(HEADERS);
const sale = ["05.03.2026", "79000000002", "Магазин", "5000200016", "W16-EXR", "Свеча", "2"];
const other = ["06.03.2026", "79000000002", "Магазин", "5000200016", "W16-EXR", "Свеча", "3"];
const sheet: RawSheet = { name: "Продажи", data: [header, sale] };

/** The columns that these files have: the first ones of a report. */
const TITLES = header.length;

/** The rows as texts, by the columns of a report, and the notes. */
async function read(content: Buffer) {
  const { rows, notes, countsFrom1904 } = await readTitledTable(content, reportTable);
  const columns = (Object.keys(reportTable.columns) as (keyof typeof reportTable.columns)[]).slice(0, TITLES);
  const texts = rows.map((row) => columns.map((column) => String(row.cell(column) ?? "")));
  return { rows: texts, numbers: rows.map(({ number }) => number), notes, countsFrom1904 };
}

describe("a workbook", () => {
  test("§3.10 whose cells and rows don't say where they stand is read in their order", async () => {
    const { rows, numbers } = await read(makeWorkbook({ sheets: [{ name: "Лист1", data: [header, sale, other] }] }));
    expect(rows).toEqual([sale, other]);
    expect(numbers).toEqual([2, 3]);
  });

  test("§3.10 whose cells say where they stand is read by that, with gaps", async () => {
    const place = (row: number, cells: readonly string[]) =>
      `<x:row r="${row}">${cells
        .map((text, index) => `<x:c t='str' r='${String.fromCharCode(67 + index)}${row}'><x:v>${text}</x:v></x:c>`)
        .join("")}</x:row>`;
    const data = place(4, header) + place(9, sale);
    expect(await read(makeWorkbook({ sheets: [{ name: "Лист1", data }] }))).toMatchObject({
      rows: [sale],
      numbers: [9],
    });
  });

  test("§3.10 whose cells stand in columns of two letters is read by them", async () => {
    const letters = ["Y", "Z", "AA", "ab", "AZ", "BA", "CV"];
    const place = (row: number, cells: readonly string[]) =>
      // In another order than the columns: only their places tell.
      `<row r="${row}">${cells.map((text, index) => `<c t="str" r="${letters[index]}${row}"><v>${text}</v></c>`).join("")}</row>`;
    const data = place(1, header) + place(2, sale).replace(/(<c.*?<\/c>)(<c.*?<\/c>)/, "$2$1");
    expect((await read(makeWorkbook({ sheets: [{ name: "1", data }] }))).rows).toEqual([sale]);
  });

  test("§3.10 with parts in unusual places is read by its relationships", async () => {
    const content = makeWorkbook({
      part: "content/book one.xml",
      sheets: [{ ...sheet, part: "Data/Таблица.XML" }],
      rename: (name) => name.replace("content/_rels/book one.xml.rels", "Content/_RELS/Book one.xml.rels"),
    });
    expect((await read(content)).rows).toEqual([sale]);
  });

  test("§3.10 with back-slashed names, or with zip64 sizes, is read", async () => {
    const backSlashed = makeWorkbook({ sheets: [sheet], rename: (name) => name.replaceAll("/", "\\") });
    expect((await read(backSlashed)).rows).toEqual([sale]);
    expect((await read(packZip64(makeWorkbookParts({ sheets: [sheet] })))).rows).toEqual([sale]);
  });

  test("§3.10 with a hidden sheet first is counted by the visible one", async () => {
    for (const state of ["hidden", "veryHidden"] as const) {
      const hidden: RawSheet = { name: "Старое", state, data: [header, other, other] };
      expect((await read(makeWorkbook({ sheets: [hidden, sheet] }))).rows).toEqual([sale]);
    }
  });

  test("§3.10 with a chart before the data, or two sheets that name one part, is read", async () => {
    const chart: RawSheet = { name: "График", type: "chartsheet", data: "", part: "xl/chartsheets/sheet1.xml" };
    expect((await read(makeWorkbook({ sheets: [chart, sheet] }))).rows).toEqual([sale]);
    const twice = makeWorkbook({
      sheets: [sheet, { ...sheet, name: "Копия", part: "xl/worksheets/sheet1.xml" }],
    });
    expect(await read(twice)).toMatchObject({ rows: [sale], notes: [] });
  });

  test("§3.10 with data on a second sheet is read by the first, and the other one is told", async () => {
    const content = makeWorkbook({
      sheets: [
        { name: "Инструкция", data: [["Как заполнять"]] },
        sheet,
        { name: "Март", data: [header, other] },
        { name: "Лист3", data: "" },
      ],
    });
    const { rows, notes } = await read(content);
    expect(rows).toEqual([sale]);
    expect(notes.map(({ place }) => place)).toEqual(["Лист «Инструкция»", "Лист «Март»"]);
    expect(notes[1]?.message).toContain("берётся один лист, «Продажи»");
  });

  test("§3.10 whose first table has no rows is read by the next one", async () => {
    const content = makeWorkbook({ sheets: [{ name: "Шаблон", data: [header] }, sheet] });
    expect((await read(content)).rows).toEqual([sale]);
  });

  test("§3.10 shows dates by their styles, in both calendars", async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-419]dd\\ mmm&quot; г.&quot;"/><numFmt numFmtId="165" formatCode="0&quot; дм&quot;;[Red]0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>`;
    const row = (style: number, day: number) => `<row><c s="${style}"><v>${day}</v></c></row>`;
    const data = (days: number) =>
      `<row>${header.map((title) => `<c t="str"><v>${title}</v></c>`).join("")}</row>${[1, 2, 3, 0].map((style) => row(style, days)).join("")}`;
    const march = String(new Date("2026-03-05T00:00:00Z"));
    const from1900 = await read(makeWorkbook({ sheets: [{ name: "1", data: data(46_086) }], styles }));
    expect(from1900.rows.map(([date]) => date)).toEqual([march, march, "46086", "46086"]);
    expect(from1900.countsFrom1904).toBe(false);
    const from1904 = await read(makeWorkbook({ sheets: [{ name: "1", data: data(44_624) }], styles, date1904: true }));
    expect(from1904.rows.map(([date]) => date)).toEqual([march, march, "44624", "44624"]);
    expect(from1904.countsFrom1904).toBe(true);
  });

  test("§3.10 with texts in several fonts, with readings and escaped characters, is read as it looks", async () => {
    const sharedStrings = `<si><r><t>Све</t></r><r><t xml:space="preserve">ча </t></r><rPh><t>не читать</t></rPh></si><si><t>W16_x002D_EXR</t></si>`;
    const cells = sale.map((text, index) => {
      if (index === 4) return '<c t="s"><v>1</v></c>';
      return index === 5 ? '<c t="s"><v>0</v></c>' : `<c t="str"><v>${text}</v></c>`;
    });
    const titles = header.map((title) => `<c t="str"><f>A1</f><v>${title}</v></c>`);
    const data = `<row>${titles.join("")}</row><row>${cells.join("")}</row>`;
    expect((await read(makeWorkbook({ sheets: [{ name: "1", data }], sharedStrings }))).rows).toEqual([sale]);
  });

  test("§3.10 with formats and empty cells to the ends of the sheet is read", async () => {
    const data = `<row>${header.map((title) => `<c t="str"><v>${title}</v></c>`).join("")}</row><row>${sale.map((text) => `<c t="str"><v>${text}</v></c>`).join("")}<c r="XFD2" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>`;
    expect((await read(makeWorkbook({ sheets: [{ name: "1", data }] }))).rows).toEqual([sale]);
  });

  test("§3.10 of another format that is broken is refused in words that say what to do", async () => {
    const mimetype = "application/vnd.oasis.opendocument.spreadsheet";
    const ods = packZip64({ mimetype, "content.xml": "<office/>" });
    await expect(read(ods)).rejects.toThrow("Сохраните её ещё раз в формате XLSX или CSV");
    const xlsb = makeWorkbook({ part: "xl/workbook.bin", sheets: [sheet] });
    await expect(read(xlsb)).rejects.toThrow("Сохраните её ещё раз в формате XLSX или CSV");
  });
});

describe("a CSV text", () => {
  test("§3.10 whose addresses have more commas than its rows have delimiters is read", async () => {
    const address = "Магазин, г. Подольск, ул. Ленинская, д. 8, стр. 2, оф. 3, эт. 4, пом. 5, вход 6";
    const text = [header, sale.with(2, address), sale.with(2, address)].map((cells) => cells.join(";")).join("\r\n");
    expect((await read(Buffer.from(text))).rows).toEqual([sale.with(2, address), sale.with(2, address)]);
  });

  test("§3.10 whose lines end now in LF, now in CRLF is read to its last line", async () => {
    const text = `${header.join(";")}\n${sale.join(";")}\r\n${other.join(";")}\n${sale.join(";")}\r${other.join(";")}`;
    const { rows, numbers } = await read(Buffer.from(text));
    expect(rows).toEqual([sale, other, sale, other]);
    expect(numbers).toEqual([2, 3, 4, 5]);
  });

  test("§3.10 with a million rows of bare delimiters below the table is read", async () => {
    const text = `${header.join(";")}\r\n${sale.join(";")}\r\n${";;;;;;\r\n".repeat(1_000_000)}`;
    expect((await read(Buffer.from(text))).rows).toEqual([sale]);
  });

  test("§3.10 with a cell of several lines keeps the spreadsheet's row numbers", async () => {
    const text = `${header.join(";")}\r\n${sale.join(";").replace("Магазин", '"Магазин\nна углу"')}\r\n\r\n${other.join(";")}`;
    const { rows, numbers } = await read(Buffer.from(text));
    expect(rows[0]?.[2]).toBe("Магазин\nна углу");
    expect(numbers).toEqual([2, 4]);
  });

  test("§8.6 of few columns keeps a row that has the title of one of them as its value", async () => {
    const columns = {
      order: { title: "Заказ", hint: "", isRequired: true },
      reason: { title: "Причина", hint: "", isRequired: false },
    };
    const few = {
      columns,
      otherNames: { order: [], reason: [] },
      inFile: "В файле",
      noRowsMessage: "",
      maxRows: 9,
    } as const;
    const text = "Заказ;Причина\nА-1;Заказ\nПричина;Причина\nПричина;Заказ\nпоздно;А-2";
    const { rows } = await readTitledTable(Buffer.from(text), few);
    expect(rows.map((row) => [row.number, row.cell("order"), row.cell("reason")])).toEqual([
      [2, "А-1", "Заказ"],
      [3, "Причина", "Причина"],
      [5, "А-2", "поздно"],
    ]);
  });
});

describe("a table of an act", () => {
  const columns = {
    code: { title: "Код", hint: "", isRequired: true },
    day: { title: "День", hint: "", isRequired: true },
  };
  const titled = {
    columns,
    otherNames: { code: [], day: [] },
    inFile: "В файле",
    noRowsMessage: "В файле нет строк.",
    maxRows: 2,
  } as const;
  const readLines = (...lines: string[]) => readActTable(Buffer.from(["Код;День", ...lines].join("\n")), titled);
  const refused = (message: string) => ({ entries: [{ error_display_message: expect.stringContaining(message) }] });

  test("§8.6 has as many rows as it may have, and at least one", async () => {
    expect(await readLines("А-1;среда", "А-2;среда")).toHaveLength(2);
    await expect(readLines("А-1;среда", "А-2;среда", "А-3;среда")).rejects.toMatchObject(refused("больше 2 строк"));
    await expect(readLines()).rejects.toMatchObject(refused("В файле нет строк."));
  });

  test("§8.6 is refused by the first row that nobody can tell from the next", async () => {
    await expect(readLines('А-1;"среда', 'А-2;среда"')).rejects.toMatchObject(refused("Строка № 2. "));
  });

  test("§8.6 has texts as people see them in its cells", () => {
    const cells = [new Date("2026-03-05T00:00:00Z"), 7.5, " А-1 ", true, null];
    expect(cells.map(cellText)).toEqual(["2026-03-05", "7.5", "А-1", "true", ""]);
  });
});
