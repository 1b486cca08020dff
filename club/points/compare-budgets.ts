import { sql } from "kysely";
import type { Db } from "../platform/services";
import type { BudgetDifference } from "./ledger-differences";

/** Finds promotions that have taken something else from their budgets than the bonuses of deals that weren't recalled. */
export async function compareBudgets(db: Db): Promise<BudgetDifference[]> {
  const { rows } = await sql<BudgetDifference>`
    select 'budget' as kind, promotions.id as "promotionId", bonus_spent as spent, coalesce(points, 0) as bonuses,
      coalesce(strange, 0) as strange
    from promotions left join (
      select promotion_id, sum(points) filter (where recalled_at is null) as points,
        count(*) filter (where user_id not in (manager_id, member_id)) as strange
      from promotion_bonuses join deals on deals.id = deal_id
      group by promotion_id
    ) bonuses on promotion_id = promotions.id
    where bonus_spent <> coalesce(points, 0) or strange > 0
    order by promotions.id
  `.execute(db);
  return rows;
}
