/** An uploaded file can't be read as a table. The message says why, in Russian, to the person who uploaded it. */
export class UnreadableTableError extends Error {
  override name = "UnreadableTableError";
}

export const NOT_A_TABLE = "Это не таблица. Загрузите файл в формате XLSX или CSV.";
