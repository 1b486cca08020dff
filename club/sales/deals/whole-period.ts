import { differenceInCalendarDays } from "date-fns";
import type { GoneAnswer } from "../../../contract/columns";
import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";

/** The days of which a file has all sales, both included, as "YYYY-MM-DD". */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Such days, and what the curator has said of counted sales of these days that the file doesn't have. */
export interface WholePeriod extends Period {
  /** Undefined while nobody has said: they stay. */
  readonly gone?: GoneAnswer | undefined;
  /**
   * The fingerprints, in hex, of the deals that were shown: an answer is about nothing else. A return that is counted again keeps
   * its own. Without them the answer is for whatever is found.
   */
  readonly seen?: readonly string[];
}

/** More than a year is a slip of the keyboard. */
const LONGEST_DAYS = 366;

/** @returns null without days @throws RefusalError validation at the day that is missing or wrong */
export function requirePeriod(said: {
  period_from?: string | undefined;
  period_to?: string | undefined;
  gone_sales?: GoneAnswer | undefined;
}): WholePeriod | null {
  const { period_from: from, period_to: to, gone_sales: gone } = said;
  if (from === undefined && to === undefined) return null;
  if (from === undefined) throw new RefusalError(alias.validation, "Укажите первый день периода.", "period_from");
  if (to === undefined) throw new RefusalError(alias.validation, "Укажите последний день периода.", "period_to");
  if (to < from) {
    throw new RefusalError(alias.validation, "Конец периода раньше начала: поменяйте даты местами.", "period_to");
  }
  if (differenceInCalendarDays(to, from) >= LONGEST_DAYS) {
    throw new RefusalError(alias.validation, "Период не может быть длиннее года.", "period_to");
  }
  return { from, to, gone };
}
