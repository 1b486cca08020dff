import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvFile } from "../../club/platform/http/csv";
import { parseTable } from "../../club/platform/spreadsheets/parser/parse-table";
import { normaliseText } from "../../contract/normalise-text";
import { tries } from "../setup/properties";

const header = ["Название", "Адрес", "Комментарий"];
const shape = { columns: header.map((title) => ({ title, hint: "", isRequired: true, otherNames: [] })) };

/** A cell of somebody who tries to bring a formula into other people's spreadsheets, or who just types. */
const cell = fc.oneof(
  // Files with other control characters aren't text.
  fc.string({ unit: "binary" }).map((text) => text.toWellFormed().replace(/(?![\t\r\n])\p{Cc}/gu, "")),
  fc.array(fc.constantFrom(..."=+-@\t\r\n;,\"'|1aЖ ＝＋－＠", "cmd", "\r\n")).map((pieces) => pieces.join("")),
);
const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 });

/** Whether lines within the cells are as wide as rows, so that the row can't be told from rows after an unclosed quote. */
function mayBeSeveralRows(cells: readonly string[]): boolean {
  const split = (text: string) => text.split(/\r\n|\r|\n/);
  const isWide = (line: string) => line.split(";").length >= header.length;
  // An export has its cells without spaces around them.
  const written = cells.map((text) => text.trim());
  const lines = split(written.join(";"));
  return lines.length > 1 && (lines.every(isWide) || written.some((text) => split(text).slice(1).some(isWide)));
}

/** The cells that a spreadsheet program finds; some take a comma and a tab for delimiters too. */
function readCells(content: Buffer | string, delimiter: string | string[]): string[] {
  const records: string[][] = parse(String(content), {
    bom: true,
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
  });
  return records.flat();
}

describe("an export", () => {
  test("§7.2 quotes a line break in somebody's name, so that no formula begins after it", () => {
    const { content } = csvFile("export.csv", ["Название"], [["Ось\n=1+1"], ["=1+1"]]);
    expect(content).toBe('\ufeffНазвание\r\n"Ось\n=1+1"\r\n\'=1+1\r\n');
  });

  test("§7.2 has no cell that a spreadsheet program takes for a formula, whatever people are called", () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(";", [";", ",", "\t"]), (rows, delimiter) => {
        const { content } = csvFile("export.csv", header, rows);
        const formulas = readCells(content, delimiter).filter((text) => /^[=+\-@\t\r＝＋－＠]/.test(text));
        expect(formulas).toEqual([]);
      }),
      tries(2_000),
    );
  });

  test("§7.2 has its numbers as numbers, also those below zero", () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger()), (numbers) => {
        const { content } = csvFile(
          "export.csv",
          header,
          numbers.map((number) => [number, null, ""]),
        );
        const [, ...lines] = String(content).trimEnd().split("\r\n");
        expect(lines).toEqual(numbers.map((number) => `${number};;`));
      }),
      tries(200),
    );
  });

  test("§7.2 §3.10 is read by the club itself with the same cells, also those that were neutralised", async () => {
    // An apostrophe of one's own before such a sign can't be told from one of the export.
    const restorable = cell.filter((text) => !/^'[=+\-@＝＋－＠]/.test(text.trim()));
    const row = fc.tuple(restorable, restorable, restorable).filter((cells) => !mayBeSeveralRows(cells));
    const rows = fc.array(row, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rows, async (rows) => {
        const { content } = csvFile("export.csv", header, rows);
        const table = await parseTable(Buffer.from(content), shape);
        // The club reads every text by its plain characters.
        const expected = rows
          .map((cells) => cells.map((text) => normaliseText(text).trim() || null))
          .filter((cells) => cells.some((text) => text !== null));
        expect(table).toMatchObject({ rows: expected.map((cells) => ({ cells })) });
      }),
      tries(500),
    );
  });
});
