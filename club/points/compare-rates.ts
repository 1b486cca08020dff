import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/services";
import type { RateDifference, ReturnDifference } from "./ledger-differences";

/** In whose days sales are dated. */
const ZONE = "Europe/Moscow";

/**
 * Finds the deals that weren't counted with a rate of their article: the one of the day of sale, as it was known when the deal
 * was counted. A report may be counted for some time with the rates that it began with, and nodes' clocks differ, so a rate
 * holds for a day before and after it was recorded. A returned sale has the points of the sales that it returns.
 *
 * @param condition which deals, on the table `deals`
 */
export async function compareRates(db: Db, condition: RawBuilder<unknown>): Promise<RateDifference[]> {
  const { rows } = await sql<RateDifference>`
    select 'rate' as kind, id as "dealId", sell_count as pieces, manager_points as "managerPoints",
      member_points as "memberPoints"
    from deals
    where ${condition} and sell_count > 0 and not exists (
      select from article_rates rate
      where rate.article_code = deals.article_code
        and (deals.manager_points, deals.member_points)
          = (rate.manager_points * deals.sell_count, rate.member_points * deals.sell_count)
        and coalesce(rate.recorded_at, rate.since) <= deals.created_at + interval '1 day'
        and rate.since < (deals.sell_date + 1)::timestamp at time zone ${ZONE}
        and not exists (
          select from article_rates next
          where next.article_code = rate.article_code and next.since > rate.since
            and next.since < deals.sell_date::timestamp at time zone ${ZONE}
            and coalesce(next.recorded_at, next.since) < deals.created_at - interval '1 day'
        )
    )
    order by id
  `.execute(db);
  return rows;
}

/**
 * Finds the returned sales whose pieces or points aren't those of the sales that they return, and the sales of which more
 * was returned than they have.
 *
 * @param condition which deals, on the table `deals`
 */
export async function compareReturns(db: Db, condition: RawBuilder<unknown>): Promise<ReturnDifference[]> {
  const { rows } = await sql<ReturnDifference>`
    select 'return' as kind, id as "dealId"
    from deals
    where ${condition} and (
      sell_count < 0 and not coalesce((sell_count, manager_points, member_points) = (
        select -sum(pieces), -sum(part.manager_points), -sum(part.member_points)
        from deal_returns part join deals sale on sale.id = part.deal_id
        where part.return_id = deals.id and sale.sell_count > 0
          and part.manager_points * sale.sell_count = part.pieces * sale.manager_points
          and part.member_points * sale.sell_count = part.pieces * sale.member_points
      ), false)
      or sell_count > 0 and sell_count < (
        select sum(pieces) from deal_returns part join deals returned on returned.id = part.return_id
        where part.deal_id = deals.id and returned.recalled_at is null
      )
    )
    order by id
  `.execute(db);
  return rows;
}
