import { sql } from "kysely";
import { isUuid } from "../http/parse-id";
import type { Db } from "../services";

/** Days in which an invitation can be answered. */
export const INVITE_DAYS = 30;

/**
 * An invitation that can still be answered: not expired, its inviter active, and nobody came by it; a registration whose
 * phone was never confirmed doesn't count, so that a mistyped phone loses nobody the invitation.
 * @param forUserId the person who may answer it again
 */
export async function findOpenInvite(db: Db, id: string, now: Date, forUserId = 0) {
  if (!isUuid(id)) return undefined;
  return db
    .selectFrom("invites")
    .innerJoin("users as inviter", "inviter.id", "invites.inviter_id")
    .leftJoin("users as came", "came.id", "invites.registered_user_id")
    .select(["invites.id", "invites.inviter_id", "invites.email", "invites.target_role"])
    .select(["invites.first_name", "invites.last_name", "invites.sur_name"])
    .where("invites.id", "=", id)
    .where("invites.status", "!=", "confirmed")
    .where("invites.expires_at", ">", now)
    .where("inviter.is_disabled", "=", false)
    .where((where) => where.or([where("came.phone_confirmed_at", "is", null), where("came.id", "=", forUserId)]))
    .executeTakeFirst();
}

/** The participant behind a referral link: by id or by the secret code; active means confirmed, accepted, not disabled. */
export async function findActiveParticipant(db: Db, id: string) {
  if (!isUuid(id) && !/^[1-9]\d{0,8}$/.test(id)) return undefined;
  return db
    .selectFrom("users")
    .select(["id", "first_name", "last_name", "role"])
    .where((where) => (isUuid(id) ? where("referral_code", "=", id) : where("id", "=", Number(id))))
    .where("is_disabled", "=", false)
    .where("phone_confirmed_at", "is not", null)
    .where("agreement_accepted_at", "is not", null)
    .executeTakeFirst();
}

/** The address of an invitation's letter, for whoever holds the link to unsubscribe in it. */
export async function findInvitedAddress(db: Db, id: string, secret: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const invite = await db
    .selectFrom("invites")
    .select("email")
    .where("id", "=", id)
    .where(sql`unsubscribe_secret::text`, "=", secret)
    .executeTakeFirst();
  return invite?.email ?? null;
}
