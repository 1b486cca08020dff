import { sql } from "kysely";
import type { Services, Trx } from "../../platform/services";
import { MOVED } from "../../points/day-limits";
import { type Credit, creditPoints, lockBalances, type Taking } from "../../points/ledger";
import { describeSale } from "../../points/sale-text";
import { removePendingCredits, takeBackPoints } from "../../points/take-back-points";
import { type RecalledBonus, recallBonuses, rememberPendingBonuses } from "../promotions/take-back-bonuses";

const BATCH_DEALS = 5_000;

/** A deal that was just marked as recalled. */
export interface ReversedDeal {
  readonly id: number;
  readonly file_id: number;
  readonly file_row: number;
  readonly manager_id: number;
  readonly member_id: number;
  readonly sell_date: string;
  readonly article_name: string;
  readonly sell_count: number;
  readonly manager_points: number;
  readonly member_points: number;
}

/**
 * Marks deals as recalled and gives their fingerprints free. The transaction has to hold the rows of their reports.
 * @returns the deals in the order of ids, without those that were recalled before
 */
export async function markRecalled(trx: Trx, services: Services, ids: readonly number[]): Promise<ReversedDeal[]> {
  const { rows } = await sql<ReversedDeal>`
    update deals
    set recalled_at = ${services.now()}, fingerprint = sha256(fingerprint || convert_to('recalled ' || id, 'UTF8'))
    where id = any(${ids}::int[]) and recalled_at is null
    returning id, file_id, file_row, manager_id, member_id, sell_date, article_name, sell_count, manager_points, member_points
  `.execute(trx);
  return rows.sort((a, b) => a.id - b.id);
}

/**
 * Gives what promotions have added to recalled deals back to the budgets, and locks the balances of their people. The
 * transaction has to hold the lock `returnedSales`, and to move the points.
 *
 * @param reasonOf what the participants read
 * @throws RefusalError validation when a promotion's budget lacks what a recalled return gives back
 */
export async function reverseDeals(
  trx: Trx,
  deals: readonly ReversedDeal[],
  reasonOf: (deal: ReversedDeal) => string,
): Promise<Movement[]> {
  const bonuses = await recallBonuses(
    trx,
    deals.map(({ id }) => id),
  );
  await lockBalances(trx, [...new Set(deals.flatMap((deal) => [deal.manager_id, deal.member_id]))]);
  return [...deals.flatMap((deal) => movementsOf(deal, reasonOf(deal))), ...bonuses.map(movementOf)];
}

/** Points that a deal, or a promotion for it, has given; below zero those that a returned sale has taken. */
export interface Movement {
  readonly userId: number;
  readonly points: number;
  readonly reference: string;
  readonly action: string;
  /** What has given them. */
  readonly of: "deal" | RecalledBonus;
}

function movementsOf(deal: ReversedDeal, reason: string): Movement[] {
  const { sell_date: sellDate, article_name: articleName, sell_count: count } = deal;
  const movement = (userId: number, points: number, what: string): Movement => {
    const recalled = count > 0 ? `Отозвана ${what}` : "Отозван возврат";
    const action = `${recalled} ${describeSale({ sellDate, articleName, count })} Причина: ${reason}`;
    return { userId, points, reference: `deal:${deal.id}`, action, of: "deal" };
  };
  return [
    movement(deal.manager_id, deal.manager_points, "продажа"),
    movement(deal.member_id, deal.member_points, "покупка"),
  ];
}

function movementOf(bonus: RecalledBonus): Movement {
  const { userId, points, reference, action } = bonus;
  return { userId, points, reference, action, of: bonus };
}

/**
 * Moves the points of reversed deals. Pending points are removed; a transaction that credits others does that before.
 * @returns the points that balances didn't have, and that are owed now
 */
export async function movePoints(trx: Trx, services: Services, movements: readonly Movement[]): Promise<number> {
  const pending = new Set<Movement>();
  for (const batch of inBatches(movements.filter(({ points }) => points > 0))) {
    for (const movement of await removePending(trx, batch)) pending.add(movement);
  }
  const reversals = (sign: number) =>
    movements
      .filter((movement) => Math.sign(movement.points) === sign && !pending.has(movement))
      .map(({ userId, points, reference, action }) => {
        const amount = Math.abs(points);
        return { userId, amount, reason: "reversal" as const, reference, action, createdAt: services.now() };
      });
  const credits: Credit[] = reversals(-1);
  const takings: Taking[] = reversals(1);
  for (const batch of inBatches(credits)) await creditPoints(trx, MOVED, batch, { areNew: true });
  let owed = 0;
  for (const batch of inBatches(takings)) owed += await takeBackPoints(trx, services, batch);
  return owed;
}

/** Removes the credits that are still pending. @returns which */
async function removePending(trx: Trx, movements: readonly Movement[]): Promise<Movement[]> {
  const keyOf = (userId: number, reference: string) => `${userId} ${reference}`;
  const removed = await removePendingCredits(
    trx,
    movements.map(({ userId, reference, of }) => ({ userId, reason: of === "deal" ? "deal" : "promotion", reference })),
  );
  const keys = new Set(removed.map(({ userId, reference }) => keyOf(userId, reference)));
  const pending = movements.filter(({ userId, reference }) => keys.has(keyOf(userId, reference)));
  await rememberPending(
    trx,
    pending.filter(({ of }) => of === "deal"),
  );
  await rememberPendingBonuses(
    trx,
    pending.flatMap(({ of }) => (of === "deal" ? [] : [of])),
  );
  return pending;
}

/** No entry takes these points back: they had never been credited. */
async function rememberPending(trx: Trx, removed: readonly { userId: number; reference: string }[]): Promise<void> {
  if (removed.length === 0) return;
  await sql`
    update deals set
      manager_was_pending = manager_was_pending or manager_id = any(pending.user_ids),
      member_was_pending = member_was_pending or member_id = any(pending.user_ids)
    from (
      select substr(reference, 6)::int as id, array_agg(user_id) as user_ids
      from unnest(${removed.map(({ userId }) => userId)}::int[], ${removed.map(({ reference }) => reference)}::text[])
        as removed (user_id, reference)
      group by reference
    ) pending
    where deals.id = pending.id
  `.execute(trx);
}

function* inBatches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += BATCH_DEALS) yield items.slice(from, from + BATCH_DEALS);
}
