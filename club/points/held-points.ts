import { type RawBuilder, sql } from "kysely";
import { addDays, moscowDate } from "../platform/moscow-date";
import type { Db, Services, Trx } from "../platform/services";
import type { Credit, Taking } from "./ledger";

type Clock = Pick<Services, "settings" | "now">;

/** Points that can be spent from a day on. */
export interface HeldPoints {
  /** yyyy-mm-dd, in Moscow time. */
  readonly availableOn: string;
  readonly points: number;
}

/** Credits for sales, which can be spent only after the days in which a sale may be returned. */
export function holdCredits(services: Clock, credits: readonly Credit[]): readonly Credit[] {
  const availableOn = heldUntil(services);
  return availableOn === null ? credits : credits.map((credit) => ({ ...credit, availableOn }));
}

/** The day from which points of sales that are credited now can be spent, as "yyyy-mm-dd" in Moscow; null: at once. */
export function heldUntil({ settings, now }: Clock): string | null {
  const days = settings.pointsPendingDays;
  return days === null ? null : addDays(moscowDate(now()), days);
}

/** The day that decides which points are still held; null where points can be spent at once. */
export function heldAfter({ settings, now }: Clock): string | null {
  return settings.pointsPendingDays === null ? null : moscowDate(now());
}

/** The points of a user's balance that can't be spent yet, in SQL. They never exceed the balance, which is to be locked. */
export function sumHeld(services: Clock, userId: RawBuilder<unknown>): RawBuilder<number> {
  const day = heldAfter(services);
  return day === null ? sql<number>`0` : selectHeldSum(userId, sql`${day}::date`);
}

/** The same for a day in SQL, whatever the configuration. */
export function selectHeldSum(userId: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(points), 0) from held_points where user_id = ${userId} and available_on > ${day}
  )`;
}

/** The day from which an entry's points can be spent, in SQL; null for those that can be spent now. @param entry the table's name */
export function availableOnOf(entry: RawBuilder<unknown>, day: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select available_on from held_points held
    where (held.user_id, held.reason, held.reference) = (${entry}.user_id, ${entry}.reason, ${entry}.reference)
      and available_on > ${day}::date and points > 0
  )`;
}

/** Sums what people have and can't spend yet. */
export async function sumAllHeld(db: Db, day: string): Promise<number> {
  const { points } = await db
    .selectFrom("held_points")
    .select(sql<number>`coalesce(sum(points), 0)`.as("points"))
    .where("available_on", ">", day)
    .executeTakeFirstOrThrow();
  return points;
}

/**
 * Takes off the held points of a sale, and of what promotions have added to it, what a recall or a return has taken back of
 * them. The entries have to be written. Nothing where points can be spent at once.
 */
export async function takeHeldPoints(trx: Trx, services: Clock, takings: readonly Taking[]): Promise<void> {
  if (heldAfter(services) === null) return;
  await sql`
    with taking as (
      select * from unnest(
        ${takings.map((taking) => taking.userId)}::int[], ${takings.map((taking) => taking.reason)}::text[],
        ${takings.map((taking) => taking.reference)}::text[], ${takings.map((taking) => taking.amount)}::bigint[]
      ) as taking (user_id, reason, reference, amount)
    ), part as (
      -- A recall takes a credit back by the credit's own reference, a return by that of the returning deal.
      select user_id, reference, amount from taking where reason = 'reversal'
      union all
      select user_id, 'deal:' || sale.id,
        case user_id when sale.manager_id then returned.manager_points else returned.member_points end
      from taking join deal_returns returned on 'deal:' || returned.return_id = taking.reference
        join deals sale on sale.id = returned.deal_id
      where reason = 'return'
        and returned.return_id = any(${takings.flatMap(({ reference }) => dealIdsOf(reference))}::int[])
      union all
      select taking.user_id, 'promotion:' || bonus.promotion_id || ':deal:' || bonus.sale_id, -bonus.points
      from taking join promotion_bonuses bonus
        on 'promotion:' || bonus.promotion_id || ':deal:' || bonus.deal_id = taking.reference
          and bonus.user_id = taking.user_id
      where reason = 'return'
        and bonus.deal_id = any(${takings.flatMap(({ reference }) => dealIdsOf(reference))}::int[])
    ), total as (
      select user_id, reference, sum(amount) as points from part group by user_id, reference
    )
    update held_points set points = greatest(held_points.points - total.points, 0)
    from total
    where held_points.reason in ('deal', 'promotion')
      and (held_points.user_id, held_points.reference) = (total.user_id, total.reference)
  `.execute(trx);
  await limitHeldPoints(
    trx,
    services,
    takings.map(({ userId }) => userId),
  );
}

/**
 * Lets held points not exceed the balance, after what was taken off has exceeded what could be spent: the points that would
 * have become spendable first were taken then. The balances have to be locked.
 */
export async function limitHeldPoints(trx: Trx, services: Clock, userIds: readonly number[]): Promise<void> {
  const day = heldAfter(services);
  if (day === null) return;
  await sql`
    with held as (
      select user_id, reason, reference, held_points.points, balances.points as balance,
        sum(held_points.points) over (partition by user_id order by available_on desc, reason, reference) - held_points.points as later
      from held_points join balances using (user_id)
      where user_id = any(${[...new Set(userIds)]}::int[]) and available_on > ${day}::date and held_points.points > 0
    )
    update held_points set points = greatest(balance - later, 0)
    from held
    where later + held.points > balance
      and (held_points.user_id, held_points.reason, held_points.reference) = (held.user_id, held.reason, held.reference)
  `.execute(trx);
}

/** Deletes the rows that mean nothing any more: nobody has to do it in time. */
export async function forgetHeldPoints({ db, ...services }: Services): Promise<void> {
  const day = heldAfter(services);
  // Where points can be spent at once, those of an earlier setting can too, whatever is set later.
  let obsolete = db.deleteFrom("held_points");
  if (day !== null) obsolete = obsolete.where("available_on", "<=", day);
  await obsolete.execute();
}

/** The deal in a reference such as `deal:17` or `promotion:3:deal:17`. */
function dealIdsOf(reference: string): number[] {
  const id = /(?:^|:)deal:(\d+)$/.exec(reference)?.[1];
  return id === undefined ? [] : [Number(id)];
}
