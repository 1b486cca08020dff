import { expect, test } from "vitest";
import { TableThread } from "../../../../club/platform/spreadsheets/table-thread";
import { examineTitledTable, readTitledTable } from "../../../../club/platform/spreadsheets/titled-table";
import { reportTable } from "../../../../club/sales/deals/report-columns";
import { HEADERS, makeXlsx } from "../../../files/report-files";

const sale = ["05.03.2026", "79000000002", "Магазин", "5000200016", "W16-EXR", "Свеча", "2"];
const file = (article: string, rows: number) =>
  Buffer.from(
    [Object.values(HEADERS), ...Array(rows).fill(sale)]
      .map((row) => row.join(";"))
      .join("\n")
      .replaceAll("W16-EXR", article),
  );

const column = { title: "x", hint: "", isRequired: true, otherNames: [] };
const shape = { columns: [column, { ...column, title: "y" }] };

test("architecture: a table whose rows were counted is parsed once, and kept until its rows have been sent", async () => {
  const thread = new TableThread();
  const ask = async (key: string, text: string, wantsRows: boolean) => {
    const rows: unknown[] = [];
    const takeRows = (some: readonly unknown[]) => {
      rows.push(...some);
    };
    const task = { key, content: new Uint8Array(Buffer.from(text)), shape };
    return { ...(await thread.parse(task, 60_000, wantsRows ? takeRows : undefined)), rows };
  };
  expect(await ask("a", "x;y\n1;2", false)).toMatchObject({ total: 1, rows: [] });
  expect(thread.keptKey).toBe("a");
  expect(await ask("a", "", true)).toMatchObject({ total: 1, rows: [{ number: 2, cells: ["1", "2"] }] });
  expect(thread.keptKey).toBeUndefined();
  expect(await ask("a", "", true)).toMatchObject({ unreadable: expect.stringContaining("пустой") });

  await ask("a", "x;y\n1;2", false);
  expect(await ask("b", "nothing", false)).toMatchObject({ missing: [{ title: "x" }, { title: "y" }] });
  expect(thread.keptKey).toBeUndefined();
  await thread.end();
});

test("architecture: rows that come some at a time are all there, in their order", async () => {
  const { rows } = await readTitledTable(file("A-1", 601), reportTable);
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 601 }, (_, index) => index + 2));
});

test("§1.3 files that are counted and read at the same time each give their own rows", async () => {
  const files = ["A-1", "A-2", "A-3", "A-4"].map((article, index) => ({ article, content: file(article, index + 1) }));
  const counts = await Promise.all(files.map(({ content }) => examineTitledTable(content, reportTable)));
  expect(counts.map(({ total }) => total)).toEqual([1, 2, 3, 4]);
  for (let turn = 0; turn < 2; turn++) {
    const tables = await Promise.all(files.map(({ content }) => readTitledTable(content, reportTable)));
    for (const [index, { rows }] of tables.entries()) {
      expect(rows.map((row) => row.cell("article_code"))).toEqual(Array(index + 1).fill(files[index]?.article));
    }
  }
});

test("§1.3 a file that was counted by some columns and is read by others gives the rows of those", async () => {
  const headers = [...Object.values(HEADERS), "Отгружено"];
  const content = Buffer.from([headers, [...sale, "7"]].map((row) => row.join(";")).join("\n"));
  expect(await examineTitledTable(content, reportTable)).toMatchObject({ total: 1 });
  const { rows } = await readTitledTable(content, { ...reportTable, ownNames: { sell_count: "Отгружено" } });
  expect(rows.map((row) => row.cell("sell_count"))).toEqual(["7"]);
});

test("§1.3 rows of a workbook that differ in their dates only aren't equal", async () => {
  const sold = { date: "2026-03-05", manager: "79000000002", shop: "Магазин", inn: "5000200016", count: "2" };
  const one = { ...sold, articleCode: "W16-EXR", articleName: "Свеча" };
  const nextDay = { ...one, date: "2026-03-06" };
  expect(await examineTitledTable(await makeXlsx([one, nextDay]), reportTable)).toMatchObject({ hasEqualRows: false });
  expect(await examineTitledTable(await makeXlsx([one, nextDay, one]), reportTable)).toMatchObject({
    hasEqualRows: true,
  });
});
