import { sql } from "kysely";
import { comparedSince, describeLargeIncrease, isLargeIncrease } from "../../../platform/acts/large-increase";
import type { Services, Trx } from "../../../platform/services";

/**
 * Why a second operator has to agree to a price: points buy so much more by it than they did in the last weeks. A prize is
 * compared with its own highest price of these weeks, a new one with the cheapest of the others.
 *
 * @param prize without an id for a new one; with the price that it has now
 */
export async function findPriceDrop(
  trx: Trx,
  services: Services,
  prize: { readonly id?: number; readonly price?: number },
  price: number,
): Promise<string[]> {
  const before =
    prize.id === undefined ? await readCheapest(trx, services) : await readHighest(trx, services, prize.id);
  const former = Math.max(before, prize.price ?? 0);
  // What a price falls by is by what the worth of a point grows.
  if (!isLargeIncrease(services, { before: 1 / former, after: 1 / price })) return [];
  return [describeLargeIncrease(services, `Цена ${price} при прежней ${former}: подарок станет дешевле`)];
}

/** The cheapest prize that was there before the last weeks, or of a younger catalogue the first one; 0 without any. */
async function readCheapest(trx: Trx, services: Services): Promise<number> {
  const { rows } = await sql<{ price: number }>`
    select coalesce(
      (select min(price) from prizes where created_at < ${comparedSince(services)}::timestamptz),
      (select min(price) from prizes where created_at = (select min(created_at) from prizes)), 0
    ) as price
  `.execute(trx);
  return rows[0]?.price ?? 0;
}

/** The highest price that changes of the last weeks have taken from a prize. */
async function readHighest(trx: Trx, services: Services, id: number): Promise<number> {
  const { rows } = await sql<{ price: number }>`
    select coalesce(max((before ->> 'price')::bigint), 0) as price from audit_log
    where subject_kind = 'prize' and subject_id = ${String(id)} and act = 'change-prize'
      and at > ${comparedSince(services)}::timestamptz
  `.execute(trx);
  return rows[0]?.price ?? 0;
}
