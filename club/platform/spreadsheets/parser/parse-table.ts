import type { ShapedTable, TableShape } from "../table-shape";
import { NOT_A_TABLE, UnreadableTableError } from "../unreadable-table-error";
import { decodeText, findWideEncoding } from "./decode-text";
import { findFormat } from "./find-format";
import { parseCsv } from "./parse-csv";
import { parseWorkbook } from "./parse-workbook";

const CONTROL_BYTES_SAMPLE = 4096;
/** So many may stand in a short text. */
const CONTROL_BYTES = 3;

/**
 * Parses an uploaded table. Its first bytes tell its format. Works for as long and with as much memory as the content asks for, and
 * therefore belongs into a thread of its own.
 *
 * @throws UnreadableTableError when the content is no table, can't be read or passes a limit
 */
export async function parseTable(content: Buffer, shape: TableShape): Promise<ShapedTable> {
  if (content.length === 0) throw new UnreadableTableError("Файл пустой. Выберите файл с таблицей.");
  const format = findFormat(content);
  if (format === "xlsx") return (await parseWorkbook(content, shape)) ?? parseOther(content, shape);
  if (format === "compound") return parseOther(content, shape);
  if (format === "markup") return parseOther(decodeText(content, () => 0).text, shape);
  if (!isText(content)) throw new UnreadableTableError(NOT_A_TABLE);
  return parseCsv(content, shape);
}

/** The library is large, and few tables need it. */
async function parseOther(content: Buffer | string, shape: TableShape): Promise<ShapedTable> {
  const { parseByLibrary } = await import("./parse-by-library");
  return parseByLibrary(content, shape);
}

/**
 * Whether the first bytes look like text: UTF-16 has its byte order mark or a zero in every other byte, any other encoding hardly
 * a control byte. Some stand in texts by mistake.
 */
function isText(content: Buffer): boolean {
  const byteOrderMark = content.length >= 2 ? content.readUInt16BE(0) : 0;
  if (byteOrderMark === 0xfffe || byteOrderMark === 0xfeff) return true;
  const sample = content.subarray(0, CONTROL_BYTES_SAMPLE);
  const isControl = (byte: number) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
  const controls = sample.filter(isControl).length;
  return controls <= Math.max(CONTROL_BYTES, sample.length / 100) || findWideEncoding(content) !== undefined;
}
