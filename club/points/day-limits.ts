import { sql } from "kysely";
import { alias } from "../../contract/values";
import type { OperatorAuthority } from "../platform/acts/act";
import { formatPoints } from "../platform/acts/format";
import { RefusalError } from "../platform/http/refusal-error";
import { moscowDate } from "../platform/moscow-date";
import { raiseAlarm } from "../platform/outbox/day-counts";
import type { Db, Services, Trx } from "../platform/services";

type LimitServices = Pick<Services, "settings" | "now" | "log" | "countAlarm">;

/**
 * By whose authority points come to be. Whatever credits points says it, and its points count to the limits of the day in Moscow
 * (`SECOND_OPERATOR_POINTS_PER_DAY`, `REPORT_POINTS_PER_DAY`, `POINTS_PER_DAY`) within the transaction that credits them.
 */
export type Authority =
  | OperatorAuthority
  /** A distributor's curator, who has reported a sale or accepted a claim. */
  | { readonly kind: "distributor"; readonly services: LimitServices; readonly curatorId: number }
  /** The club's own rules: promo codes, invitations. */
  | { readonly kind: "rule"; readonly services: LimitServices }
  /** Two operators, or one within the own limits, have agreed to a number that their act has counted. */
  | { readonly kind: "agreed" }
  /** Nobody's: the points were there before, and were counted then. */
  | { readonly kind: "moved" };

export const AGREED: Authority = { kind: "agreed" };
export const MOVED: Authority = { kind: "moved" };

/** The day's points are used up: nothing is credited, and whatever brought the points waits or may come again tomorrow. */
export class DayLimitReached extends RefusalError {
  constructor(readonly text: string) {
    super(alias.validation, text);
  }
}

/** The whole club's points of a day. */
const CLUB = "club";

/**
 * Counts points that the transaction credits, before it is committed. The rows of the counts are locked until then, so of two
 * credits at once the second one sees the first. Call it when the balances are locked: nobody then waits for a balance while
 * holding a count.
 * @throws DayLimitReached for points that no operator has given; an operator's act is made to ask a second operator
 */
export async function countCredit(trx: Trx, authority: Authority, points: number): Promise<void> {
  if (points === 0 || authority.kind === "agreed" || authority.kind === "moved") return;
  const { services } = authority;
  const { settings } = services;
  if (authority.kind === "operator") {
    await countFuturePoints(trx, authority, points);
    if (authority.isAgreed) return;
    const club = await count(trx, services, CLUB, points);
    if (club > settings.pointsPerDay) {
      authority.requireSecondOperator(
        `За день по клубу начислено бы ${formatPoints(club)}, без второго оператора можно ${formatPoints(settings.pointsPerDay)}.`,
      );
    }
    return;
  }
  if (authority.kind === "distributor") {
    const own = await count(trx, services, scopeOf(authority.curatorId), points);
    if (own > settings.reportPointsPerDay) {
      throw new DayLimitReached(describeOwnDay(own, settings.reportPointsPerDay));
    }
  }
  const club = await count(trx, services, CLUB, points);
  if (club > settings.pointsPerDay) {
    tellOperators(services);
    throw new DayLimitReached(CLUB_DAY_IS_FULL);
  }
}

/**
 * Counts points that an operator's act lets come to be later, such as those of promo codes or of a promotion's budget: the most
 * that they can become. A second operator has to agree above the limit of the day.
 */
export async function countFuturePoints(trx: Trx, authority: OperatorAuthority, points: number): Promise<void> {
  if (!authority.mayCredit) throw new Error(`The act ${authority.act} makes points and doesn't declare it`);
  if (authority.isAgreed || points <= 0) return;
  const limit = authority.services.settings.secondOperatorPointsPerDay;
  const own = await count(trx, authority.services, `operator:${authority.name}`, points);
  if (own > limit) {
    authority.requireSecondOperator(
      `За сегодня это ${formatPoints(own)} на одного оператора, без второго можно ${formatPoints(limit)}.`,
    );
  }
}

/** Why points of a distributor wouldn't be credited today, for its curator; null while there is room. */
export async function findDayExcess(
  db: Db,
  services: LimitServices,
  { curatorId, points }: { curatorId: number; points: number },
): Promise<string | null> {
  if (points === 0) return null;
  const { settings } = services;
  const rows = await db
    .selectFrom("point_days")
    .select(["scope", "points"])
    .where("day", "=", moscowDate(services.now()))
    .where("scope", "in", [CLUB, scopeOf(curatorId)])
    .execute();
  const after = (scope: string) => (rows.find((row) => row.scope === scope)?.points ?? 0) + points;
  const own = after(scopeOf(curatorId));
  if (own > settings.reportPointsPerDay) return describeOwnDay(own, settings.reportPointsPerDay);
  const club = after(CLUB);
  return club > settings.pointsPerDay ? CLUB_DAY_IS_FULL : null;
}

/** Whether the club's own rules may credit points today. They are counted then. */
export async function hasRoom(trx: Trx, services: LimitServices, points: number): Promise<boolean> {
  if ((await count(trx, services, CLUB, points)) <= services.settings.pointsPerDay) return true;
  await count(trx, services, CLUB, -points);
  tellOperators(services);
  return false;
}

/** Forgets the counts of earlier days. */
export async function forgetPointDays({ db, now }: Services): Promise<void> {
  await db.deleteFrom("point_days").where("day", "<", moscowDate(now())).execute();
}

async function count(trx: Trx, { now }: LimitServices, scope: string, points: number): Promise<number> {
  const row = await trx
    .insertInto("point_days")
    .values({ day: moscowDate(now()), scope, points })
    .onConflict((conflict) =>
      conflict.columns(["day", "scope"]).doUpdateSet({ points: sql<number>`point_days.points + excluded.points` }),
    )
    .returning("points")
    .executeTakeFirstOrThrow();
  return row.points;
}

function scopeOf(curatorId: number): string {
  return `distributor:${curatorId}`;
}

function describeOwnDay(points: number, limit: number): string {
  return `За сегодня это было бы ${formatPoints(points)}, дистрибьютору без решения оператора можно ${formatPoints(limit)} в день.`;
}

/** A distributor reads it: the number would be the sales of all the others. */
const CLUB_DAY_IS_FULL = "На сегодня баллы всего клуба закончились: дальше решает оператор.";

function tellOperators(services: LimitServices): void {
  raiseAlarm(services, "points-per-day", "the day's points of the club are used up: further ones wait");
}
