import { type RawBuilder, sql } from "kysely";
import { quote } from "../../../contract/russian-quotes";
import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Trx } from "../../platform/services";
import type { Taking } from "../../points/ledger";
import { type BonusRow, bonusColumns, bonusJoins, describeBonus, spendingOf } from "./bonuses";

/**
 * Takes back what promotions have added to the pieces that returned sales return, piece by piece, and gives it back to the
 * budgets. The transaction has to hold the lock `returnedSales` and to have written which sales are returned.
 *
 * @returns the takings, which the transaction has to write together with those of the returned sales
 */
export async function returnBonuses(trx: Trx, returnIds: readonly number[], createdAt: Date): Promise<Taking[]> {
  const ofReturns = sql`sale_id in (select deal_id from deal_returns where return_id = any(${returnIds}::int[]))`;
  if (!(await lockPromotionsOf(trx, ofReturns))) return [];
  const { rows } = await sql<BonusRow>`
    with part as (
      select return_id, deal_id as sale_id, pieces, sum(pieces) over (partition by deal_id order by return_id) as taken
      from deal_returns where return_id = any(${returnIds}::int[])
    ), sale as (
      select deals.id as sale_id, deals.sell_count - coalesce(sum(earlier.pieces), 0) as pieces
      from deals left join (
        select deal_returns.deal_id, pieces from deal_returns join deals back on back.id = return_id
        where back.recalled_at is null and return_id <> all(${returnIds}::int[])
      ) earlier on earlier.deal_id = deals.id
      where deals.id in (select sale_id from part)
      group by deals.id
    ), remaining as (
      select sale_id, promotion_id, user_id, sum(points) as points
      from promotion_bonuses join deals on deals.id = deal_id
      where sale_id in (select sale_id from part) and recalled_at is null
      group by sale_id, promotion_id, user_id
    ), returned as (
      -- Rounded sums of pieces, so that all pieces together have all of the points.
      select return_id, sale_id, promotion_id, user_id,
        round(points * taken / sale.pieces) - round(points * (taken - part.pieces) / sale.pieces) as points
      from part join sale using (sale_id) join remaining using (sale_id)
    ), written as (
      insert into promotion_bonuses (deal_id, sale_id, promotion_id, user_id, points)
      select return_id, sale_id, promotion_id, user_id, -points from returned where points > 0
      order by return_id, sale_id, promotion_id, user_id
      returning deal_id, promotion_id, user_id, points
    ), ${spendingOf(sql`written`)}, sums as (
      select deal_id, promotion_id, user_id, sum(points) as points from written group by deal_id, promotion_id, user_id
    )
    select ${bonusColumns} from sums ${bonusJoins} order by deal_id, promotion_id, user_id
  `.execute(trx);
  return rows.map((row) => {
    const { action, ...taking } = describeBonus(row);
    return { ...taking, action: `Возврат. ${action}`, reason: "return", createdAt };
  });
}

/** A bonus of a recalled deal. */
export interface RecalledBonus {
  readonly promotionId: number;
  readonly dealId: number;
  readonly userId: number;
  /** Below zero for a returned sale: they are given back. */
  readonly points: number;
  readonly reference: string;
  readonly action: string;
}

/**
 * Finds what promotions have added to recalled deals, and gives it back to the budgets. The caller moves the points.
 *
 * @throws RefusalError validation when a recalled return would take more from a budget than it has
 */
export async function recallBonuses(trx: Trx, dealIds: readonly number[]): Promise<RecalledBonus[]> {
  if (!(await lockPromotionsOf(trx, sql`deal_id = any(${dealIds}::int[])`))) return [];
  const { rows } = await sql<BonusRow>`
    with sums as (
      select deal_id, promotion_id, user_id, sum(points) as points
      from promotion_bonuses where deal_id = any(${dealIds}::int[]) group by deal_id, promotion_id, user_id
    )
    select ${bonusColumns} from sums ${bonusJoins} order by deal_id, promotion_id, user_id
  `.execute(trx);
  await giveBack(trx, dealIds);
  return rows.map((row) => {
    const { reference, action } = describeBonus(row);
    const { promotion_id: promotionId, deal_id: dealId, user_id: userId, points } = row;
    return { promotionId, dealId, userId, points, reference, action: `Отозвано. ${action}` };
  });
}

async function giveBack(trx: Trx, dealIds: readonly number[]): Promise<void> {
  await requireBudgets(trx, dealIds);
  await sql`
    update promotions set bonus_spent = bonus_spent - total from (${totalsOf(dealIds)}) given
    where promotions.id = promotion_id
  `.execute(trx);
}

/**
 * Says before deals are recalled whether the budgets of promotions have what their returns give back.
 * @throws RefusalError validation with the first promotion that lacks something
 */
export async function requireBudgets(trx: Trx, dealIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ name: string; missing: number }>`
    select name, bonus_spent - total - budget as missing
    from promotions join (${totalsOf(dealIds)}) given on promotions.id = promotion_id
    where bonus_spent - total > budget
    order by promotions.id
  `.execute(trx);
  const [over] = rows;
  if (!over) return;
  const message = `Отозванный возврат снова начислит баллы, но бюджету акции ${quote(over.name)} не хватает ${over.missing}. Сначала увеличьте бюджет.`;
  throw new RefusalError(alias.validation, message);
}

/** Selects what promotions have added to deals: promotion_id and total, below zero where returned sales have more. */
function totalsOf(dealIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    select promotion_id, sum(points)::bigint as total
    from promotion_bonuses where deal_id = any(${dealIds}::int[]) group by promotion_id
  `;
}

/** Remembers whose bonuses were still pending: no entry takes them back. */
export async function rememberPendingBonuses(trx: Trx, bonuses: readonly RecalledBonus[]): Promise<void> {
  if (bonuses.length === 0) return;
  await sql`
    update promotion_bonuses set was_pending = true
    from unnest(
      ${bonuses.map(({ dealId }) => dealId)}::int[], ${bonuses.map(({ promotionId }) => promotionId)}::int[],
      ${bonuses.map(({ userId }) => userId)}::int[]
    ) as pending (deal_id, promotion_id, user_id)
    where (promotion_bonuses.deal_id, promotion_bonuses.promotion_id, promotion_bonuses.user_id)
      = (pending.deal_id, pending.promotion_id, pending.user_id)
  `.execute(trx);
}

/** Locks the promotions of these bonuses, in the order of ids. @returns whether there are any */
async function lockPromotionsOf(trx: Trx, condition: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`
    select id from promotions
    where id in (select promotion_id from promotion_bonuses where ${condition})
    order by id for no key update
  `.execute(trx);
  return rows.length > 0;
}
