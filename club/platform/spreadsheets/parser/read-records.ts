import { parse } from "csv-parse/sync";
import { UnreadableTableError } from "../unreadable-table-error";

/** Characters of one record. A longer one is mostly the rest of the file behind a quote that isn't closed. */
const RECORD_LIMIT = 500_000;

type AddRecord = (fields: string[]) => void;

/**
 * Reads the records of a CSV text, also those of empty lines. Fields may have spaces around them.
 *
 * Lines without quotes are split here, in a third of the library's time; most files have no others. From the first other line on,
 * or one that is too long, the library reads the text.
 *
 * @throws UnreadableTableError, and what `addRecord` throws
 */
export function readRecords(text: string, delimiter: string, addRecord: AddRecord): void {
  const rest = readPlainLines(text, delimiter, addRecord);
  if (rest < text.length) readByLibrary(text.slice(rest), delimiter, addRecord);
}

/** @returns where the first line begins that isn't plain */
function readPlainLines(text: string, delimiter: string, addRecord: AddRecord): number {
  const lineEnd = /\r\n?|\n|$/g;
  for (let start = 0; start < text.length; start = lineEnd.lastIndex) {
    lineEnd.lastIndex = start;
    const line = text.slice(start, lineEnd.exec(text)?.index);
    if (line.length > RECORD_LIMIT || line.includes('"')) return start;
    addRecord(line.split(delimiter));
  }
  return text.length;
}

function readByLibrary(text: string, delimiter: string, addRecord: AddRecord): void {
  try {
    parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
      max_record_size: RECORD_LIMIT,
      // Keeps nothing itself: a record that returns null is dropped.
      on_record(fields: string[]) {
        addRecord(fields);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableTableError) throw error;
    throw new UnreadableTableError("Файл CSV не удаётся прочитать: проверьте кавычки и сохраните его ещё раз.", {
      cause: error,
    });
  }
}
