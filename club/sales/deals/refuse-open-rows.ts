import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services } from "../../platform/services";
import { findEqualRows } from "./equal-rows";
import { matchCounted } from "./match-counted";
import type { ParsedRow } from "./parse-report";

const ROWS_NAMED = 5;

/** What a curator wants to be asked about before anything of a report counts. */
export interface Asked {
  readonly equalRows: boolean;
  readonly correctedRows: boolean;
}

/**
 * Refuses a report with rows about which its curator has to say more before they count: rows that stand there twice, and rows that
 * correct a counted sale. Rows that were counted before are no question: nothing more is credited for them.
 *
 * @throws RefusalError equalRows or correctedRows, at the fields of these names
 */
export async function refuseOpenRows(
  { db }: Services,
  report: { curatorId: number; rows: readonly ParsedRow[] },
  asked: Asked,
): Promise<void> {
  const { repeated, corrections } = await matchCounted(db, { ...report, fileId: null });
  const equal = asked.equalRows ? findEqualRows(report.rows).filter(({ number }) => !repeated.has(number)) : [];
  if (equal.length > 0) {
    const rows = nameRows(equal.map(({ number, first }) => `№ ${number} — как № ${first}`));
    const message = `В файле есть одинаковые строки: ${rows}. Удалите лишние или отметьте, что это разные продажи, и загрузите файл ещё раз.`;
    throw new RefusalError(alias.equalRows, message, "equal_rows");
  }
  const corrected = asked.correctedRows
    ? report.rows.flatMap((row) => {
        const counted = corrections.get(row.number);
        return "deal" in row && counted ? [`№ ${row.number} — было ${counted.count}, стало ${row.deal.count}`] : [];
      })
    : [];
  if (corrected.length === 0) return;
  const message = `В файле есть исправленные строки: ${nameRows(corrected)}. Скажите, заменить ли засчитанное, и загрузите файл ещё раз.`;
  throw new RefusalError(alias.correctedRows, message, "corrected_rows");
}

function nameRows(rows: readonly string[]): string {
  const others = rows.length - ROWS_NAMED;
  return `${rows.slice(0, ROWS_NAMED).join(", ")}${others > 0 ? ` и ещё ${others}` : ""}`;
}
