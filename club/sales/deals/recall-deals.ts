import { sql } from "kysely";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../../platform/db/advisory-locks";
import type { Services, Trx } from "../../platform/services";
import { type Credit, creditPoints, lockBalances, type Taking } from "../../points/ledger";
import { describeSale } from "../../points/sale-text";
import { removePendingCredits, takeBackPoints } from "../../points/take-back-points";
import { type RecalledBonus, recallBonuses, rememberPendingBonuses } from "../promotions/take-back-bonuses";

const BATCH_DEALS = 5_000;

const RETURN_RECALLED =
  "Оператор клуба отозвал продажу, которую возвращает эта строка. Если возврат верен, загрузите его ещё раз.";

/** What a recall has taken back. */
export interface Recalled {
  /** Without the returned sales among them. */
  readonly sales: number;
  /** Returned sales: those that were named, and those that return one of the named sales. */
  readonly returns: number;
  /** Points that were moved, in either direction, those of promotions too. */
  readonly points: number;
  /** Of these, what balances didn't have: it is owed now. */
  readonly owed: number;
}

interface Deal {
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
 * Recalls the deals of a report, or one deal. Returned sales that refer to one of these deals are recalled with it. Pending
 * points are removed. Credited points, also those that promotions have added, are taken back by new entries, and what a balance
 * doesn't have becomes a debt. The same sales may be reported again. Deals that were recalled before stay as they are.
 *
 * @param reason what the participants and the curator read
 * @throws RefusalError validation when a promotion's budget lacks what a recalled return gives back
 */
export async function recallDeals(
  trx: Trx,
  services: Services,
  { of, reason }: { of: { fileId: number } | { dealId: number }; reason: string },
): Promise<Recalled> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.returnedSales);
  const condition = "fileId" in of ? sql`file_id = ${of.fileId}` : sql`id = ${of.dealId}`;
  const { rows: chosen } = await sql<{ id: number; file_id: number; is_named: boolean }>`
    with named as (select id, file_id from deals where ${condition} and recalled_at is null)
    select id, file_id, true as is_named from named
    union all
    select id, file_id, false from deals
    where recalled_at is null and not (${condition})
      and id in (select return_id from deal_returns where deal_id in (select id from named))
  `.execute(trx);
  if (chosen.length === 0) return { sales: 0, returns: 0, points: 0, owed: 0 };
  const files = [...new Set(chosen.map(({ file_id }) => file_id))].sort((a, b) => a - b);
  await trx.selectFrom("report_files").select("id").where("id", "in", files).orderBy("id").forUpdate().execute();
  const deals = await markDeals(trx, services, chosen);
  const bonuses = await recallBonuses(
    trx,
    deals.map(({ id }) => id),
  );
  await lockBalances(trx, [...new Set(deals.flatMap((deal) => [deal.manager_id, deal.member_id]))]);
  const movements = [...deals.flatMap((deal) => movementsOf(deal, reason)), ...bonuses.map(movementOf)];
  const owed = await movePoints(trx, services, movements);
  const named = new Set(chosen.filter(({ is_named }) => is_named).map(({ id }) => id));
  await noteInReports(trx, deals, ({ id }) => {
    if (!named.has(id)) return RETURN_RECALLED;
    // The report as a whole has the message once.
    return "fileId" in of ? null : `Оператор клуба отозвал строку: ${reason}`;
  });
  const returns = deals.filter(({ sell_count }) => sell_count < 0).length;
  const points = movements.reduce((sum, movement) => sum + Math.abs(movement.points), 0);
  return { sales: deals.length - returns, returns, points, owed };
}

/** Marks the deals as recalled, and gives their fingerprints free. */
async function markDeals(trx: Trx, services: Services, chosen: readonly { id: number }[]): Promise<Deal[]> {
  const { rows } = await sql<Deal>`
    update deals
    set recalled_at = ${services.now()}, fingerprint = sha256(fingerprint || convert_to('recalled ' || id, 'UTF8'))
    where id = any(${chosen.map(({ id }) => id)}::int[])
    returning id, file_id, file_row, manager_id, member_id, sell_date, article_name, sell_count, manager_points, member_points
  `.execute(trx);
  return rows.sort((a, b) => a.id - b.id);
}

/** Points that a deal, or a promotion for it, has given; below zero those that a returned sale has taken. */
interface Movement {
  readonly userId: number;
  readonly points: number;
  readonly reference: string;
  readonly action: string;
  /** What has given them. */
  readonly of: "deal" | RecalledBonus;
}

function movementsOf(deal: Deal, reason: string): Movement[] {
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

/** @returns the points that balances didn't have */
async function movePoints(trx: Trx, services: Services, movements: readonly Movement[]): Promise<number> {
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
  for (const batch of inBatches(credits)) await creditPoints(trx, batch, { areNew: true });
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

/** A recalled row is an error of its report. */
async function noteInReports(
  trx: Trx,
  deals: readonly Deal[],
  messageOf: (deal: Deal) => string | null,
): Promise<void> {
  await sql`
    update report_files set failed = failed + recalled.deals, points = report_files.points - recalled.points
    from (
      select file_id, count(*)::int as deals, sum(points)::bigint as points
      from unnest(
        ${deals.map(({ file_id }) => file_id)}::int[],
        ${deals.map((deal) => deal.manager_points + deal.member_points)}::bigint[]
      ) as deal (file_id, points)
      group by file_id
    ) recalled
    where id = recalled.file_id
  `.execute(trx);
  const messages = deals.flatMap((deal) => {
    const message = messageOf(deal);
    return message === null ? [] : [{ ...deal, message }];
  });
  await sql`
    insert into report_errors (file_id, row, field, message)
    select file_id, row, '', message
    from unnest(
      ${messages.map(({ file_id }) => file_id)}::int[], ${messages.map(({ file_row }) => file_row)}::int[],
      ${messages.map(({ message }) => message)}::text[]
    ) as error (file_id, row, message)
  `.execute(trx);
}

function* inBatches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += BATCH_DEALS) yield items.slice(from, from + BATCH_DEALS);
}
