import { sql } from "kysely";
import type { Db } from "../platform/services";
import type { DebtDifference } from "./ledger-differences";

/**
 * Finds debts of which something else is left than their payments leave, payments without a debt, and debts that are open
 * although the person has points. There are few of them, so all are compared.
 */
export async function comparePayments(db: Db): Promise<DebtDifference[]> {
  const { rows } = await sql<DebtDifference>`
    with payments as (
      select user_id, split_part(reference, ':', 2) as debt_id, -sum(amount) as paid
      from ledger_entries where reason = 'debt' group by 1, 2
    )
    select 'debt' as kind, coalesce(debts.user_id, payments.user_id) as "userId", debts.id as "debtId",
      coalesce(debts.amount, 0) as amount, coalesce(debts.amount_left, 0) as "left", coalesce(paid, 0) as paid
    from debts
      full join payments on (payments.user_id, payments.debt_id) = (debts.user_id, debts.id::text)
      left join balances on balances.user_id = debts.user_id
    where coalesce(debts.amount, 0) - coalesce(debts.amount_left, 0) <> coalesce(paid, 0)
      or (debts.amount_left > 0 and balances.points > 0)
    order by 2, 3
  `.execute(db);
  return rows;
}
