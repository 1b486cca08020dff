import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTable } from "../../club/platform/spreadsheets/parser/parse-table";
import { type CsvRecord, readRecords } from "../../club/platform/spreadsheets/parser/read-records";
import type { ShapedTable } from "../../club/platform/spreadsheets/table-shape";
import { readTitledTable } from "../../club/platform/spreadsheets/titled-table";
import { UnreadableTableError } from "../../club/platform/spreadsheets/unreadable-table-error";
import { reportTable } from "../../club/sales/deals/report-columns";
import { packArchive, packZip64 } from "../files/archives";
import { encodeWindows1251, HEADERS } from "../files/report-files";
import { makeWorkbookParts } from "../files/workbooks";
import { tries } from "../setup/properties";

const titles = Object.values(HEADERS);
const shape = { columns: titles.map((title) => ({ title, hint: "", isRequired: true, otherNames: [] })) };

/** Texts that a file in Windows-1251 can have too. */
const LETTERS = "абвёЯЖ№«»—…ABCxyz0123456789 .,;:-+=/\\'\"()\t\n|";
/**
 * A cell as the reader gives it: trimmed, and not one that an export has neutralised. One that ends in a delimiter could be
 * taken for the empty cells at the end of a file.
 */
const cell = fc
  .oneof(
    { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 12 }) },
    fc.constantFrom("г. Подольск, ул. Ленинская, д. 8, стр. 2, оф. 3, эт. 4, пом. 5", "1;2;3", "", "ИНН", '"Ось"'),
  )
  .map((text) => text.trim())
  .filter((text) => !/^'[=+-]|[;,]$/.test(text));
const table = fc.array(fc.tuple(cell, cell, cell, cell, cell, cell, cell), { maxLength: 12 });
type Cells = readonly string[];

/** What the reader gives for these rows: those with a value, by their numbers in the spreadsheet. */
function expectRows(rows: readonly Cells[]): { number: number; cells: (string | null)[] }[] {
  return rows
    .map((cells, index) => ({ number: index + 2, cells: cells.map((text) => text || null) }))
    .filter(({ cells }) => cells.some((text) => text !== null));
}

function rowsOf(read: ShapedTable) {
  return "missing" in read ? read : read.rows;
}

describe("a CSV file", () => {
  const form = fc.record({
    delimiter: fc.constantFrom(";", ",", "\t"),
    lineEnd: fc.constantFrom("\r\n", "\n", "\r", "mixed"),
    quotes: fc.constantFrom("all", "needed"),
    encoding: fc.constantFrom("utf-8", "utf-8-bom", "utf-16le", "utf-16be", "windows-1251"),
  });

  test("§3.10 is read with every cell, whatever its delimiter, quotes, line ends and encoding are", async () => {
    await fc.assert(
      fc.asyncProperty(table, form, async (rows, { delimiter, lineEnd, quotes, encoding }) => {
        const needsQuotes = (text: string) => quotes === "all" || text.includes(delimiter) || /["\r\n]/.test(text);
        const write = (text: string) => (needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text);
        const lineEnds = ["\r\n", "\n", "\r"];
        const lines = [titles, ...rows].map((cells) => cells.map(write).join(delimiter));
        const text = lines.map((line, index) => line + (lineEnd === "mixed" ? lineEnds[index % 2] : lineEnd)).join("");
        expect(rowsOf(await parseTable(encode(text, encoding), shape))).toEqual(expectRows(rows));
      }),
      tries(400),
    );
  });

  test("§3.10 with quotes anywhere, spaces and line ends has every line in exactly one row", () => {
    const piece = fc.constantFrom('"', '""', ";", ",", " ", "\u00a0", "\r\n", "\n", "\r", "а", "b", '";"', '"\n"');
    const text = fc.array(piece, { maxLength: 24 }).map((pieces) => `a;б ; г\n\n${pieces.join("")}я`);
    fc.assert(
      fc.property(text, fc.constantFrom(";", ",", "\t"), (text, delimiter) => {
        const records: CsvRecord[] = [];
        readRecords(text, delimiter, (record) => records.push(record));
        const lines = text.split(/\r\n|\r|\n/);
        expect(records.reduce((sum, { lines }) => sum + lines, 0)).toBe(lines.length);
        // What a row doesn't have of its lines are quotes, delimiters and spaces.
        const letters = (some: string) => some.replace(/[^аbaбгя]/g, "");
        let at = 0;
        for (const { fields, lines: taken } of records) {
          expect(letters(fields.join(""))).toBe(letters(lines.slice(at, at + taken).join("")));
          at += taken;
        }
      }),
      tries(2_000),
    );
  });

  test("§3.10 without broken quotes is read as csv-parse reads it", () => {
    const field = fc.string({ unit: fc.constantFrom('"', ";", " ", "\n", "а", "b"), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (rows) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(";")).join("\n");
        const records: string[][] = [];
        readRecords(text, ";", ({ fields }) => records.push(fields.map((one) => one.trim())));
        const expected: string[][] = parse(text, { delimiter: ";", relax_column_count: true, trim: true });
        // A row of which lines could be rows themselves has two readings, and isn't read in silence.
        fc.pre(records.length === expected.length);
        expect(records).toEqual(expected.map((row) => row.map((one) => one.trim())));
      }),
      tries(1_000),
    );
  });
});

function encode(text: string, encoding: string): Buffer {
  if (encoding === "windows-1251") return encodeWindows1251(text);
  if (encoding === "utf-8") return Buffer.from(text);
  if (encoding === "utf-8-bom") return Buffer.from(`\ufeff${text}`);
  const content = Buffer.from(`\ufeff${text}`, "utf16le");
  return encoding === "utf-16be" ? content.swap16() : content;
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

interface WorkbookForm {
  readonly cells: "inlineStr" | "str" | "shared";
  /** Whether rows and cells say where they stand. */
  readonly isPlaced: boolean;
  readonly prefix: string;
  readonly isZip64: boolean;
  readonly hasBackSlashes: boolean;
  readonly hiddenFirst: boolean;
}

/** Writes the rows as one of the workbooks that programs write. */
function writeWorkbook(rows: readonly Cells[], form: WorkbookForm): Buffer {
  const { prefix: x } = form;
  const shared: string[] = [];
  const writeCell = (text: string, place: string) => {
    const at = form.isPlaced ? ` r="${place}"` : "";
    if (text === "") return `<${x}c${at}/>`;
    const preserved = `<${x}t xml:space="preserve">${escapeXml(text)}</${x}t>`;
    if (form.cells === "inlineStr") return `<${x}c${at} t="inlineStr"><${x}is>${preserved}</${x}is></${x}c>`;
    if (form.cells === "str") return `<${x}c${at} t="str"><${x}f>A1</${x}f><${x}v>${escapeXml(text)}</${x}v></${x}c>`;
    shared.push(`<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
    return `<${x}c${at} t="s"><${x}v>${shared.length - 1}</${x}v></${x}c>`;
  };
  const data = rows
    .map((cells, row) => {
      const written = cells.map((text, column) => writeCell(text, String.fromCharCode(65 + column) + (row + 1)));
      return `<${x}row${form.isPlaced ? ` r="${row + 1}"` : ""}>${written.join("")}</${x}row>`;
    })
    .join("");
  const hidden = { name: "Старое", state: "hidden", data: [titles, titles] } as const;
  const sheet = { name: "Продажи", data };
  const parts = makeWorkbookParts({
    sheets: form.hiddenFirst ? [hidden, sheet] : [sheet],
    ...(form.cells === "shared" && { sharedStrings: shared.join("") }),
  });
  const named = Object.entries(parts).map(([name, part]) => [
    form.hasBackSlashes ? name.replaceAll("/", "\\") : name,
    part,
  ]);
  return (form.isZip64 ? packZip64 : packArchive)(Object.fromEntries(named));
}

const workbookForm = fc.record({
  cells: fc.constantFrom("inlineStr", "str", "shared"),
  isPlaced: fc.boolean(),
  prefix: fc.constantFrom("", "x:"),
  isZip64: fc.boolean(),
  hasBackSlashes: fc.boolean(),
  hiddenFirst: fc.boolean(),
}) as fc.Arbitrary<WorkbookForm>;

test("§3.10 a workbook is read with every cell, however a program has written it", async () => {
  await fc.assert(
    fc.asyncProperty(table, workbookForm, async (rows, form) => {
      const content = writeWorkbook([titles, ...rows], form);
      expect(rowsOf(await parseTable(content, shape))).toEqual(expectRows(rows));
    }),
    tries(200),
  );
});

/** A valid file, in which the damage then is done. */
const valid = fc.oneof(
  fc.tuple(table, workbookForm).map(([rows, form]) => writeWorkbook([titles, ...rows], form)),
  fc
    .tuple(table, fc.constantFrom("utf-8-bom", "utf-16le", "windows-1251"))
    .map(([rows, encoding]) => encode([titles, ...rows].map((cells) => cells.join(";")).join("\r\n"), encoding)),
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
/** What becomes of a file on its way. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant("flip" as const), at: share, byte: fc.nat({ max: 255 }) }),
  fc.record({ kind: fc.constant("cut" as const), at: share, to: share }),
  fc.record({ kind: fc.constant("repeat" as const), at: share, to: share }),
  fc.record({ kind: fc.constant("insert" as const), at: share, bytes: fc.uint8Array({ maxLength: 20 }) }),
  fc.record({ kind: fc.constant("end" as const), at: share }),
  // Offsets, sizes and counts of an archive are such numbers.
  fc.record({ kind: fc.constant("number" as const), at: share, value: fc.nat({ max: 0xffffffff }) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer One> ? One : never;

function applyDamage(content: Buffer, done: Damage): Buffer {
  const at = Math.floor(done.at * content.length);
  const [before, after] = [content.subarray(0, at), content.subarray(at)];
  if (done.kind === "end") return before;
  if (done.kind === "insert") return Buffer.concat([before, done.bytes, after]);
  if (done.kind === "cut" || done.kind === "repeat") {
    const length = Math.floor(done.to * 200);
    return Buffer.concat([
      before,
      done.kind === "cut" ? Buffer.alloc(0) : after.subarray(0, length),
      after.subarray(done.kind === "cut" ? length : 0),
    ]);
  }
  const changed = Buffer.from(content);
  if (done.kind === "flip" && at < changed.length) changed[at] = done.byte;
  if (done.kind === "number" && at + 4 <= changed.length) changed.writeUInt32LE(done.value, at);
  return changed;
}

const damaged = fc
  .tuple(valid, fc.array(damage, { minLength: 1, maxLength: 6 }))
  .map(([content, all]) => all.reduce(applyDamage, content));
const START_OF_ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const random = fc
  .tuple(fc.constantFrom(Buffer.alloc(0), START_OF_ZIP, Buffer.from([0xff, 0xfe])), fc.uint8Array({ maxLength: 400 }))
  .map(([start, bytes]) => Buffer.concat([start, bytes]));

describe("a damaged file", () => {
  test("§8.1 is read, or refused by the reader in its own words", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: damaged }, random), async (content) => {
        const read = await parseTable(content, shape).catch((error: unknown) => error);
        if (read instanceof Error) expect(read).toBeInstanceOf(UnreadableTableError);
        else expect(rowsOf(read as ShapedTable)).toBeInstanceOf(Object);
      }),
      tries(1_500),
    );
  });

  test("§8.1 never has to be ended by the deadline or the memory of the thread that reads it", async () => {
    const ends: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: damaged }, random), async (content) => {
        const read = await readTitledTable(content, reportTable).catch((error: unknown) => error);
        if (!(read instanceof Error)) return;
        expect(read).toBeInstanceOf(UnreadableTableError);
        if (/слишком долго|слишком большая/.test(read.message)) ends.push(read.message);
      }),
      tries(300),
    );
    expect(ends).toEqual([]);
  });
});
