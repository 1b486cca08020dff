import type { Cell } from "./cell";
import { readCsv } from "./read-csv";
import { isWorkbook, readWorkbook } from "./read-workbook";
import { UnreadableTable } from "./unreadable";

const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
/** The container of old .xls files and of workbooks with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const CONTROL_BYTES_SAMPLE = 4096;

/**
 * Reads an uploaded table, its kind told by its content: an XLSX workbook or CSV text. Row n of the spreadsheet stands at
 * index n - 1 of a sheet.
 * @returns the sheets; a CSV is one
 * @throws UnreadableTable with Russian words when the content is neither, or can't be read
 */
export async function readTable(content: Buffer): Promise<Cell[][][]> {
  if (content.length === 0) throw new UnreadableTable("Файл пустой. Выберите файл с таблицей.");
  if (content.subarray(0, ZIP.length).equals(ZIP)) {
    if (!isWorkbook(content)) throw notATable();
    return readWorkbook(content);
  }
  if (content.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw new UnreadableTable(
      "Это старый формат Excel (XLS) или файл с паролем. Сохраните таблицу как XLSX без пароля.",
    );
  }
  if (!isText(content)) throw notATable();
  return [readCsv(content)];
}

/** Whether the beginning looks like text in some encoding: UTF-16 by its mark, otherwise no control bytes. */
function isText(content: Buffer): boolean {
  const mark = content.length >= 2 ? content.readUInt16BE(0) : 0;
  if (mark === 0xfffe || mark === 0xfeff) return true;
  const sample = content.subarray(0, CONTROL_BYTES_SAMPLE);
  return !sample.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}

function notATable(): UnreadableTable {
  return new UnreadableTable("Это не таблица. Загрузите файл в формате XLSX или CSV.");
}
