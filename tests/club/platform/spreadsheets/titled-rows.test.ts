import { describe, expect, test } from "vitest";
import { parseTable } from "../../../../club/platform/spreadsheets/parser/parse-table";
import type { TableShape } from "../../../../club/platform/spreadsheets/table-shape";
import { makeWorkbook } from "../../../files/workbooks";

const shape: TableShape = {
  year: 2026,
  columns: [
    { title: "Дата", hint: "", isRequired: true, otherNames: ["датапродажи"], kind: "day" },
    { title: "ИНН", hint: "", isRequired: true, otherNames: ["иннклиента"] },
    { title: "Количество", hint: "", isRequired: true, otherNames: ["колво"], kind: "count" },
    { title: "Магазин", hint: "", isRequired: false, otherNames: [] },
  ],
};
const TITLES = "Дата;ИНН;Количество;Магазин";
const row = (day: number, count: string | number = 2, shop = "Ось") => `0${day}.03.2026;5000200016;${count};${shop}`;

async function read(lines: readonly string[], changes: Partial<TableShape> = {}) {
  const table = await parseTable(Buffer.from(lines.join("\n")), { ...shape, ...changes });
  if ("missing" in table) throw new Error(`Missing: ${table.missing.map(({ title }) => title).join(", ")}`);
  const leftOut = table.leftOut.map(({ first_row, last_row, message }) => `${first_row}–${last_row} ${message}`);
  return { ...table, numbers: table.rows.map(({ number }) => number), leftOut };
}

describe("the row of totals", () => {
  test.each([
    ["Итого", "Итого;;10;"],
    ["Подытог", "Подытог;;10;"],
    ["Всего", "Всего за день;;10;"],
    ["a word behind the number of the row", "7;Итого;;10;", "№;Дата;ИНН;Количество;Магазин"],
    ["a word in a column that nobody asked for", "Итого:;05.03.2026;;10;", "№;Дата;ИНН;Количество;Магазин"],
    ["a word in the place of a value, the others filled", "Итого;5000200016;10;Ось"],
  ])("§3.10 is known by %s", async (_name, total, titles = TITLES) => {
    const sale = titles === TITLES ? row(5) : `1;${row(5)}`;
    const { numbers, leftOut } = await read([titles, sale, total]);
    expect(numbers).toEqual([2]);
    expect(leftOut).toEqual(["1–1 Названия столбцов.", "3–3 Итог, а не продажа."]);
  });

  test("§3.10 isn't a whole sale of a shop of that name, nor a word that only begins so", async () => {
    const { numbers } = await read([TITLES, row(5, 2, "Итог"), row(6, 2, "Всего хорошего"), "Итоговая;;2;"]);
    expect(numbers).toEqual([2, 3, 4]);
  });

  test("§3.10 is told by its own place each time", async () => {
    const { leftOut } = await read([TITLES, row(5), "Итого;;2;", "Всего;;2;", row(6), "Итого;;4;"]);
    expect(leftOut.slice(1)).toEqual(["3–4 Итог, а не продажа.", "6–6 Итог, а не продажа."]);
  });
});

describe("the titles", () => {
  test("§3.10 are the first of two rows that name as many columns", async () => {
    const { rows, leftOut } = await read([
      TITLES,
      row(5),
      "Количество;Дата;ИНН;Магазин",
      `3;${row(6).replace(";2;", ";")}`,
    ]);
    expect(rows.map(({ number, cells }) => [number, cells[0], cells[2]])).toEqual([
      [2, "05.03.2026", "2"],
      [4, "06.03.2026", "3"],
    ]);
    expect(leftOut).toEqual(["1–1 Названия столбцов.", "3–3 Названия столбцов."]);
  });

  test("§3.10 are looked for in the first thirty rows", async () => {
    const above = (count: number) => Array.from({ length: count }, (_, index) => `Примечание ${index}`);
    expect((await read([...above(29), TITLES, row(5)])).numbers).toEqual([31]);
    await expect(read([...above(30), TITLES, row(5)])).rejects.toThrow("Missing: Дата, ИНН, Количество");
  });

  test("§3.10 above which a row is whole leave rows unread", async () => {
    expect(await read([row(4), TITLES, row(5)])).toMatchObject({ numbers: [3], hasUnreadRows: true });
    expect(await read(["Отчёт;за;март;2026", TITLES, row(5)])).toMatchObject({ hasUnreadRows: true });
    expect(await read(["Отчёт;;март;2026", TITLES, row(5)])).toMatchObject({ numbers: [3], hasUnreadRows: false });
  });

  test("§3.10 of a column by two of its names are its own title first, except for numbers", async () => {
    const twice = await read([`Дата продажи;${TITLES}`, `01.03.2026;${row(5)}`]);
    expect(twice.rows[0]?.cells[0]).toBe("05.03.2026");
    await expect(read([`Дата;${TITLES}`, `01.03.2026;${row(5)}`])).rejects.toThrow("Missing: Дата");
    await expect(read([`Кол-во;${TITLES}`, `3;${row(5)}`])).rejects.toThrow("Missing: Количество");
    const optional = shape.columns.map((column) => ({ ...column, isRequired: column.kind !== "count" }));
    const free = await read([`Кол-во;${TITLES}`, `3;${row(5)}`], { columns: optional });
    expect(free.rows[0]?.cells[2]).toBe("2");
  });

  test("§3.10 that a distributor has of its own are nobody else's", async () => {
    const columns = shape.columns.map((column) =>
      column.title === "Магазин"
        ? { ...column, ownName: "ИНН" }
        : column.title === "ИНН"
          ? { ...column, ownName: "Код" }
          : column,
    );
    const { rows } = await read(["Дата;ИНН;Количество;Код;Магазин", "05.03.2026;Ось;2;5000200016;Даль"], { columns });
    expect(rows[0]?.cells).toEqual(["05.03.2026", "5000200016", "2", "Ось"]);
    await expect(read(["Дата;ИНН;Количество", "05.03.2026;5000200016;2"], { columns })).rejects.toThrow("Missing: ИНН");
  });

  test("§3.10 that stand as before again are told as another change of places", async () => {
    const moved = "Количество;Дата;ИНН;Магазин";
    const { notes, numbers } = await read([
      TITLES,
      row(5),
      moved,
      "3;06.03.2026;5000200016;Ось",
      TITLES,
      row(7),
      TITLES,
      row(8),
    ]);
    expect(numbers).toEqual([2, 4, 6, 8]);
    expect(notes.map(({ place }) => place)).toEqual(["Строка № 3", "Строка № 5"]);
  });

  test("§3.10 that name a column twice aren't told as a change of places", async () => {
    const { notes, rows } = await read([`${TITLES};Сумма`, `${row(5)};9`, `${TITLES};Кол-во`, `${row(6)};9`]);
    expect(notes).toEqual([]);
    expect(rows.map(({ problem }) => problem !== undefined)).toEqual([false, true]);
  });

  test("§3.10 longer than a title are told to nobody, with a day of a workbook as its date", async () => {
    const data = [
      `<c t="str"><v>${"Дата ".repeat(21)}</v></c><c t="str"><v>День</v></c>`,
      '<c/><c s="1"><v>46086</v></c>',
    ];
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const sheet = { name: "1", data: data.map((cells) => `<row>${cells}</row>`).join("") };
    const table = await parseTable(makeWorkbook({ sheets: [sheet], styles }), shape);
    expect(table.headers).toEqual([{ name: "День", example: "2026-03-05", place: "B" }]);
  });
});

test("§3.10 of a table without known titles the row with most texts is told, with what stands below it", async () => {
  const table = await parseTable(Buffer.from("Отчёт;\nСумма;День\n500;среда\n"), shape);
  expect(table.headers.map(({ name, example }) => [name, example])).toEqual([
    ["Сумма", "500"],
    ["День", "среда"],
  ]);
});

describe("a table without titles", () => {
  const columns = shape.columns.map((column, place) => ({ ...column, ownName: `Столбец ${"ABCD"[place]}` }));

  test("§3.10 begins with its first row that is data, below what stands above it", async () => {
    const sale = await read(["Отчёт", "", row(5), row(6)], { columns, answers: { first_row: "sale" } });
    expect(sale).toMatchObject({ numbers: [3, 4], leftOut: ["1–1 Над таблицей."] });
  });

  test("§3.10 may have titles all the same, as its distributor says", async () => {
    const titled = await read([row(5), row(6)], { columns, answers: { first_row: "titles" } });
    expect(titled).toMatchObject({ numbers: [2], leftOut: ["1–1 Названия столбцов."] });
  });

  test("§3.10 has columns of two letters too", async () => {
    const far = shape.columns.map((column, place) => ({ ...column, ownName: `Столбец A${"ABCD"[place]}` }));
    const { rows } = await read([`${";".repeat(26)}${row(5)}`], { columns: far });
    expect(rows[0]?.cells).toEqual(["05.03.2026", "5000200016", "2", "Ось"]);
  });
});

describe("what is said of rows", () => {
  test("§3.10 hidden ones are counted, and the first one is named", async () => {
    const cells = (line: string) =>
      line
        .split(";")
        .map((text) => `<c t="str"><v>${text}</v></c>`)
        .join("");
    const rows = [
      `<row>${cells(TITLES)}</row>`,
      ...[5, 6, 7].map(
        (day) => `<row hidden="${day === 5 ? "false" : day === 6 ? "true" : "1"}">${cells(row(day))}</row>`,
      ),
    ];
    const table = await parseTable(makeWorkbook({ sheets: [{ name: "1", data: rows.join("") }] }), shape);
    if ("missing" in table) throw new Error("missing");
    expect(table.rows.map(({ number }) => number)).toEqual([2, 3, 4]);
    expect(table.notes[0]?.message).toContain("отфильтрованы: 2, первая — № 3");
  });

  test("§3.10 one that can't be read shows nothing of how the others are", async () => {
    const { questions, rows } = await read([
      TITLES,
      row(5),
      '03/05/26;5000200016;2;"Ось',
      '03/06/26;5000200016;2;Ось"',
    ]);
    expect(rows.map(({ problem }) => problem !== undefined)).toEqual([false, true, true]);
    expect(questions).toEqual([]);
  });

  test("§3.10 the apostrophe before what looks like a formula isn't of the text, and any other one is", async () => {
    const { rows } = await read([TITLES, row(5, 2, "'＝Ось"), row(6, 2, "'=Ось"), row(7, 2, "'Ось'")]);
    expect(rows.map(({ cells }) => cells[3])).toEqual(["＝Ось", "=Ось", "'Ось'"]);
  });
});
