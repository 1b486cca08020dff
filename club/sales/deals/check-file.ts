import { reportColumns } from "../../../contract/columns";
import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services } from "../../platform/services";
import { simplifyHeader } from "../../platform/spreadsheets/simplify-header";
import { nameFound } from "../../platform/spreadsheets/titled-table";
import { type ColumnNames, canBeNamed, entriesOf } from "./column-names";
import { examineReport, type ReportOutcome } from "./examine-report";
import type { ReportFile } from "./parse-report";
import { reportTable } from "./report-columns";

type Checked = Omit<Awaited<ReturnType<typeof examineReport>>, "outcome"> & { outcome: ReportOutcome | null };

/** Examines a report; of one whose columns aren't found but can be named, only its headers are told. */
export async function checkFile(services: Services, file: ReportFile): Promise<Checked> {
  try {
    return await examineReport(services, file);
  } catch (error) {
    if (!canBeNamed(error)) throw error;
    return { outcome: null, headers: error.headers, found: nameFound(reportTable, error.found) };
  }
}

/** What the row of a preview says of its headers. */
export interface StoredHeaders extends Pick<Checked, "headers" | "found"> {
  /** Whether the curator has named them for this file. */
  readonly isNamed: boolean;
}

/** The columns of a preview's row that a check fills. */
export function storedCheck(columnNames: ColumnNames, { outcome, headers, found }: Checked, isNamed = false) {
  const stored: StoredHeaders = { headers, found, isNamed };
  return {
    headers: JSON.stringify(stored),
    column_names: JSON.stringify(columnNames),
    outcome: outcome && JSON.stringify(outcome),
  };
}

/**
 * The headers that have to be known besides the titles of the columns themselves.
 * @throws RefusalError at the column whose header the file doesn't have, or that another column has already
 */
export function chooseNames(named: ColumnNames, { headers }: StoredHeaders): ColumnNames {
  const taken = new Set<string>();
  const chosen = entriesOf(named).filter(([column, name]) => {
    if (!headers.some((header) => header.name === name)) {
      throw new RefusalError(alias.validation, "В файле нет такого столбца.", column);
    }
    const key = simplifyHeader(name);
    if (taken.has(key)) throw new RefusalError(alias.validation, "Этот столбец уже выбран для другого.", column);
    taken.add(key);
    return key !== simplifyHeader(reportColumns[column].title);
  });
  return Object.fromEntries(chosen);
}
