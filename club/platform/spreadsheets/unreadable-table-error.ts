import type { TableHeader } from "./table-shape";

/** An uploaded file can't be read as a table. The message says why, in Russian, to the person who uploaded it. */
export class UnreadableTableError extends Error {
  override name = "UnreadableTableError";
}

/** The table can be read, but required columns aren't found by their headers. */
export class MissingColumnsError extends UnreadableTableError {
  override name = "MissingColumnsError";

  /** @param headers what the table has instead */
  constructor(
    message: string,
    readonly headers: readonly TableHeader[],
    readonly found: readonly (string | null)[],
    /** Whether its first row is one like the others. */
    readonly isHeadless: boolean,
  ) {
    super(message);
  }
}

export const NOT_A_TABLE = "Это не таблица. Загрузите файл в формате XLSX или CSV.";
