import type { ShapedTable, TableShape } from "../table-shape";
import { NOT_A_TABLE, UnreadableTableError } from "../unreadable-table-error";
import { parseCsv } from "./parse-csv";
import { parseWorkbook } from "./parse-workbook";

const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
/** The compound file format: old .xls files and workbooks with a password. */
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const CONTROL_BYTES_SAMPLE = 4096;

/**
 * Parses an uploaded table. Its first bytes tell whether it is an XLSX workbook or CSV text. Works for as long and with as
 * much memory as the content asks for, and therefore belongs into a thread of its own.
 *
 * @throws UnreadableTableError when the content is neither, can't be read or passes a limit
 */
export async function parseTable(content: Buffer, shape: TableShape): Promise<ShapedTable> {
  if (content.length === 0) throw new UnreadableTableError("Файл пустой. Выберите файл с таблицей.");
  if (content.subarray(0, ZIP.length).equals(ZIP)) return parseWorkbook(content, shape);
  if (content.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) {
    throw new UnreadableTableError(
      "Это старый формат Excel (XLS) или файл с паролем. Сохраните таблицу как XLSX без пароля.",
    );
  }
  if (!isText(content)) throw new UnreadableTableError(NOT_A_TABLE);
  return parseCsv(content, shape);
}

/** Whether the first bytes look like text: UTF-16 has its byte order mark, any other encoding no control bytes. */
function isText(content: Buffer): boolean {
  const byteOrderMark = content.length >= 2 ? content.readUInt16BE(0) : 0;
  if (byteOrderMark === 0xfffe || byteOrderMark === 0xfeff) return true;
  const sample = content.subarray(0, CONTROL_BYTES_SAMPLE);
  return !sample.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}
