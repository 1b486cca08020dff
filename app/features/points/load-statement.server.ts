import { monthField } from "../../../contract/fields";
import { readPointsStatement, STATEMENT_ROWS, type StatementReply } from "../../../contract/overviews";
import { formatDate, formatMonth } from "../../lib/dates.server";
import { keepUnits } from "../../lib/keep-units";
import { currentMonth, shiftMonth } from "../../lib/months.server";
import { readListPage, readPageNumber } from "../../lib/page-number";
import type { Visit } from "../../session/visit.server";
import type { MonthChoice } from "./month-picker";
import type { StatementRow } from "./statement-sheet";

/** More months than this aren't offered in the list; earlier ones are reached month by month. */
const MONTHS_OFFERED = 60;

/** The statement of the month that the address asks for. Where it asks for none that there is, the months are offered only. */
export async function loadStatement(visit: Visit, query: URLSearchParams) {
  const now = currentMonth();
  const asked = query.get("month") || now;
  const error = refuseMonth(asked, now);
  const month = error ? now : asked;
  const page = readPageNumber(query);
  const reply = await visit.read(readPointsStatement, { month, page });
  const first = reply.first_month || now;
  return {
    error,
    month: error ? null : month,
    title: error ? null : `Выписка за ${formatMonth(month)}`,
    choices: listChoices(first, now, month),
    previous: !error && month > first ? nameMonth(shiftMonth(month, -1)) : null,
    next: !error && month < now ? nameMonth(shiftMonth(month, 1)) : null,
    today: formatDate(new Date().toISOString()),
    statement: error ? null : viewStatement(reply, page),
  };
}

function refuseMonth(asked: string, now: string): string | null {
  if (!monthField.safeParse(asked).success) return "Такого месяца нет. Выберите месяц из списка.";
  return asked > now ? "Этот месяц ещё не наступил. Выберите месяц из списка." : null;
}

function listChoices(first: string, now: string, shown: string): MonthChoice[] {
  const months: string[] = [];
  for (let month = now; month >= first && months.length < MONTHS_OFFERED; month = shiftMonth(month, -1)) {
    months.push(month);
  }
  return (months.includes(shown) ? months : [...months, shown]).map(nameMonth);
}

function nameMonth(month: string): MonthChoice {
  return { month, name: formatMonth(month) };
}

function viewStatement({ opening, closing, added, spent, entries }: StatementReply, page: number) {
  const { items, ...paging } = readListPage(entries, page, STATEMENT_ROWS);
  const rows = items.map(
    ({ id, date, reason, action, amount, balance, order_id, available_on }): StatementRow => ({
      id,
      date: formatDate(date),
      reason,
      action: keepUnits(action),
      amount,
      balance,
      order: order_id,
      availableOn: formatDate(available_on),
    }),
  );
  return { opening, closing, added, spent, entries: rows, paging };
}
