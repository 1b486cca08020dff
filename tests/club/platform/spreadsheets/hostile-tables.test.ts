import { describe, expect, test, vi } from "vitest";
import { TableThread } from "../../../../club/platform/spreadsheets/table-thread";
import { readTitledTable } from "../../../../club/platform/spreadsheets/titled-table";
import { UnreadableTableError } from "../../../../club/platform/spreadsheets/unreadable-table-error";
import { startThread } from "../../../../club/platform/threads/start-thread";
import { reportTable } from "../../../../club/sales/deals/report-columns";
import { packZip64 } from "../../../files/archives";
import { HEADERS } from "../../../files/report-files";
import { makeWorkbook, makeWorkbookParts } from "../../../files/workbooks";

/** Most of it is the workers' own heaps while they live. */
const MEMORY_LIMIT = 900 * 1024 * 1024;

/** More than a crowded machine takes for any of these files. */
const HOWEVER_LONG_MS = 10 * 60_000;

const header = Object.values(HEADERS);
const headerRow = writeRow(header.map((title) => `<c t="inlineStr"><is><t>${title}</t></is></c>`).join(""));

const workbooks: [string, () => string, string][] = [
  ["a cell that says that it stands at the far end", () => farCell("'XFD1048576'"), "слишком много строк или столбцов"],
  ["three million beginnings of a cell", () => `<row>${"<c ".repeat(3_000_000)}`, "не удаётся прочитать"],
  ["three million cells within each other", () => `<row>${"<c>".repeat(3_000_000)}`, "не удаётся прочитать"],
  [
    "two million attributes",
    () => `<row ${Array.from({ length: 2_000_000 }, (_, index) => `a${index}=""`).join(" ")}/>`,
    "не удаётся прочитать",
  ],
  ["one cell of 127 MB", () => textCell("x".repeat(127_000_000)), "слишком много текста"],
  ["one cell of millions of pieces", () => textCell("x".repeat(30), 3_000_000), "слишком много текста"],
  [
    "a row that comes twice",
    () => `${headerRow}<row r="9"><c><v>1</v></c></row><row r="9"><c><v>2</v></c></row>`,
    "не удаётся прочитать",
  ],
  [
    "five million cells and more",
    () => `${writeRow("<c><v>1</v></c>".repeat(200))}`.repeat(26_000),
    "слишком много строк",
  ],
  ["millions of empty rows", () => headerRow + "<row/>".repeat(6_000_000), "нет ни одной строки"],
  ["a workbook of more than may be unpacked", () => " ".repeat(140_000_000), "слишком большой объём"],
];

describe("a hostile workbook of a few kilobytes", { timeout: HOWEVER_LONG_MS }, () => {
  test.each(workbooks)("§8.1 %s is refused while the process goes on answering", async (_name, makeRows, words) => {
    await refuses(makeWorkbook({ sheets: [{ name: "Лист1", data: makeRows() }] }), words);
  });

  test("§8.1 texts that every cell shares don't multiply in memory", async () => {
    const sharedStrings = `<si><t>${"ж".repeat(32_000)}</t></si>`;
    const data = headerRow + writeRow('<c t="s"><v>0</v></c>'.repeat(7)).repeat(100_000);
    await refuses(makeWorkbook({ sheets: [{ name: "Лист1", data }], sharedStrings }), "слишком много текста");
  });

  test("§8.1 millions of texts that no cell has are refused", async () => {
    const sharedStrings = "<si><t>а</t></si>".repeat(5_000_100);
    await refuses(makeWorkbook({ sheets: [{ name: "Лист1", data: headerRow }], sharedStrings }), "слишком много строк");
  });

  test("§8.1 entities that contain each other aren't expanded", async () => {
    const levels = Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
    const sheet = `<!DOCTYPE worksheet [<!ENTITY e0 "x">${levels.join("")}]><worksheet><sheetData>${textCell("&e12;")}</sheetData></worksheet>`;
    const parts = makeWorkbookParts({ sheets: [{ name: "Лист1", data: "" }] });
    await refuses(packZip64({ ...parts, "xl/worksheets/sheet1.xml": sheet }), "не удаётся прочитать");
  });
});

const texts: [string, () => string, string][] = [
  ["19 MB of delimiters", () => ";".repeat(19_000_000), "не хватает столбцов"],
  ["19 MB of delimiters before a value", () => `${";".repeat(19_000_000)}x`, "слишком много строк или столбцов"],
  ["19 MB of line ends before a value", () => `${"\n".repeat(19_000_000)}x`, "слишком много строк"],
  ["19 MB of quotes", () => '"'.repeat(19_000_000), "проверьте кавычки"],
  ["a quote that is never closed", () => `${header.join(";")}\n"${"x;\n".repeat(6_000_000)}`, "слишком много строк"],
  ["one cell of 19 MB", () => `${header.join(";")}\n${"x".repeat(19_000_000)}`, "не удаётся прочитать"],
  ["ten million cells", () => `${header.join(";")}\n${`${"x;".repeat(199)}\n`.repeat(48_000)}`, "слишком много строк"],
];

describe("a hostile text of 19 MB", { timeout: HOWEVER_LONG_MS }, () => {
  test.each(texts)("§8.1 %s is refused while the process goes on answering", async (_name, make, words) => {
    const { hadTurn } = await refuses(Buffer.from(make()), words);
    // Parsed in this thread, the text would leave no turn to anybody.
    expect(hadTurn).toBe(true);
  });
});

describe("a table that would take too much all the same", { timeout: HOWEVER_LONG_MS }, () => {
  const task = (content: Buffer) => ({
    key: "",
    content: new Uint8Array(content),
    shape: { columns: [{ title: "x", hint: "", isRequired: true, otherNames: [] }] },
    wantsRows: true,
  });

  test("§8.1 ends with its thread when its time is over, and the next table is read", async () => {
    const thread = new TableThread();
    const endless = Buffer.from("a;b;c;d;e;f;g;h\n".repeat(1_200_000));
    await expect(thread.parse(task(endless), 1, () => undefined)).rejects.toThrow("читается слишком долго");
    await thread.end();
    expect(thread.isEnded).toBe(true);
    await refuses(Buffer.from("a;b\n1;2"), "не хватает столбцов");
  });

  test("architecture: the thread sends more rows only when the last ones have been taken, so that others have their turn", async () => {
    const worker = startThread("table-worker", {});
    const received: string[] = [];
    worker.on("message", ({ kind }: { kind: string }) => void received.push(kind));
    const column = { hint: "", isRequired: true, otherNames: [] };
    const shape = {
      columns: [
        { ...column, title: "x" },
        { ...column, title: "y" },
      ],
    };
    worker.postMessage({ ...task(Buffer.from(`x;y\n${"1;2\n".repeat(1_200)}`)), shape });
    const expected: string[] = [];
    for (const kind of ["table", "rows", "rows", "rows", "rows", "rows"]) {
      // What it sent without being asked would come before its word on an empty table.
      worker.postMessage({ ...task(Buffer.from("")), shape });
      expected.push(kind, "unreadable");
      await expect.poll(() => received).toEqual(expected);
      worker.postMessage("next");
    }
    await worker.terminate();
  });

  test("§8.1 ends with its thread when the heap is full, and the process lives on", async () => {
    const thread = new TableThread(16);
    const sharedStrings = Array.from({ length: 600_000 }, (_, index) => `<si><t>текст ${index}</t></si>`).join("");
    const large = makeWorkbook({ sheets: [{ name: "Лист1", data: "" }], sharedStrings });
    await expect(thread.parse(task(large), 60_000, () => undefined)).rejects.toThrow("слишком большая");
    await thread.end();
  });
});

/**
 * Reads the file in a thread of its own, and watches whether something else had its turn and how much memory the process takes.
 * Here, what these files once did took from 15 s to for ever.
 */
async function refuses(content: Buffer, words: string): Promise<{ hadTurn: boolean }> {
  let hadTurn = false;
  const parse = parseHowever();
  const memory = process.memoryUsage().rss;
  let most = memory;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  setImmediate(() => {
    hadTurn = true;
  });
  try {
    const refusal = await readTitledTable(content, reportTable).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(UnreadableTableError);
    expect((refusal as Error).message).toContain(words);
  } finally {
    clearInterval(watch);
  }
  expect(parse).toHaveBeenCalledOnce();
  parse.mockRestore();
  expect(most - memory).toBeLessThan(MEMORY_LIMIT);
  return { hadTurn };
}

/** What a file is refused for, and not how fast this machine is: a busy one would say first that reading takes too long. */
function parseHowever() {
  const { parse } = TableThread.prototype;
  return vi.spyOn(TableThread.prototype, "parse").mockImplementation(function (this: TableThread, ...given) {
    const [task, , ...rest] = given;
    return parse.call(this, task, HOWEVER_LONG_MS, ...rest);
  });
}

function writeRow(cells: string): string {
  return `<row>${cells}</row>`;
}

function farCell(place: string): string {
  return writeRow(`<c r=${place} t="inlineStr"><is><t>ИНН</t></is></c>`);
}

/** A cell whose text comes in pieces of different fonts. */
function textCell(piece: string, pieces = 1): string {
  return writeRow(`<c t="inlineStr"><is>${`<t>${piece}</t>`.repeat(pieces)}</is></c>`);
}
