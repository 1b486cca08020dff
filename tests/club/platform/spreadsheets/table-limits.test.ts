import { utils } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { LIMITS } from "../../../../club/platform/spreadsheets/parser/limits";
import { openArchive } from "../../../../club/platform/spreadsheets/parser/open-archive";
import { parseTable } from "../../../../club/platform/spreadsheets/parser/parse-table";
import { readXml } from "../../../../club/platform/spreadsheets/parser/read-xml";
import { TitledRows } from "../../../../club/platform/spreadsheets/parser/titled-rows";
import { packArchive } from "../../../files/archives";
import { makeWorkbook } from "../../../files/workbooks";

/** Whatever is exactly as large as it may be is read, and one more isn't. */

const column = { hint: "", isRequired: true, otherNames: [] };
const shape = {
  columns: [
    { ...column, title: "Артикул" },
    { ...column, title: "Название" },
  ],
};
const TITLES = ["Артикул", "Название"];
const MUCH = "слишком много строк или столбцов";

async function readRows(content: Buffer) {
  const table = await parseTable(content, shape);
  return "rows" in table ? table.rows : [];
}

/** The place of a cell, such as GR2. */
const place = (row: number, of: number) => utils.encode_cell({ r: row - 1, c: of - 1 });

/** Writes a table whose last value stands in a row and a column. */
type Writer = (row: number, column: number) => Buffer;

const writers: Readonly<Record<string, Writer>> = {
  CSV: (row, of) =>
    Buffer.from(`${TITLES.join(";")}\n1;2\n${"\n".repeat(row - 3)}1;2${";".repeat(of - 2)}${of > 2 ? "x" : ""}`),
  XLSX: (row, of) => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const first = `<row r="1">${TITLES.map((text, index) => cell(place(1, index + 1), text)).join("")}</row>`;
    const last = ["1", "2", ...(of > 2 ? ["x"] : [])];
    const cells = last.map((text, index) => cell(place(row, index === 2 ? of : index + 1), text));
    return makeWorkbook({ sheets: [{ name: "1", data: `${first}<row r="${row}">${cells.join("")}</row>` }] });
  },
};

describe.each(Object.entries(writers))("a table in %s", (_name, writeTable) => {
  const lastRow = async (row: number, of: number) => (await readRows(writeTable(row, of))).at(-1)?.number;

  test("§8.1 is read to its last row, and refused with one more", async () => {
    expect(await lastRow(LIMITS.rows, 2)).toBe(LIMITS.rows);
    await expect(lastRow(LIMITS.rows + 1, 2)).rejects.toThrow(MUCH);
  });

  test("§8.1 is read to its last column, and refused with one more", async () => {
    expect(await lastRow(5, LIMITS.columns)).toBe(5);
    await expect(lastRow(5, LIMITS.columns + 1)).rejects.toThrow(MUCH);
  });
});

describe("the text of a table", () => {
  const long = (length: number) => "ж".repeat(length);
  const tables: Readonly<Record<string, (text: string) => Buffer>> = {
    "a text": (text) => Buffer.from(`${TITLES.join(";")}\n1;${text}\n`),
    "a workbook": (text) => makeWorkbook({ sheets: [{ name: "1", data: [TITLES, ["1", text]] }] }),
  };

  test.each(Object.entries(tables))("§8.1 one cell of %s may have as much as a spreadsheet's", async (_name, make) => {
    const [row] = await readRows(make(long(LIMITS.cellText)));
    expect(String(row?.cells[1])).toHaveLength(LIMITS.cellText);
    await expect(readRows(make(long(LIMITS.cellText + 1)))).rejects.toThrow();
  });

  test("§8.1 all cells together may have exactly so much, and so many may have a value", () => {
    const filled = (cells: readonly string[], count: number) => {
      const table = new TitledRows(shape);
      table.add(1, TITLES);
      for (let row = 2; row < count + 2; row++) table.add(row, cells);
      return { add: (more: readonly string[]) => table.add(count + 2, more), table };
    };
    const text = filled([long(24_999), "1"], LIMITS.text / 25_000);
    expect(() => text.table.finish()).not.toThrow();
    expect(() => text.add(["1", ""])).toThrow("слишком много текста");

    const row = Array.from({ length: LIMITS.columns }, () => "1");
    const cells = filled(row, LIMITS.cells / LIMITS.columns - 1);
    // Two values of this row are the titles'.
    cells.add(row.slice(2));
    expect(() => cells.table.add(LIMITS.rows, ["1"])).toThrow(MUCH);
  });
});

test("§8.1 an archive may unpack to exactly so many bytes, and have ten thousand parts", async () => {
  const half = Buffer.alloc(LIMITS.unpacked / 2);
  const measure = async (parts: Parameters<typeof packArchive>[0]) => (await openArchive(packArchive(parts))).measure();
  await measure({ one: half, other: half });
  await expect(measure({ one: half, other: half, more: Buffer.alloc(1) })).rejects.toThrow("слишком большой объём");
  const parts = Array.from({ length: 10_000 }, (_, index) => [`${index}.xml`, new Uint8Array()]);
  await openArchive(packArchive(Object.fromEntries(parts)));
});

describe("the XML of a workbook", () => {
  async function* pieces(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text);
  }
  const nested = (depth: number) => pieces(`${"<a>".repeat(depth)}${"</a>".repeat(depth)}`);
  const attributed = (count: number) =>
    pieces(`<a ${Array.from({ length: count }, (_, index) => `b${index}=""`).join(" ")}/>`);
  const silent = (length: number) => pieces("<a>", `<!--${" ".repeat(length - 4)}`, "--></a>");

  test.each([
    ["a hundred elements within each other", nested, 100],
    ["five hundred attributes", attributed, 500],
    ["a megabyte without an end", silent, 1024 * 1024],
  ])("§8.1 may have %s and not one more", async (_name, make, most) => {
    await readXml(make(most), {});
    await expect(readXml(make(most + 1), {})).rejects.toThrow();
  });
});
