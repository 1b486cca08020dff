import type { FileColumn, TableAnswers } from "../../../contract/columns";
import { quote } from "../../../contract/russian-quotes";
import type { Cell } from "./cell";
import { runTableThread } from "./run-table-thread";
import type { MissingColumn, TableFacts, TableShape } from "./table-shape";
import type { TakeRows, WorkerTable } from "./table-thread";
import { MissingColumnsError, UnreadableTableError } from "./unreadable-table-error";

/** The columns of a table and the other headers that people use for each: lower case, letters and digits only, е for ё. */
export interface TitledColumns<Column extends string> {
  readonly columns: Readonly<Record<Column, FileColumn>>;
  readonly otherNames: Readonly<Record<Column, readonly string[]>>;
  /** The headers that those who upload the table use for columns, as they stand in their files. */
  readonly ownNames?: Readonly<Partial<Record<Column, string>>>;
  /** The columns whose texts are read in one way all together. */
  readonly kinds?: Readonly<Partial<Record<Column, "day" | "count">>>;
  /** How those who upload the table read what has two meanings. */
  readonly answers?: TableAnswers;
  /** The year of today. */
  readonly year?: number;
  /** How a refusal about its columns begins. */
  readonly inFile: "В отчёте" | "В файле";
  /** The refusal of a table that has only a header. */
  readonly noRowsMessage: string;
  readonly maxRows: number;
}

export interface TitledRow<Column extends string> {
  /** The row's number in the spreadsheet. */
  readonly number: number;
  /** Why its values aren't known, in words for the person who uploaded it. */
  readonly problem?: string | undefined;
  cell(column: Column): Cell;
}

export interface TitledTable<Column extends string, Row = TitledRow<Column>> extends Omit<TableFacts, "found"> {
  /** Rows below the header that aren't empty. */
  readonly rows: readonly Row[];
  /** The header of each column that the table has. */
  readonly found: Readonly<Partial<Record<Column, string>>>;
}

/**
 * Reads an uploaded CSV or XLSX table, in another thread. Rows come some at a time, and others have their turn in between.
 * @throws UnreadableTableError, for a table without rows or a required column too
 */
export async function readTitledTable<Column extends string>(
  content: Buffer,
  titled: TitledColumns<Column>,
): Promise<TitledTable<Column>> {
  const places = new Map((Object.keys(titled.columns) as Column[]).map((column, index) => [column, index]));
  const rows: TitledRow<Column>[] = [];
  const {
    total: _,
    hasEqualRows: __,
    ...facts
  } = await runInWorker(content, titled, (some) => {
    for (const { number, cells, problem } of some) {
      rows.push({ number, problem, cell: (column) => cells[places.get(column) ?? -1] ?? null });
    }
  });
  return { ...facts, rows, found: nameFound(titled, facts.found) };
}

/** The number of rows that `readTitledTable` would return, and whether some are equal. @throws UnreadableTableError as it does */
export async function examineTitledTable<Column extends string>(
  content: Buffer,
  titled: TitledColumns<Column>,
): Promise<Pick<WorkerTable, "total" | "hasEqualRows" | "questions"> & Pick<TitledTable<Column>, "found">> {
  const { total, hasEqualRows, questions, found } = await runInWorker(content, titled);
  return { total, hasEqualRows, questions, found: nameFound(titled, found) };
}

/** The headers of a table by the column that each stands for. @param found in the order of the columns, null where none is */
export function nameFound<Column extends string>(
  { columns }: TitledColumns<Column>,
  found: readonly (string | null)[],
): Partial<Record<Column, string>> {
  const entries = (Object.keys(columns) as Column[]).map((column, place) => [column, found[place]] as const);
  return Object.fromEntries(entries.filter(([, header]) => header)) as Partial<Record<Column, string>>;
}

async function runInWorker<Column extends string>(
  content: Buffer,
  titled: TitledColumns<Column>,
  takeRows?: TakeRows,
): Promise<WorkerTable> {
  const table = await runTableThread(content, shapeOf(titled), takeRows);
  if ("missing" in table) {
    throw new MissingColumnsError(
      describeMissing(titled.inFile, table.missing),
      table.headers,
      table.found,
      table.isHeadless,
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

function describeMissing(inFile: string, missing: readonly MissingColumn[]): string {
  const absent = missing.filter(({ fitting }) => fitting.length === 0).map(({ title }) => quote(title));
  const several = missing.filter(({ fitting }) => fitting.length > 0);
  return [
    ...(absent.length > 0
      ? [`${inFile} не хватает ${absent.length === 1 ? "столбца" : "столбцов"} ${absent.join(", ")}.`]
      : []),
    ...several.map(
      ({ title, fitting }) =>
        `${inFile} несколько столбцов ${quote(title)}: ${fitting.map((name) => quote(name)).join(", ")}. Оставьте один из них.`,
    ),
  ].join(" ");
}

function shapeOf<Column extends string>(titled: TitledColumns<Column>): TableShape {
  const { columns, otherNames, ownNames, kinds, answers, year } = titled;
  return {
    answers,
    year,
    columns: (Object.keys(columns) as Column[]).map((column) => ({
      ...columns[column],
      otherNames: otherNames[column],
      ownName: ownNames?.[column],
      kind: kinds?.[column],
    })),
  };
}
