import { type BookType, CFB, utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { readTitledTable } from "../../../../club/platform/spreadsheets/titled-table";
import { reportTable } from "../../../../club/sales/deals/report-columns";
import { packArchive } from "../../../files/archives";
import { HEADERS, pictureAsXlsx } from "../../../files/report-files";

const titles = Object.values(HEADERS);
const day = new Date("2026-03-05T00:00:00Z");
const sales = [
  [day, "79000000002", "Магазин", 5000200016, "BP-6175", "Колодки", 2],
  ["06.03.2026", "79000000002", "Ёлка", "5000200016", "BP-6175", "Колодки", 2.9999999999999996],
];

function write97(type: BookType): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([titles, ...sales], { UTC: true }), "Март");
  utils.book_append_sheet(book, utils.aoa_to_sheet([["Итоги"], [5]]), "Сводка");
  return Buffer.from(write(book, { type: "buffer", bookType: type }));
}

/** The columns that these files have: the first ones of a report. */
const TITLES = titles.length;

async function read(content: Buffer) {
  const { rows, lines, leftOut } = await readTitledTable(content, reportTable);
  const columns = (Object.keys(reportTable.columns) as (keyof typeof reportTable.columns)[]).slice(0, TITLES);
  const cells = rows.map((row) => columns.map((column) => row.cell(column)));
  return { cells, lines, leftOut: leftOut.reduce((sum, { count }) => sum + count, 0) };
}

describe("a table of another format", () => {
  test.each(["biff8", "xlsb", "ods", "fods", "xlml"] as const)(
    "§3.10 %s is read with its days, numbers and other sheets",
    async (type) => {
      const { cells, lines, leftOut } = await read(write97(type));
      expect(cells).toEqual([sales[0], ["06.03.2026", ...(sales[1] ?? []).slice(1, 6), 3]]);
      expect([lines, leftOut]).toEqual([5, 3]);
    },
  );

  test("§3.10 HTML is read as its texts, in the encoding of the file", async () => {
    const rows = [titles, ["3/5/26", "79000000002", "Ёлка", "5000200016", "BP-6175", "Колодки", "1,000"]];
    const table = rows.map((row) => `<tr>${row.map((one) => `<td>${one}</td>`).join("")}</tr>`).join("");
    const { cells } = await read(Buffer.from(`\ufeff<html><body><table>${table}</table></body></html>`));
    expect(cells).toEqual([rows[1]]);
  });
});

/** A compound file with this stream. */
function compound(stream: string): Buffer {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, `/${stream}`, Buffer.from("x"));
  return Buffer.from(CFB.write(file, { type: "buffer" }));
}

describe("a file that isn't read", () => {
  const zip = (part: string) => packArchive({ [part]: "<x/>" });
  test.each([
    ["a picture", pictureAsXlsx, "Это картинка"],
    ["a PDF", Buffer.from("%PDF-1.7\n%\u00e2\u00e3"), "Это документ PDF"],
    ["a text of Word", zip("word/document.xml"), "Это документ Word"],
    ["a table of Numbers", zip("Index/Document.iwa"), "Экспортируйте её в Excel"],
    ["a workbook with a password", compound("EncryptedPackage"), "защищён паролем"],
    ["a document of Word 97", compound("WordDocument"), "Это документ Word"],
    ["an archive", Buffer.from("Rar!\u001a\u0007"), "Это архив"],
    ["a zip of anything else", zip("readme.txt"), "Это не таблица"],
  ])("§8.1 %s is refused by its own name", async (_name, content, words) => {
    await expect(read(content)).rejects.toThrow(words);
  });

  test("§8.1 a table of OpenDocument that unpacks to too much is refused before the library has it", async () => {
    const bomb = packArchive({ mimetype: "x", "content.xml": Buffer.alloc(140 * 1024 * 1024, " ") }, (name, size) =>
      name === "mimetype" ? size : 1000,
    );
    await expect(read(bomb)).rejects.toThrow("слишком большой объём");
  });
});
