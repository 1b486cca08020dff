import { type ReportColumn, reportColumns } from "../../../contract/columns";
import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import { simplifyHeader } from "../../platform/spreadsheets/simplify-header";
import { MissingColumnsError } from "../../platform/spreadsheets/unreadable-table-error";

/** Headers by the columns that they stand for. */
export type ColumnNames = Readonly<Partial<Record<ReportColumn, string>>>;

const REQUIRED = Object.values(reportColumns).filter(({ isRequired }) => isRequired).length;

/** Of the named headers those that a file has. @param found the headers of its columns */
export function pickUsed(names: ColumnNames, found: ColumnNames): ColumnNames {
  return Object.fromEntries(
    entriesOf(names).filter(([column, name]) => simplifyHeader(found[column] ?? "") === simplifyHeader(name)),
  );
}

/** Columns with their headers, in the order of the template. */
export function entriesOf(names: ColumnNames): [ReportColumn, string][] {
  return (Object.keys(reportColumns) as ReportColumn[]).flatMap((column): [ReportColumn, string][] => {
    const name = names[column];
    return name ? [[column, name]] : [];
  });
}

/** Whether the table has headers enough for somebody to say which stands for which column. */
export function canBeNamed(error: unknown): error is MissingColumnsError {
  return error instanceof MissingColumnsError && error.headers.length >= REQUIRED;
}

/** @throws RefusalError columnsMissing, at the file, in place of the error of a table whose columns can be named */
export async function refuseMissingColumns<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (canBeNamed(error)) throw new RefusalError(alias.columnsMissing, error.message, "file");
    throw error;
  }
}
