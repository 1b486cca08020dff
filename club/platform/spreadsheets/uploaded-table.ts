import { alias } from "../../../contract/values";
import { RefusalError } from "../http/refusal-error";
import { TablesQueueFullError } from "./run-table-thread";
import { examineTitledTable, type TitledColumns } from "./titled-table";
import { UnreadableTableError } from "./unreadable-table-error";

/** @throws RefusalError on the field of the file, with this message, when no file or an empty one was uploaded */
export function requireTable<File>(file: File | undefined, message: string): File {
  if (!file) throw refuseTable(message);
  return file;
}

/**
 * Counts the rows of an uploaded table, and looks for equal ones.
 * @throws RefusalError as `refuseUnreadable` does
 */
export function examineTable<Column extends string>(content: Buffer, titled: TitledColumns<Column>) {
  return refuseUnreadable(examineTitledTable(content, titled));
}

/**
 * Waits for what reads an uploaded table.
 * @throws RefusalError with the reader's message when it can't be read, or when too many tables are being read
 */
export async function refuseUnreadable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UnreadableTableError) throw refuseTable(error.message);
    if (error instanceof TablesQueueFullError) {
      throw new RefusalError(
        alias.tooOften,
        "Сейчас загружается много файлов. Попробуйте ещё раз через минуту.",
        undefined,
        60,
      );
    }
    throw error;
  }
}

/** Removes the path that some browsers put before the name of an uploaded file; `fallback` when no name remains. */
export function fileNameWithoutPath(name: string, fallback: string): string {
  const own = (name.split(/[\\/]/).at(-1) ?? "").replace(/\p{Cc}/gu, "");
  // Not cut in the middle of a character.
  return [...own].slice(0, 200).join("") || fallback;
}

function refuseTable(message: string): RefusalError {
  return new RefusalError(alias.fileUnreadable, message, "file");
}
