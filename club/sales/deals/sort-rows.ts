import { reportColumns } from "../../../contract/columns";
import { answerFor, type CorrectionAnswers } from "./corrections";
import type { CountedDeal, Matches } from "./match-counted";
import type { RowError, SaleRow } from "./parse-report";
import type { ReportToCount } from "./report-to-count";

/** What becomes of rows that can be counted. */
export interface SortedRows {
  /** To be counted, those that replace a deal among them. */
  readonly fresh: readonly SaleRow[];
  /** The deals that rows replace, by the numbers of the rows. */
  readonly replaced: ReadonlyMap<number, CountedDeal>;
  /** Counted before, with the fingerprint of their deal. */
  readonly repeated: readonly { readonly number: number; readonly fingerprint: Buffer }[];
  /** Corrections that their curator doesn't want, with the number of pieces that stays. */
  readonly left: readonly { readonly number: number; readonly count: number }[];
  /** Corrections without an answer. */
  readonly errors: readonly (RowError & { readonly row: number })[];
}

/** Sorts rows by what other reports have counted, and by what their curator has said of corrections. */
export function sortRows(rows: readonly SaleRow[], matches: Matches, answers: CorrectionAnswers): SortedRows {
  const fresh: SaleRow[] = [];
  const replaced = new Map<number, CountedDeal>();
  const repeated: { number: number; fingerprint: Buffer }[] = [];
  const left: { number: number; count: number }[] = [];
  const errors: (RowError & { row: number })[] = [];
  for (const row of rows) {
    const { number, deal } = row;
    const fingerprint = matches.repeated.get(number);
    const counted = matches.corrections.get(number);
    const answer = counted && answerFor(answers, number, counted);
    if (fingerprint) repeated.push({ number, fingerprint });
    else if (counted && !answer) {
      const message = `Похоже на исправление: было ${counted.count}, стало ${deal.count}. Загрузите строку ещё раз и ответьте, заменить ли засчитанное.`;
      errors.push({ row: number, field: reportColumns.sell_count.title, message });
    } else if (counted && answer === "leave") left.push({ number, count: counted.count });
    else {
      fresh.push(row);
      if (counted && answer === "replace") replaced.set(number, counted);
    }
  }
  return { fresh, replaced, repeated, left, errors };
}

/** Refuses what would be counted of days of which a later report has all sales, and lacks it. */
export function refuseOverruled(
  sorted: SortedRows,
  { laterPeriods = [] }: Pick<ReportToCount, "laterPeriods">,
): SortedRows {
  const isOverruled = ({ deal: { sellDate } }: SaleRow) =>
    laterPeriods.some(({ from, to }) => from <= sellDate && sellDate <= to);
  const overruled = sorted.fresh.filter(isOverruled);
  if (overruled.length === 0) return sorted;
  const message = "За эти дни уже засчитан отчёт со всеми продажами, загруженный позже, и этой продажи в нём нет.";
  const numbers = new Set(overruled.map(({ number }) => number));
  return {
    ...sorted,
    fresh: sorted.fresh.filter(({ number }) => !numbers.has(number)),
    replaced: new Map([...sorted.replaced].filter(([row]) => !numbers.has(row))),
    errors: [
      ...sorted.errors,
      ...overruled.map(({ number }) => ({ row: number, field: reportColumns.sell_date.title, message })),
    ],
  };
}
