import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services } from "../../platform/services";
import { findEqualRows } from "./equal-rows";
import { leaveOutCounted } from "./hold-report";
import { parseReport, type ReportFile } from "./parse-report";

const ROWS_NAMED = 5;

/**
 * Refuses a report in which a row stands twice, so that its curator says whether these are different sales before both count.
 * Rows that were counted before are no question: nothing more is credited for them.
 *
 * @throws RefusalError equalRows, at the field of that name
 */
export async function refuseEqualRows(services: Services, file: ReportFile): Promise<void> {
  const { rows } = await parseReport(services, file);
  const equal = findEqualRows(rows);
  const questions = equal.length > 0 ? await leaveOutCounted(services, equal) : [];
  if (questions.length === 0) return;
  const named = questions.slice(0, ROWS_NAMED).map(({ number, first }) => `№ ${number} — как № ${first}`);
  const others = questions.length - named.length;
  throw new RefusalError(
    alias.equalRows,
    `В файле есть одинаковые строки: ${named.join(", ")}${others > 0 ? ` и ещё ${others}` : ""}. Удалите лишние или отметьте, что это разные продажи, и загрузите файл ещё раз.`,
    "equal_rows",
  );
}
