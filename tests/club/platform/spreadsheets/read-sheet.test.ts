import { utils, type WorkBook, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { parseTable } from "../../../../club/platform/spreadsheets/parser/parse-table";
import type { TableShape } from "../../../../club/platform/spreadsheets/table-shape";
import { packArchive } from "../../../files/archives";
import { makeWorkbook, makeWorkbookParts, type RawSheet, type RawWorkbook } from "../../../files/workbooks";

const column = { hint: "", isRequired: true, otherNames: [] };
const shape: TableShape = {
  columns: [
    { ...column, title: "Артикул" },
    { ...column, title: "Название" },
  ],
};
const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
const TITLES = `<row>${text("Артикул")}${text("Название")}</row>`;

async function read(content: Buffer) {
  const table = await parseTable(content, shape);
  if ("missing" in table) throw new Error(`Missing; headers: ${table.headers.map(({ name }) => name).join(", ")}`);
  return table;
}

/** The second cell of each row, whose first one is its number. */
async function readCells(cells: readonly string[], workbook: Omit<RawWorkbook, "sheets"> = {}) {
  const rows = cells.map((cell, index) => `<row>${text(String(index))}${cell}</row>`);
  const { rows: read_ } = await read(
    makeWorkbook({ ...workbook, sheets: [{ name: "1", data: TITLES + rows.join("") }] }),
  );
  return read_.map((row) => row.cells[1]);
}

describe("a cell of a workbook", () => {
  test("§3.10 is a day where its style shows one, by the format's number or its letters", async () => {
    const codes = ["yyyy", "0\\d", "0_d", "h:mm", "General", "[Red]0", "dd.mm.yyyy", "DD.MM.YYYY"];
    const formats = codes.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join("");
    const ids = [
      0,
      13,
      14,
      22,
      23,
      26,
      27,
      36,
      37,
      44,
      45,
      47,
      48,
      49,
      50,
      58,
      59,
      ...codes.map((_, index) => 200 + index),
    ];
    const xfs = ids.map((id) => `<xf numFmtId="${id}"/>`).join("");
    const styles = `<numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs}</cellXfs>`;
    const values = await readCells(
      ids.map((_, style) => `<c s="${style}"><v>46086</v></c>`),
      { styles },
    );
    const shown = ids.filter((_, index) => values[index] instanceof Date);
    expect(shown).toEqual([14, 22, 27, 36, 45, 47, 50, 58, 200, 203, 206, 207]);
  });

  test("§3.10 with such a style is a number where no calendar has its day", async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const days = ["1", "59", "61", "2958465", "2958466", "-1"].map((day) => `<c s="0"><v>${day}</v></c>`);
    const values = await readCells(days, { styles });
    expect(values.map((value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value))).toEqual([
      "1900-01-01",
      "1900-02-28",
      "1900-03-01",
      "9999-12-31",
      2_958_466,
      -1,
    ]);
  });

  test("§3.10 of the kind that says its date is that day, and an instant is left to its time zone", async () => {
    const written = [
      "2026-03-05",
      "2026-03-05T23:30:00",
      "2026-03-05T21:00:00Z",
      "2026-03-05T21:00:00+03:00",
      "весной",
      "2026-02-31",
    ];
    const values = await readCells(written.map((date) => `<c t="d"><v>${date}</v></c>`));
    const day = new Date("2026-03-05T00:00:00Z");
    expect(values).toEqual([day, new Date("2026-03-05T23:30:00Z"), written[2], written[3], "весной", "2026-02-31"]);
  });

  test("§3.10 is yes or no, a number, or a text where it isn't one", async () => {
    const cells = ['<c t="b"><v>1</v></c>', '<c t="b"><v>0</v></c>', '<c t="b"><v>true</v></c>', "<c><v>нет</v></c>"];
    expect(await readCells(cells)).toEqual([true, false, true, "нет"]);
    expect(await readCells(['<c t="e"><v>#N/A</v></c>', "<c><f>1+1</f><v>2</v></c>"])).toEqual(["#N/A", 2]);
  });

  test("§3.10 stands where it says itself, in a row that doesn't say where it is", async () => {
    const data = `${TITLES}<row><c t="str" r="A7"><v>1</v></c>${text("Семь")}</row><row r="9">${text("2")}<c/>${text("x")}<c t="str" r="B9"><v>Девять</v></c></row><row r="12">${text("3")}${text("Двенадцать")}</row>`;
    const { rows } = await read(makeWorkbook({ sheets: [{ name: "1", data }] }));
    expect(rows).toEqual([
      { number: 7, cells: ["1", "Семь"] },
      { number: 9, cells: ["2", "Девять"] },
      { number: 12, cells: ["3", "Двенадцать"] },
    ]);
  });
});

describe("a sheet of a workbook", () => {
  const titled: RawSheet = { name: "Шаблон", data: [["Артикул", "Название"]] };
  const full: RawSheet = {
    name: "Март",
    data: [
      ["Артикул", "Название"],
      ["1", "Свеча"],
    ],
  };

  test("§3.10 that has titles only gives way to one with rows, and is told", async () => {
    const { rows, leftOut, notes, hasUnreadRows } = await read(makeWorkbook({ sheets: [titled, full] }));
    expect(rows).toHaveLength(1);
    expect(leftOut.slice(1)).toEqual([{ first_row: 0, last_row: 0, message: "Лист «Шаблон», строк: 1.", count: 1 }]);
    expect(notes.map(({ place }) => place)).toEqual(["Лист «Шаблон»"]);
    expect(hasUnreadRows).toBe(true);
    // The first of two such sheets is the table, which then has no rows.
    const both = await read(makeWorkbook({ sheets: [titled, { ...titled, name: "Ещё" }] }));
    expect([both.rows.length, both.notes.map(({ place }) => place)]).toEqual([0, ["Лист «Ещё»"]]);
  });

  test("§3.10 of which nothing can be read is told beside the one that is", async () => {
    const broken: RawSheet = { name: "Апрель", data: `${TITLES}<row>${text("1")}<c>` };
    const { notes, hasUnreadRows, leftOut } = await read(makeWorkbook({ sheets: [full, broken] }));
    expect(notes[0]?.message).toContain("строк не меньше 1");
    expect(leftOut.at(-1)).toMatchObject({ count: 1 });
    const unreadable = await read(makeWorkbook({ sheets: [full, { name: "Апрель", data: "<row><c" }] }));
    expect(unreadable.notes[0]?.message).toContain("число строк неизвестно");
    expect([hasUnreadRows, unreadable.hasUnreadRows]).toEqual([true, true]);
    expect((await read(makeWorkbook({ sheets: [full, { name: "Пустой", data: "" }] }))).hasUnreadRows).toBe(false);
  });

  test("§3.10 is never a hidden one, even where no other has the titles", async () => {
    for (const state of ["hidden", "veryHidden"] as const) {
      const sheets: RawSheet[] = [
        { ...full, state },
        { name: "Сводка", data: [["Сумма", "Дата"]] },
      ];
      await expect(read(makeWorkbook({ sheets }))).rejects.toThrow("Missing; headers: Сумма, Дата");
    }
  });

  test("§3.10 whose headers are told is the first that has a known one, else the first with texts", async () => {
    const other = (name: string, ...cells: string[]): RawSheet => ({ name, data: [cells] });
    const three = [shape.columns[0], shape.columns[1], { ...column, title: "Цена" }] as TableShape["columns"];
    const headersOf = async (sheets: readonly RawSheet[]) =>
      (await parseTable(makeWorkbook({ sheets }), { columns: three })).headers.map(({ name }) => name).join();
    const known = other("В", "Артикул", "Название");
    expect(await headersOf([{ name: "А", data: "" }, other("Б", "Сумма", "День"), other("Г", "Год", "Месяц")])).toBe(
      "Сумма,День",
    );
    expect(await headersOf([other("Б", "Сумма", "День"), known, other("Г", "Год", "Месяц")])).toBe("Артикул,Название");
  });

  test("§3.10 may count its days from 1904 in either spelling", async () => {
    const parts = makeWorkbookParts({ sheets: [full], date1904: true });
    const named = (value: string) =>
      packArchive({
        ...parts,
        "xl/workbook.xml": (parts["xl/workbook.xml"] ?? "").replace('date1904="1"', `date1904="${value}"`),
      });
    const found = await Promise.all(
      ["1", "true", "0", "false"].map(async (value) => (await read(named(value))).countsFrom1904),
    );
    expect(found).toEqual([true, true, false, false]);
  });

  test("§8.1 that stands outside of the file isn't looked for", async () => {
    const parts = makeWorkbookParts({ sheets: [full, { ...full, name: "Чужой" }] });
    const name = "xl/_rels/workbook.xml.rels";
    const outside = (parts[name] ?? "").replace(
      '<Relationship Id="rId1"',
      '<Relationship TargetMode="External" Id="rId1"',
    );
    const { rows, notes } = await read(packArchive({ ...parts, [name]: outside }));
    expect([rows.length, notes]).toEqual([1, []]);
  });
});

describe("a workbook of another format", () => {
  const day = 46_086;

  function make(bookType: "biff8" | "xlsb" = "biff8", change: (book: WorkBook) => void = () => undefined): Buffer {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([
      ["Артикул", "Название"],
      ["1", true],
      ["2", day],
      ["3", 0.5],
    ]);
    for (const place of ["B3", "B4"]) sheet[place].z = "dd.mm.yyyy";
    sheet["!rows"] = [{}, { hidden: true }];
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ["Артикул", "Название"],
        ["9", "Старое"],
      ]),
      "Старое",
    );
    utils.book_append_sheet(book, sheet, "Март");
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }], WBProps: {} };
    change(book);
    return Buffer.from(write(book, { type: "buffer", bookType }));
  }

  test("§3.10 has days, yes and no, a time that is no day, and hidden rows and sheets", async () => {
    const { rows, leftOut } = await read(make());
    expect(rows.map(({ cells }) => cells[1])).toEqual([true, new Date("2026-03-05T00:00:00Z"), 0.5]);
    // The writer knows hidden rows in this format only.
    expect((await read(make("xlsb"))).notes.map(({ place }) => place)).toEqual(["Скрытые строки"]);
    expect(leftOut.at(-1)?.message).toBe("Скрытый лист «Старое», строк: 2.");
    const veryHidden = await read(
      make("biff8", (book) => Object.assign(book.Workbook?.Sheets?.[0] ?? {}, { Hidden: 2 })),
    );
    expect(veryHidden.rows).toHaveLength(3);
  });

  test("§3.10 may count its days from 1904", async () => {
    const { rows, countsFrom1904 } = await read(
      make("biff8", (book) => {
        book.Workbook = { ...book.Workbook, WBProps: { date1904: true } };
      }),
    );
    expect(countsFrom1904).toBe(true);
    expect(rows[1]?.cells[1]).toEqual(new Date(Date.UTC(1904, 0, 1 + day)));
  });
});
