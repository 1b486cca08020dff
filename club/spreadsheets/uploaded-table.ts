import { alias } from "../../contract/values";
import { RefusalError } from "../http/refusal-error";
import { UnreadableTable } from "./unreadable";

/** The file that a table is to be read from; refused at its field with `message` when none came or an empty one. */
export function requireTable<File>(file: File | undefined, message: string): File {
  if (!file) throw refuseTable(message);
  return file;
}

/** Counts the rows of an uploaded table; one that can't be read is refused in the reader's words. */
export async function countTableRows(read: () => Promise<readonly unknown[]>): Promise<number> {
  try {
    return (await read()).length;
  } catch (error) {
    if (error instanceof UnreadableTable) throw refuseTable(error.message);
    throw error;
  }
}

/** The file's own name, whatever path a browser put before it; `otherwise` where nothing is left of it. */
export function plainFileName(name: string, otherwise: string): string {
  return (name.split(/[\\/]/).at(-1) ?? "").replace(/\p{Cc}/gu, "").slice(0, 200) || otherwise;
}

function refuseTable(message: string): RefusalError {
  return new RefusalError(alias.fileUnreadable, message, "file");
}
