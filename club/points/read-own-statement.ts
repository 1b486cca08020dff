import { readPointsStatement, STATEMENT_ROWS } from "../../contract/overviews";
import { alias } from "../../contract/values";
import { endpoint } from "../platform/http/endpoint";
import { RefusalError } from "../platform/http/refusal-error";
import { firstMomentOf, monthAfter, moscowDate } from "../platform/moscow-date";
import { heldAfter } from "./held-points";
import { reasonTitleFor } from "./reason-titles";
import { readStatement } from "./statement";

const MONTH_LENGTH = "YYYY-MM".length;

/** The caller's points of one month, a page of its entries at a time. */
export const readPointsStatementEndpoint = endpoint(
  readPointsStatement,
  async ({ month, page }, { services, actor }) => {
    const { db, now } = services;
    if (month > moscowDate(now()).slice(0, MONTH_LENGTH)) {
      throw new RefusalError(alias.validation, "Этот месяц ещё не наступил.", "month");
    }
    const statement = await readStatement(db, actor.id, {
      from: firstMomentOf(month),
      until: firstMomentOf(monthAfter(month)),
      heldAfter: heldAfter(services),
      rows: { offset: (page - 1) * STATEMENT_ROWS, limit: STATEMENT_ROWS },
    });
    const { opening, closing, added, spent, firstAt } = statement;
    return {
      opening,
      closing,
      added,
      spent,
      first_month: firstAt && moscowDate(firstAt).slice(0, MONTH_LENGTH),
      entries: {
        items: statement.entries.map(({ id, at, reason, action, amount, balance, orderId, availableOn }) => ({
          id,
          date: at.toISOString(),
          reason: reasonTitleFor(actor.role, reason),
          action,
          amount,
          balance,
          order_id: orderId,
          available_on: availableOn,
        })),
        total: statement.total,
        page,
        per_page: STATEMENT_ROWS,
      },
    };
  },
);
