import { sql } from "kysely";
import type { Services, Trx } from "../../platform/services";
import type { Authority } from "../../points/day-limits";
import { heldUntil } from "../../points/held-points";
import { creditSelected, type Taking } from "../../points/ledger";
import { describeSale, saleTextOfDeal } from "../../points/sale-text";
import { takeBackPoints } from "../../points/take-back-points";
import { addBonuses, selectBonusCredits } from "../promotions/bonuses";
import { returnBonuses } from "../promotions/take-back-bonuses";
import { type InsertedDeal, insertDeals, type ReportSource } from "./insert-deals";
import { insertReturnedParts, matchReturns } from "./match-returns";
import type { RowError, SaleRow } from "./parse-report";

/** Deals that were written. */
export interface Written {
  readonly inserted: readonly InsertedDeal[];
  /**
   * Writes what the deals mean for the points of people; a check leaves it out. The transaction has to hold the lock
   * `returnedSales` where returns are among them.
   * @returns the points that were credited, those of promotions too
   * @throws DayLimitReached
   */
  readonly movePoints: (authority: Authority) => Promise<number>;
}

/** Writes new sales. @returns the deals, without those of rows that were counted meanwhile */
export async function writeSales(
  trx: Trx,
  services: Services,
  source: ReportSource,
  sales: readonly SaleRow[],
): Promise<Written> {
  const inserted = await insertDeals(trx, source, sales);
  return {
    inserted,
    movePoints: (authority) => creditDeals(trx, services, inserted, { authority, createdAt: source.now }),
  };
}

/** Writes returned sales as deals below zero. Where that is for good, the transaction has to hold the lock `returnedSales`. */
export async function writeReturns(
  trx: Trx,
  services: Services,
  source: ReportSource,
  rows: readonly SaleRow[],
): Promise<Written & { errors: readonly (RowError & { readonly row: number })[] }> {
  const { returns, errors } = await matchReturns(trx, source.curatorId, rows);
  const inserted = await insertDeals(trx, source, returns);
  await insertReturnedParts(trx, returns, new Map(inserted.map(({ id, row }) => [row, id])));
  return {
    inserted,
    errors,
    async movePoints() {
      await takeBackReturns(trx, services, inserted, source.now);
      return 0;
    },
  };
}

/** Takes back the points of the sales that returns return, those of promotions too. */
export async function takeBackReturns(
  trx: Trx,
  services: Services,
  inserted: readonly InsertedDeal[],
  createdAt: Date,
): Promise<void> {
  const ids = inserted.map(({ id }) => id);
  const bonuses = await returnBonuses(trx, ids, createdAt);
  const takings = inserted.flatMap((sale) => takingsOf(sale, createdAt));
  await takeBackPoints(trx, services, [...takings, ...bonuses]);
}

function takingsOf({ id, deal }: InsertedDeal, createdAt: Date): Taking[] {
  const common = { reason: "return", reference: `deal:${id}`, createdAt } as const;
  const what = describeSale(deal);
  return [
    { ...common, userId: deal.managerId, amount: -deal.managerPoints, action: `Возврат продажи ${what}` },
    { ...common, userId: deal.memberId, amount: -deal.memberPoints, action: `Возврат покупки ${what}` },
  ].filter(({ amount }) => amount > 0);
}

/** Credits new deals to both sides, and what promotions add to them. @returns the points */
async function creditDeals(
  trx: Trx,
  services: Services,
  inserted: readonly InsertedDeal[],
  { authority, createdAt }: { authority: Authority; createdAt: Date },
): Promise<number> {
  if (inserted.length === 0) return 0;
  const haveBonuses = await addBonuses(
    trx,
    inserted.map(({ id, deal }) => ({ ...deal, id })),
  );
  const ids = inserted.map(({ id }) => id);
  const availableOn = heldUntil(services);
  const credits = sql`
    select user_id, amount, reason, reference, action, ${createdAt}::timestamptz as created_at,
      ${availableOn}::date as available_on, row_number() over (order by promotion_id nulls first, file_row, is_purchase) as n
    from (
      select side.user_id, side.amount, 'deal' as reason, 'deal:' || deals.id as reference,
        side.before || ${saleTextOfDeal} || side.after as action, null::int as promotion_id, deals.file_row, is_purchase
      -- By their ids first ("offset" keeps it so): PostgreSQL would rather read all deals of every company, however many.
      from (select * from deals where id = any(${ids}::int[]) offset 0) deals
        join companies on companies.id = deals.company_id
        cross join lateral (
          values (deals.manager_id, deals.manager_points, 'Продажа ', ', ' || companies.actual_name_organization, false),
            (deals.member_id, deals.member_points, 'Покупка ', '', true)
        ) side (user_id, amount, before, after, is_purchase)
      where side.amount > 0
      ${haveBonuses ? sql`union all select * from (${selectBonusCredits(ids)}) bonus` : sql``}
    ) credit
  `;
  const userIds = inserted.flatMap(({ deal }) => [
    ...(haveBonuses || deal.managerPoints > 0 ? [deal.managerId] : []),
    ...(haveBonuses || deal.memberPoints > 0 ? [deal.memberId] : []),
  ]);
  return creditSelected(trx, authority, userIds, credits, { areHeld: availableOn !== null });
}
