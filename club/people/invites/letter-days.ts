import { addDays } from "date-fns";
import { toShortDate } from "../../../contract/russian-date";
import { alias, participantOf, type Role } from "../../../contract/values";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../../platform/db/advisory-locks";
import { RefusalError } from "../../platform/http/refusal-error";
import { moscowDate, moscowMoment, nextDay } from "../../platform/moscow-date";
import { countOnDay, raiseAlarm, readDayCounts } from "../../platform/outbox/day-counts";
import type { Db, Services, Trx } from "../../platform/services";

export interface Inviter {
  readonly id: number;
  readonly role: Role;
  readonly is_system: boolean;
}

/** When the letters of a later day go out, in Moscow. */
const MORNING = "09:00";
/** An inviter whose letters wait longer than this can't invite for the time being. */
const LONGEST_WAIT_DAYS = 7;
const CLUB_COUNTER = "invite-letters";

/**
 * Chooses for each of `count` letters when it goes out: now, or in the morning of the next day on which neither the inviter
 * nor the club has used up the day's letters. The days count as used once the transaction commits.
 */
export async function reserveLetterTimes(
  trx: Trx,
  services: Services,
  inviter: Inviter,
  count: number,
): Promise<Date[]> {
  await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.inviteDays);
  const now = services.now();
  const today = moscowDate(now);
  const calendar = await readCalendar(trx, services, inviter, today);
  const times: Date[] = [];
  for (let day = today; times.length < count; day = nextDay(day)) {
    const letters = Math.min(calendar.freeOn(day), count - times.length);
    if (letters === 0) continue;
    const time = day === today ? now : moscowMoment(day, MORNING);
    times.push(...Array.from({ length: letters }, () => time));
    await countOnDay(trx, inviterCounter(inviter.id), day, letters);
    const ofClub = await countOnDay(trx, CLUB_COUNTER, day, letters);
    if (day === today && ofClub >= services.settings.invitesPerDay) {
      raiseAlarm(services, "invites-per-day", "the day's letters of invitations are used up: further ones wait");
    }
  }
  return times;
}

/**
 * Requires that another letter of an inviter would go out within a week.
 * @throws RefusalError tooOften with the day from which on it would
 */
export async function requireLetterDay(db: Db, services: Services, inviterId: number): Promise<void> {
  const inviter = await db
    .selectFrom("users")
    .select(["id", "role", "is_system"])
    .where("id", "=", inviterId)
    .executeTakeFirstOrThrow();
  const today = moscowDate(services.now());
  const calendar = await readCalendar(db, services, inviter, today);
  let day = today;
  while (calendar.freeOn(day) === 0) day = nextDay(day);
  if (day <= moscowDate(addDays(services.now(), LONGEST_WAIT_DAYS))) return;
  const message = `Писем уже больше, чем клуб отправляет за неделю: очередь расписана до ${toShortDate(day)}. Приглашайте, когда она станет короче.`;
  throw new RefusalError(alias.tooOften, message);
}

async function readCalendar(db: Db, { settings }: Services, inviter: Inviter, today: string) {
  const isTrusted = ["curator", "system-curator", "system-manager"].includes(
    participantOf(inviter.role, inviter.is_system),
  );
  const ownLimit = isTrusted ? settings.invitesPerCuratorAndDay : settings.invitesPerManagerAndDay;
  const own = await readDayCounts(db, inviterCounter(inviter.id), today);
  const all = await readDayCounts(db, CLUB_COUNTER, today);
  return {
    freeOn: (day: string) =>
      Math.max(0, Math.min(ownLimit - (own.get(day) ?? 0), settings.invitesPerDay - (all.get(day) ?? 0))),
  };
}

function inviterCounter(inviterId: number): string {
  return `invite-letters:of:${inviterId}`;
}
