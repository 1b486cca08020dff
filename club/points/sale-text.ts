import { sql } from "kysely";
import { toShortDate } from "../../contract/russian-date";

interface Sold {
  /** "YYYY-MM-DD" */
  readonly sellDate: string;
  readonly articleName: string;
  readonly count: number;
}

/** What was sold and when, in the participant's history of points. */
export function describeSale({ sellDate, articleName, count }: Sold): string {
  return `${toShortDate(sellDate)}: ${articleName}, ${Math.abs(count)} шт.`;
}

/** The same in SQL, of a row of `deals`. */
export const saleTextOfDeal = sql<string>`
  to_char(deals.sell_date, 'DD.MM.YY') || ': ' || deals.article_name || ', ' || abs(deals.sell_count) || ' шт.'`;
