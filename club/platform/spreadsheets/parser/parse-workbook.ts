import { quote } from "../../../../contract/russian-quotes";
import type { FoundHeaders, ShapedTable, TableNote, TableShape } from "../table-shape";
import { NOT_A_TABLE, UnreadableTableError } from "../unreadable-table-error";
import { readDateStyles } from "./date-formats";
import { type Archive, openArchive } from "./open-archive";
import { readSheet, type WorkbookContext } from "./read-sheet";
import { readXml } from "./read-xml";
import { readRelationships } from "./relationships";
import { readSharedStrings } from "./shared-strings";
import { TitledRows } from "./titled-rows";

interface Sheet {
  readonly name: string;
  readonly part: string;
}

/**
 * Parses an XLSX workbook: the first visible sheet that has all required columns and a row. The parts of a workbook are
 * found as spreadsheet programs find them, by their relationships and not by their names.
 *
 * @throws UnreadableTableError
 */
export async function parseWorkbook(content: Buffer, shape: TableShape): Promise<ShapedTable> {
  const archive = await openArchive(content);
  const part = await findWorkbook(archive);
  const relationships = await readRelationships(archive, part);
  const findPart = (type: string) => relationships.find((relationship) => relationship.type === type)?.target;
  const { listed, countsFrom1904 } = await readSheetList(archive, part);
  const sheets = listed.flatMap(({ name, id }): Sheet[] => {
    const target = relationships.find((relationship) => relationship.id === id && relationship.type === "worksheet");
    return target ? [{ name, part: target.target }] : [];
  });
  const context: WorkbookContext = {
    strings: await readSharedStrings(archive, findPart("sharedStrings")),
    dateStyles: await readDateStyles(archive, findPart("styles")),
    countsFrom1904,
  };

  let lacking: (FoundHeaders & { missing: readonly string[]; hasHeader: boolean }) | undefined;
  let chosen: { sheet: Sheet; table: TitledRows; told: FoundHeaders } | undefined;
  const others: Sheet[] = [];
  const read = new Set<string>();
  for (const sheet of sheets) {
    if (read.has(sheet.part)) continue;
    read.add(sheet.part);
    const isChosen = chosen !== undefined && chosen.table.rows.length > 0;
    const table = new TitledRows(shape);
    await readSheet(archive, sheet.part, context, table.add.bind(table), () => isChosen && table.hasValues);
    const { missing, hasHeader, headers, found } = table.finish();
    if (!isChosen && missing.length === 0) {
      chosen = { sheet, table, told: { headers, found } };
      continue;
    }
    // Of sheets without a header the first one with texts is told.
    if (hasHeader || (!lacking?.hasHeader && !lacking?.headers.length))
      lacking = { missing, hasHeader, headers, found };
    if (table.hasValues) others.push(sheet);
  }
  if (!chosen) {
    const { missing, headers, found } = lacking ?? { missing: listRequired(shape), headers: [], found: [] };
    return { missing, headers, found };
  }
  const { name } = chosen.sheet;
  return {
    rows: chosen.table.rows,
    notes: others.map((sheet) => noteUnread(sheet, name)),
    countsFrom1904,
    ...chosen.told,
  };
}

function listRequired({ columns }: TableShape): string[] {
  return columns.filter(({ isRequired }) => isRequired).map(({ title }) => title);
}

/** @throws UnreadableTableError that says what to do with a workbook of another format */
async function findWorkbook(archive: Archive): Promise<string> {
  const named = (await readRelationships(archive, "")).find(({ type }) => type === "officeDocument")?.target;
  const part = named !== undefined && archive.has(named) ? named : "xl/workbook.xml";
  if (/\.bin$/i.test(part)) {
    throw new UnreadableTableError("Это двоичная книга Excel (XLSB). Сохраните её в формате XLSX или CSV.");
  }
  if (archive.has(part)) return part;
  if (archive.has("content.xml") && archive.has("mimetype")) {
    throw new UnreadableTableError("Это таблица OpenDocument (ODS). Сохраните её в формате XLSX или CSV.");
  }
  throw new UnreadableTableError(NOT_A_TABLE);
}

/** The visible sheets, in the order of their tabs, with the ids of their relationships. */
async function readSheetList(archive: Archive, part: string) {
  const listed: { name: string; id: string }[] = [];
  let countsFrom1904 = false;
  await readXml(archive.read(part), {
    open(element, { name = "", id = "", state = "visible", date1904 = "" }) {
      if (element === "sheet" && state === "visible") listed.push({ name, id });
      if (element === "workbookPr") countsFrom1904 = date1904 === "1" || date1904 === "true";
    },
  });
  return { listed, countsFrom1904 };
}

function noteUnread({ name }: Sheet, chosen: string): TableNote {
  return {
    place: `Лист ${quote(name.slice(0, 100))}`,
    message: `Не прочитан: из книги берётся один лист, ${quote(chosen.slice(0, 100))}. Нужные строки загрузите отдельным файлом.`,
  };
}
