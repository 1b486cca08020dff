import { sql } from "kysely";
import { toShortDate } from "../../contract/russian-date";
import { formatPoints } from "../platform/acts/format";
import { moscowDate } from "../platform/moscow-date";
import { tellPerson } from "../platform/outbox/tell-person";
import type { Services } from "../platform/services";
import { hasEarned } from "./earned";
import { earnedBefore, readExpiringPoints } from "./expiring-points";
import { lockBalance, spendPoints } from "./ledger";

/** People of one statement, so that each takes a moment only. */
const PEOPLE_AT_ONCE = 500;

export interface ExpiryRun {
  /** People and points whose day has come. */
  readonly expired: { people: number; points: number };
  /** People and points of new announcements. */
  readonly announced: { people: number; points: number };
}

/**
 * Lets announced points expire whose day has come, and announces by mail those that will expire `pointsExpiryNoticeDays`
 * later. Each person's points in a transaction of their own, so that a run that is stopped goes on the next time. Where points
 * don't expire, what an earlier setting has announced is taken back.
 */
export async function expirePoints(services: Services, stopping?: AbortSignal): Promise<ExpiryRun | null> {
  const months = services.settings.pointsExpireMonths;
  if (months === null) {
    await services.db.deleteFrom("point_expiries").where("expired_points", "is", null).execute();
    return null;
  }
  const expired = await expireDue(services, months, stopping);
  const announced = await announce(services, months, stopping);
  return { expired, announced };
}

async function expireDue(services: Services, months: number, stopping: AbortSignal | undefined) {
  const today = moscowDate(services.now());
  const total = { people: 0, points: 0 };
  for (let afterId = 0; ; ) {
    const people = await services.db
      .selectFrom("point_expiries")
      .select("user_id")
      .distinct()
      .where("expired_points", "is", null)
      .where("expires_on", "<=", today)
      .where("user_id", ">", afterId)
      .orderBy("user_id")
      .limit(PEOPLE_AT_ONCE)
      .execute();
    for (const { user_id } of people) {
      stopping?.throwIfAborted();
      const points = await expireOf(services, { userId: user_id, months, today });
      total.people += points > 0 ? 1 : 0;
      total.points += points;
      afterId = user_id;
    }
    if (people.length < PEOPLE_AT_ONCE) return total;
  }
}

/** @returns the person's points that have expired */
function expireOf(services: Services, { userId, months, today }: { userId: number; months: number; today: string }) {
  return services.db.transaction().execute(async (trx) => {
    const balance = await lockBalance(trx, userId);
    const expiring = await readExpiringPoints(trx, { userId, balance, months });
    let sum = 0;
    for (const { expiresOn, points } of expiring.filter((day) => day.expiresOn <= today)) {
      if (points > 0) {
        await spendPoints(trx, {
          userId,
          amount: points,
          reason: "expiry",
          reference: `expiry:${expiresOn}`,
          action: `Сгорели баллы, которые не потратили вовремя: срок ${toShortDate(expiresOn)}`,
          createdAt: services.now(),
        });
      }
      await trx
        .updateTable("point_expiries")
        .set({ expired_points: points })
        .where("user_id", "=", userId)
        .where("expires_on", "=", expiresOn)
        .execute();
      sum += points;
    }
    return sum;
  });
}

async function announce(services: Services, months: number, stopping: AbortSignal | undefined) {
  const { pointsExpiryNoticeDays: days } = services.settings;
  const today = moscowDate(services.now());
  const day = sql`(${today}::date + ${days}::int)`;
  const total = { people: 0, points: 0 };
  for (let afterId = 0; ; ) {
    stopping?.throwIfAborted();
    const { rows: people } = await sql<{ userId: number; points: number; expiresOn: string; isErased: boolean }>`
      with people as (
        select user_id, balances.points from balances
        where balances.points > 0 and user_id > ${afterId} order by user_id limit ${PEOPLE_AT_ONCE}
      ), younger as (
        select user_id, sum(amount) as points from ledger_entries earned
        where user_id in (select user_id from people) and ${hasEarned(sql`earned`)}
          and created_at >= ${earnedBefore(day, months)}
        group by user_id
      ), announced as (
        select user_id, sum(points) as points from point_expiries
        where user_id in (select user_id from people) and expired_points is null
        group by user_id
      )
      select user_id as "userId", ${day} as "expiresOn", users.erased_at is not null as "isErased",
        people.points - coalesce(younger.points, 0) - coalesce(announced.points, 0) as points
      from people join users on users.id = user_id
        left join younger using (user_id) left join announced using (user_id)
      order by user_id
    `.execute(services.db);
    for (const { userId, points, expiresOn, isErased } of people) {
      afterId = userId;
      if (points <= 0 || isErased) continue;
      stopping?.throwIfAborted();
      if (await announceTo(services, { userId, points, expiresOn })) {
        total.people += 1;
        total.points += points;
      }
    }
    if (people.length < PEOPLE_AT_ONCE) return total;
  }
}

/** @returns false when the day was announced before: what is found later on a day is announced on the next */
function announceTo(
  services: Services,
  { userId, points, expiresOn }: { userId: number; points: number; expiresOn: string },
) {
  return services.db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("point_expiries")
      .values({ user_id: userId, expires_on: expiresOn, points, announced_at: services.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return false;
    const person = await trx
      .selectFrom("users")
      .select(["email", "phone_confirmed_at", "erased_at"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    const { publicOrigin } = services.settings;
    await tellPerson(trx, services, person, {
      subject: `${formatPoints(points)}: срок до ${toShortDate(expiresOn)}`,
      text: `Здравствуйте.\n\n${toShortDate(expiresOn)} сгорят баллы, которые вы не потратили: ${formatPoints(points)}.\nПервыми тратятся самые старые.\n\nПодарки: ${publicOrigin}/dashboard/gifts/\nИстория баллов: ${publicOrigin}/dashboard/points`,
    });
    return true;
  });
}
