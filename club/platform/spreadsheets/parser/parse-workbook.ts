import type { ShapedTable, TableShape } from "../table-shape";
import { NOT_A_TABLE, UnreadableTableError } from "../unreadable-table-error";
import { readDateStyles } from "./date-formats";
import { refuseFormat } from "./find-format";
import { type Archive, openArchive } from "./open-archive";
import { readSheet, type WorkbookContext } from "./read-sheet";
import { readXml } from "./read-xml";
import { readRelationships } from "./relationships";
import { readSharedStrings } from "./shared-strings";
import { type NamedSheet, SheetChooser } from "./sheet-chooser";

interface Sheet extends NamedSheet {
  readonly part: string;
}

/**
 * Parses an XLSX workbook: the first visible sheet that has all required columns and a row. The parts of a workbook are
 * found as spreadsheet programs find them, by their relationships and not by their names.
 *
 * @returns undefined for a workbook of another format, which unpacks to no more than is allowed
 * @throws UnreadableTableError
 */
export async function parseWorkbook(content: Buffer, shape: TableShape): Promise<ShapedTable | undefined> {
  const archive = await openArchive(content);
  const part = await findWorkbook(archive);
  if (part === undefined) {
    // Whoever unpacks it next has no bounds of its own.
    await archive.measure();
    return undefined;
  }
  const relationships = await readRelationships(archive, part);
  const findPart = (type: string) => relationships.find((relationship) => relationship.type === type)?.target;
  const { listed, countsFrom1904 } = await readSheetList(archive, part);
  const sheets = listed.flatMap(({ id, ...sheet }): Sheet[] => {
    const target = relationships.find((relationship) => relationship.id === id && relationship.type === "worksheet");
    return target ? [{ ...sheet, part: target.target }] : [];
  });
  const context: WorkbookContext = {
    strings: await readSharedStrings(archive, findPart("sharedStrings")),
    dateStyles: await readDateStyles(archive, findPart("styles")),
    countsFrom1904,
  };
  const read = new Set<string>();
  const chooser = new SheetChooser(shape);
  for (const { part, ...sheet } of sheets) {
    if (read.has(part)) continue;
    read.add(part);
    await chooser.add(sheet, (addRow) => readSheet(archive, part, context, addRow));
  }
  return chooser.finish(countsFrom1904);
}

/** What other archives are, by a part that they have. */
const OTHERS: readonly [part: string, what: string][] = [
  ["index/document.iwa", "таблица Numbers"],
  ["index.zip", "таблица Numbers"],
  ["word/document.xml", "документ Word"],
  ["ppt/presentation.xml", "презентация"],
];

/**
 * @returns undefined for a binary workbook and a table of OpenDocument
 * @throws UnreadableTableError that says what to do with anything else
 */
async function findWorkbook(archive: Archive): Promise<string | undefined> {
  const named = (await readRelationships(archive, "")).find(({ type }) => type === "officeDocument")?.target;
  const part = named !== undefined && archive.has(named) ? named : "xl/workbook.xml";
  const other = OTHERS.find(([name]) => archive.has(name));
  if (other?.[1].endsWith("Numbers")) {
    throw new UnreadableTableError("Это таблица Numbers. Экспортируйте её в Excel и загрузите файл XLSX.");
  }
  if (other) throw refuseFormat(other[1]);
  if (/\.bin$/i.test(part)) return undefined;
  if (archive.has(part)) return part;
  if (archive.has("content.xml")) return undefined;
  throw new UnreadableTableError(NOT_A_TABLE);
}

/** The sheets, visible ones first, in the order of their tabs, with the ids of their relationships. */
async function readSheetList(archive: Archive, part: string) {
  const listed: { name: string; id: string; isHidden: boolean }[] = [];
  let countsFrom1904 = false;
  await readXml(archive.read(part), {
    open(element, { name = "", id = "", state = "visible", date1904 = "" }) {
      if (element === "sheet") listed.push({ name, id, isHidden: state !== "visible" });
      if (element === "workbookPr") countsFrom1904 = date1904 === "1" || date1904 === "true";
    },
  });
  listed.sort((one, other) => Number(one.isHidden) - Number(other.isHidden));
  return { listed, countsFrom1904 };
}
