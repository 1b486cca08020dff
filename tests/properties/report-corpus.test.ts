import { utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { readTitledTable } from "../../club/platform/spreadsheets/titled-table";
import { PLAIN_READING, readCount, readSellDate } from "../../club/sales/deals/read-report-row";
import { reportTable } from "../../club/sales/deals/report-columns";
import { encodeWindows1251, HEADERS } from "../files/report-files";
import { makeWorkbook } from "../files/workbooks";

/** Days of sales: the last one can only have one order. */
const DAYS = ["2026-03-05", "2026-03-11", "2026-11-03", "2026-11-20"] as const;
const YEAR = 2026;

const formats = ["csv;", "csv,", "csv\t", "xlsx", "biff8", "xlsb", "ods", "xlml", "html"] as const;
const encodings = ["utf-8", "utf-8-bom", "utf-16le", "windows-1251", "ibm866", "koi8-r"] as const;
const orders = ["d.m.y", "d/m/y", "m/d/yy", "y-m-d"] as const;
const shapes = ["plain", "titled", "totals", "repeated"] as const;
const damages = ["none", "quote", "inner quote", "control", "no-break", "bad date", "empty rows"] as const;

interface Case {
  readonly format: (typeof formats)[number];
  readonly encoding: (typeof encodings)[number];
  readonly order: (typeof orders)[number];
  readonly shape: (typeof shapes)[number];
  readonly damage: (typeof damages)[number];
}

/** Each value of one thing with each of the next, and the others taken in turn. */
const corpus: Case[] = formats.flatMap((format, f) =>
  (format.startsWith("csv") ? encodings : ["utf-8" as const]).flatMap((encoding, e) =>
    orders.flatMap((order, o) =>
      damages
        .filter((_, d) => (d + o + e + f) % 3 === 0)
        .map((damage, d) => ({
          format,
          encoding,
          order,
          damage,
          shape: shapes[(d + o + e) % shapes.length] ?? "plain",
        })),
    ),
  ),
);

function writeDay(day: string, order: Case["order"]): string {
  const [y = "", m = "", d = ""] = day.split("-");
  if (order === "d.m.y") return `${d}.${m}.${y}`;
  if (order === "d/m/y") return `${Number(d)}/${Number(m)}/${y}`;
  return order === "m/d/yy" ? `${Number(m)}/${Number(d)}/${y.slice(2)}` : day;
}

/** The rows of a case, and how many of them have a value. */
function makeRows({ order, shape, damage }: Case) {
  const sales = DAYS.map((day, index) => {
    const shop = damage === "quote" && index === 1 ? '"Центр' : damage === "inner quote" ? '"Ось" ООО' : "Ёлка";
    const inn = damage === "no-break" ? "5000200016\u00a0" : "5000200016";
    const date = damage === "bad date" && index === 2 ? "31.02.2026" : writeDay(day, order);
    const name = damage === "control" && index === 0 ? "Колодки\u0001" : "Колодки";
    return [date, "79000000002", shop, inn, "BP-6175", name, String(index + 2)];
  });
  const titles = Object.values(HEADERS);
  const rows: string[][] = [
    ...(shape === "titled" ? [["Отчёт о продажах"]] : []),
    titles,
    ...sales.slice(0, 2),
    ...(damage === "empty rows" ? [[""], ["", ""]] : []),
    ...(shape === "repeated" ? [titles] : []),
    ...sales.slice(2),
    ...(shape === "totals" ? [["Итого", "", "", "", "", "", "14"]] : []),
  ];
  return { rows, sales, lines: rows.filter((cells) => cells.some((cell) => cell !== "")).length };
}

const letters = new Map<string, Map<string, number>>();
function encode(text: string, encoding: Case["encoding"]): Buffer {
  if (encoding === "utf-8" || encoding === "utf-8-bom")
    return Buffer.from(encoding === "utf-8" ? text : `\ufeff${text}`);
  if (encoding === "utf-16le") return Buffer.from(`\ufeff${text}`, "utf16le");
  if (encoding === "windows-1251") return encodeWindows1251(text);
  const decoder = new TextDecoder(encoding);
  const known =
    letters.get(encoding) ??
    new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  letters.set(encoding, known);
  return Buffer.from([...text].map((letter) => known.get(letter) ?? 0x3f));
}

function writeFile(rows: readonly (readonly string[])[], { format, encoding }: Case): Buffer {
  if (format.startsWith("csv")) return encode(rows.map((cells) => cells.join(format.slice(3))).join("\r\n"), encoding);
  // XML can't have control characters, and programs leave them out.
  const clean = rows.map((cells) => cells.map((cell) => cell.replaceAll("\u0001", "")));
  if (format === "xlsx") return makeWorkbook({ sheets: [{ name: "1", data: clean }] });
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(clean), "1");
  const type = format === "biff8" || format === "xlsb" || format === "ods" || format === "xlml" ? format : "html";
  return Buffer.from(write(book, { type: "buffer", bookType: type }));
}

describe(`a corpus of ${corpus.length} files`, () => {
  test("§3.10 every line of a file is a row of its table or left out, and each sale has its day and pieces", async () => {
    expect(corpus.length).toBeGreaterThanOrEqual(150);
    for (const one of corpus) {
      const { rows, sales, lines } = makeRows(one);
      const about = JSON.stringify(one);
      const table = await readTitledTable(writeFile(rows, one), { ...reportTable, year: YEAR }).catch(
        (error: unknown) => {
          throw new Error(about, { cause: error });
        },
      );
      const leftOut = table.leftOut.reduce((sum, { count }) => sum + count, 0);
      expect([about, table.lines, table.rows.length + leftOut]).toEqual([about, lines, lines]);
      const reading = { ...PLAIN_READING, ...table.reading };
      const read = table.rows.map((row) => [
        readSellDate(row.cell("sell_date"), reading),
        readCount(row.cell("sell_count"), reading),
      ]);
      const expected = sales.map((_, index) => [
        one.damage === "bad date" && index === 2 ? null : DAYS[index],
        index + 2,
      ]);
      expect([about, read]).toEqual([about, expected]);
    }
  });
});
