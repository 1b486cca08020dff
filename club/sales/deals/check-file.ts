import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { type ReportColumn, reportColumns } from "../../../contract/columns";
import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services } from "../../platform/services";
import { simplifyHeader } from "../../platform/spreadsheets/simplify-header";
import type { TableHeader } from "../../platform/spreadsheets/table-shape";
import { nameFound } from "../../platform/spreadsheets/titled-table";
import { type ColumnNames, canBeNamed, entriesOf } from "./column-names";
import type { CorrectionAnswers } from "./corrections";
import { examineReport } from "./examine-report";
import type { ReportFile } from "./parse-report";
import { reportTable } from "./report-columns";
import type { ReportSettings } from "./report-settings";
import type { WholePeriod } from "./whole-period";

const compress = promisify<string, Buffer>(gzip);
const decompress = promisify<Buffer, Buffer>(gunzip);

type Checked = Awaited<ReturnType<typeof examineReport>>;

/**
 * Examines a report; of one whose columns aren't found but can be named, only its headers are told, and of one that has two
 * meanings only these.
 */
export async function checkFile(
  services: Services,
  file: ReportFile,
  said: { answers: CorrectionAnswers; period: WholePeriod | null },
): Promise<Checked> {
  try {
    return await examineReport(services, file, said);
  } catch (error) {
    if (!canBeNamed(error)) throw error;
    const { headers, isHeadless } = error;
    return {
      outcome: null,
      reasons: new Map(),
      headers,
      found: nameFound(reportTable, error.found),
      isHeadless,
      questions: [],
      corrected: {},
      gone: [],
    };
  }
}

/** What the row of a preview says of its headers. */
export interface StoredHeaders extends Omit<Checked, "outcome" | "reasons" | "corrected" | "gone"> {
  /** Whether the curator has named them for this file. */
  readonly isNamed: boolean;
}

/** The deals about which a check asks, as `report_previews.shown` has them. None where nothing has been checked. */
export type ShownDeals = Partial<Pick<Checked, "corrected" | "gone">>;

/** The columns of a preview's row that a check fills. */
export async function storedCheck(
  { columnNames, answers }: ReportSettings,
  checked: Checked,
  said: { isNamed: boolean; corrections: CorrectionAnswers; period: WholePeriod | null },
) {
  const { outcome, reasons, corrected, gone, ...known } = checked;
  const { isNamed, period } = said;
  const stored: StoredHeaders = { ...known, isNamed };
  const shown: ShownDeals = { corrected, gone };
  return {
    headers: JSON.stringify(stored),
    column_names: JSON.stringify(columnNames),
    answers: JSON.stringify(answers),
    corrections: JSON.stringify(said.corrections),
    // An answer that names no sales is about those that this check finds.
    period: period && JSON.stringify({ ...period, seen: period.seen ?? gone }),
    shown: JSON.stringify(shown),
    outcome: outcome && JSON.stringify(outcome),
    reasons: await compress(JSON.stringify([...reasons])),
  };
}

/** The reasons of the refused rows, as `storedCheck` keeps them. */
export async function readStoredReasons(stored: Buffer): Promise<Map<number, string>> {
  return new Map(JSON.parse((await decompress(stored)).toString()) as [number, string][]);
}

/**
 * The headers that have to be known besides the titles of the columns themselves. Where the row that seemed to have them is a sale,
 * the columns are known by their places.
 * @throws RefusalError at the column whose header the file doesn't have, or that another column has already
 */
export function chooseNames(named: ColumnNames, { headers }: StoredHeaders, isSale: boolean): ColumnNames {
  const taken = new Set<string>();
  const chosen = entriesOf(named).flatMap(([column, name]): [ReportColumn, string][] => {
    const header = headers.find((one) => one.name === name);
    if (!header) throw new RefusalError(alias.validation, "В файле нет такого столбца.", column);
    const key = simplifyHeader(name);
    if (taken.has(key)) throw new RefusalError(alias.validation, "Этот столбец уже выбран для другого.", column);
    taken.add(key);
    if (isSale) return [[column, `Столбец ${header.place}`]];
    return isUsual(column, header, headers) ? [] : [[column, name]];
  });
  return Object.fromEntries(chosen);
}

/** Whether a header is the title of a column, and the only one in the file that fits it. */
function isUsual(column: ReportColumn, header: TableHeader, headers: readonly TableHeader[]): boolean {
  if (simplifyHeader(header.name) !== simplifyHeader(reportColumns[column].title)) return false;
  return !headers.some(({ name }) => reportTable.otherNames[column].includes(simplifyHeader(name)));
}
