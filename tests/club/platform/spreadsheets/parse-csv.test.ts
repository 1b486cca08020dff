import { describe, expect, test } from "vitest";
import { decodeText } from "../../../../club/platform/spreadsheets/parser/decode-text";
import { parseTable } from "../../../../club/platform/spreadsheets/parser/parse-table";
import type { TableShape } from "../../../../club/platform/spreadsheets/table-shape";

const column = { hint: "", isRequired: true, otherNames: [] };
const shape: TableShape = {
  columns: [
    { ...column, title: "Дата", otherNames: ["date"] },
    { ...column, title: "Магазин", isRequired: false },
    { ...column, title: "Название", isRequired: false },
    { ...column, title: "ИНН", otherNames: ["inn"] },
    { ...column, title: "Количество", kind: "count", otherNames: ["qty"] },
  ],
};
const TITLES = "Дата;Магазин;Название;ИНН;Количество";

async function read(content: Buffer | string, changes: Partial<TableShape> = {}) {
  const table = await parseTable(Buffer.from(content), { ...shape, ...changes });
  if ("missing" in table) throw new Error(`Missing; headers: ${table.headers.map(({ name }) => name).join(", ")}`);
  return table;
}

/** A text in an encoding of one byte a letter. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Buffer.from([...text].map((letter) => bytes.get(letter) ?? 63));
}

describe("the letters of a text", () => {
  test("§3.10 are of the encoding in which it has titles, whatever the values look like", async () => {
    // In Windows-1251 the bytes of these letters are the most frequent ones.
    const content = encode(`${TITLES}\n05.03.2026;${"Ю".repeat(500)};Н;5000200016;2`, "koi8-r");
    expect(decodeText(content, () => 0).text).not.toContain("Магазин");
    expect((await read(content)).rows[0]?.cells[1]).toBe("Ю".repeat(500));
  });

  test("§3.10 are UTF-8 where its mark says so, however few of them can be read", async () => {
    const damaged = Buffer.from([0xff, 0x3b, 0xff, 0xff, 0x3b]);
    const content = Buffer.concat([Buffer.from("\ufeffdate;shop;inn;qty\n05.03.2026;"), damaged, Buffer.from("2")]);
    const { rows, notes } = await read(content);
    expect(rows[0]?.cells).toEqual(["05.03.2026", null, null, "\ufffd\ufffd", "2"]);
    expect(notes).toEqual([
      { place: "Текст файла", message: expect.stringContaining("не читаются: 3, первый — в строке № 2") },
    ]);
  });

  test("§3.10 that are damaged in several rows are told by the first one", async () => {
    const rows = [
      TITLES,
      "05.03.2026;Ось;Н;5000200016;2",
      "06.03.2026;О#;Н;5000200016;2",
      "07.03.2026;#;Н;5000200016;2",
    ];
    const content = Buffer.from(rows.join("\n"));
    for (let at = content.indexOf("#"); at >= 0; at = content.indexOf("#")) content[at] = 0xff;
    const { notes } = await read(content);
    expect(notes[0]?.message).toContain("не читаются: 2, первый — в строке № 3");
  });
});

test.each([",", "\t", ";"])(
  "§3.10 headers that nobody knows are told apart by the most frequent delimiter: %j",
  async (delimiter) => {
    const lines = [
      ["Сумма", "День", "Кто"],
      ["5", '"а;б;в,г,д"', "Я"],
    ].map((cells) => cells.join(delimiter));
    await expect(read(`\n${lines.join("\n")}`)).rejects.toThrow("Missing; headers: Сумма, День, Кто");
  },
);

test("§3.10 the header that a distributor has of its own goes before a usual one of the same column", async () => {
  const columns = shape.columns.map((one) => (one.kind === "count" ? { ...one, ownName: "Отгружено" } : one));
  const { rows } = await read("Дата;ИНН;Количество;Отгружено\n05.03.2026;5000200016;9;2", { columns });
  expect(rows[0]?.cells[4]).toBe("2");
});

describe("a quote that isn't closed", () => {
  /** A row of five columns; the shop opens a quote, or the name closes one. */
  const open = '05.03.2026;"Ось;Н;5000200016;2';
  const close = '07.03.2026;Ось;Н";5000200016;4';

  test("§3.10 is a character where its lines are rows themselves, also with an empty cell among them", async () => {
    const { rows } = await read([TITLES, open, "06.03.2026;Даль;Н;;3", close].join("\n"));
    expect(rows.map(({ number, cells, problem }) => [number, cells[1], problem])).toEqual([
      [2, '"Ось', undefined],
      [3, "Даль", undefined],
      [4, "Ось", undefined],
    ]);
  });

  test("§3.10 is so by the width of most rows, not of the last one", async () => {
    const wide = "04.03.2026;Ось;Н;5000200016;2;лишнее";
    const { rows } = await read([TITLES, "03.03.2026;Ось;Н;5000200016;1", wide, open, close].join("\n"));
    expect(rows.map(({ number, problem }) => [number, problem])).toEqual([2, 3, 4, 5].map((row) => [row, undefined]));
  });

  test("§3.10 is told where a line within it is as wide as a row and yet none", async () => {
    const { rows } = await read([TITLES, open, "06.03.2026;Даль;Н;нет;3", close].join("\n"));
    expect(rows.map(({ number, problem }) => [number, problem?.slice(0, 24)])).toEqual([
      [2, "Кавычка, открытая здесь,"],
      [3, "Строку захватила кавычка"],
      [4, "Строку захватила кавычка"],
    ]);
  });
});
