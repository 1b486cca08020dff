import { alias } from "../../contract/values";
import { RefusalError } from "../http/refusal-error";
import { UnreadableTableError } from "./unreadable-table-error";

/** @throws RefusalError on the field of the file, with this message, when no file or an empty one was uploaded */
export function requireTable<File>(file: File | undefined, message: string): File {
  if (!file) throw refuseTable(message);
  return file;
}

/** Counts the rows of an uploaded table. @throws RefusalError with the reader's message when it can't be read */
export async function countTableRows(read: () => Promise<readonly unknown[]>): Promise<number> {
  try {
    return (await read()).length;
  } catch (error) {
    if (error instanceof UnreadableTableError) throw refuseTable(error.message);
    throw error;
  }
}

/** Removes the path that some browsers put before the name of an uploaded file; `fallback` when no name remains. */
export function fileNameWithoutPath(name: string, fallback: string): string {
  return (name.split(/[\\/]/).at(-1) ?? "").replace(/\p{Cc}/gu, "").slice(0, 200) || fallback;
}

function refuseTable(message: string): RefusalError {
  return new RefusalError(alias.fileUnreadable, message, "file");
}
