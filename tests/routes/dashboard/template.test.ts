import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { sendXlsxTemplate } from "../../../app/lib/xlsx-template.server";
import { readInviteRows } from "../../../club/people/invites/invite-columns";
import { readTitledTable } from "../../../club/platform/spreadsheets/titled-table";
import { reportTable } from "../../../club/sales/deals/report-columns";
import {
  inviteColumns,
  listTitles,
  type ReportColumn,
  reportColumns,
  type TemplateColumn,
} from "../../../contract/columns";

const contentOf = async (columns: Readonly<Record<string, TemplateColumn>>) =>
  Buffer.from(await sendXlsxTemplate(columns, "Шаблон.xlsx").arrayBuffer());

test("§3.10 the workbook of a report has its titles and a row that shows how, as the club reads them", async () => {
  const { rows, found } = await readTitledTable(await contentOf(reportColumns), reportTable);
  expect(Object.values(found)).toEqual(listTitles(reportColumns));
  const [sample, ...others] = rows;
  expect(others).toEqual([]);
  const cells = (Object.keys(reportColumns) as ReportColumn[]).map((column) => sample?.cell(column));
  expect(cells).toEqual(Object.values(reportColumns).map((column) => column.sample));
});

test.each([
  ["a report", reportColumns],
  ["a list of people", inviteColumns],
])("§3.10 each header of the workbook for %s has a note", async (_name, columns: Record<string, TemplateColumn>) => {
  const parts = unzipSync(await contentOf(columns));
  const notes = new TextDecoder().decode(parts["xl/comments1.xml"]);
  const shapes = new TextDecoder().decode(parts["xl/drawings/notes1.vml"]);
  Object.values(columns).forEach(({ hint }, place) => {
    expect(notes).toContain(`ref="${"ABCDEFGH"[place]}1"`);
    expect(notes.toLowerCase()).toContain(hint.toLowerCase());
    expect(shapes).toContain(`<x:Column>${place}</x:Column>`);
  });
});

test("§3.10 what is typed below the sample is text, so that codes and INNs keep their zeros", async () => {
  const parts = unzipSync(await contentOf(reportColumns));
  const read = (name: string) => new TextDecoder().decode(parts[name]);
  const columns = [...read("xl/worksheets/sheet1.xml").matchAll(/<col min="(\d)" max="(\d)"[^>]* style="(\d)"/g)];
  expect(columns.map(([, first, last]) => [first, last])).toEqual([["1", String(Object.keys(reportColumns).length)]]);
  const [, styles = ""] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(read("xl/styles.xml")) ?? [];
  // 49 is the number of the format "@", text.
  expect([...styles.matchAll(/<xf [^>]*numFmtId="(\d+)"/g)][Number(columns[0]?.[3])]?.[1]).toBe("49");
});

test("§2.4.1 nobody is invited by the sample that was left in the list", async () => {
  const { rows } = await readInviteRows(await contentOf(inviteColumns));
  expect(rows).toMatchObject([{ number: 2, errors: [{ message: "Это строка-образец из шаблона: удалите её." }] }]);
});
