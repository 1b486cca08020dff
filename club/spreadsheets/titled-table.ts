import type { FileColumn } from "../../contract/columns";
import type { Cell } from "./cell";
import { runTableThread } from "./run-table-thread";
import type { TableNote, TableShape } from "./table-shape";
import type { WorkerTable } from "./table-thread";
import { UnreadableTableError } from "./unreadable-table-error";

/** The columns of a table and the other headers that people use for each: lower case, letters and digits only, е for ё. */
export interface TitledColumns<Column extends string> {
  readonly columns: Readonly<Record<Column, FileColumn>>;
  readonly otherNames: Readonly<Record<Column, readonly string[]>>;
  /** How a refusal about its columns begins. */
  readonly inFile: "В отчёте" | "В файле";
  /** The refusal of a table that has only a header. */
  readonly noRowsMessage: string;
  readonly maxRows: number;
}

export interface TitledRow<Column extends string> {
  /** The row's number in the spreadsheet. */
  readonly number: number;
  cell(column: Column): Cell;
}

export interface TitledTable<Column extends string> {
  /** Rows below the header that aren't empty. */
  readonly rows: readonly TitledRow<Column>[];
  /** What of the file wasn't read. */
  readonly notes: readonly TableNote[];
  /** Whether numbers that stand for dates count days from 1904, as in workbooks of old Macs, or from 1900. */
  readonly countsFrom1904: boolean;
}

/**
 * Reads an uploaded CSV or XLSX table, in another thread.
 * @throws UnreadableTableError, for a table without rows or a required column too
 */
export async function readTitledTable<Column extends string>(
  content: Buffer,
  titled: TitledColumns<Column>,
): Promise<TitledTable<Column>> {
  const table = await runInWorker(content, titled, true);
  const places = new Map((Object.keys(titled.columns) as Column[]).map((column, index) => [column, index]));
  const rows = table.rows.map(({ number, cells }) => ({
    number,
    cell: (column: Column) => cells[places.get(column) ?? -1] ?? null,
  }));
  return { rows, notes: table.notes, countsFrom1904: table.countsFrom1904 };
}

/** The number of rows that `readTitledTable` would return, and whether some are equal. @throws UnreadableTableError as it does */
export async function examineTitledTable<Column extends string>(
  content: Buffer,
  titled: TitledColumns<Column>,
): Promise<Pick<WorkerTable, "total" | "hasEqualRows">> {
  return runInWorker(content, titled, false);
}

async function runInWorker<Column extends string>(
  content: Buffer,
  titled: TitledColumns<Column>,
  wantsRows: boolean,
): Promise<WorkerTable> {
  const table = await runTableThread(content, shapeOf(titled), wantsRows);
  if ("missing" in table) {
    const names = table.missing.map((title) => `«${title}»`).join(", ");
    throw new UnreadableTableError(
      `${titled.inFile} не хватает ${table.missing.length === 1 ? "столбца" : "столбцов"} ${names}.`,
    );
  }
  if (table.total === 0) throw new UnreadableTableError(titled.noRowsMessage);
  if (table.total > titled.maxRows) {
    throw new UnreadableTableError(
      `В файле больше ${titled.maxRows.toLocaleString("ru")} строк. Разделите его на несколько.`,
    );
  }
  return table;
}

function shapeOf<Column extends string>({ columns, otherNames }: TitledColumns<Column>): TableShape {
  return {
    columns: (Object.keys(columns) as Column[]).map((column) => ({
      ...columns[column],
      otherNames: otherNames[column],
    })),
  };
}
