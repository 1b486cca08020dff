import { isUuid } from "../../platform/http/parse-id";
import type { Db } from "../../platform/services";

/** Days for which an invitation can be answered. */
export const INVITE_DAYS = 30;

/**
 * Finds an invitation that can still be answered: it hasn't expired, its inviter isn't disabled, and nobody joined through it.
 * A registration without a confirmed phone doesn't use an invitation up, so a mistyped phone can be corrected.
 * @param forUserId a person who may answer the invitation again
 */
export async function findOpenInvite(db: Db, id: string, now: Date, forUserId = 0) {
  if (!isUuid(id)) return undefined;
  return db
    .selectFrom("invites")
    .innerJoin("users as inviter", "inviter.id", "invites.inviter_id")
    .leftJoin("users as invited", "invited.id", "invites.registered_user_id")
    .select(["invites.id", "invites.inviter_id", "invites.email", "invites.target_role"])
    .select(["inviter.role as inviter_role", "inviter.is_system as inviter_is_system"])
    .select(["inviter.first_name as inviter_first_name", "inviter.last_name as inviter_last_name"])
    .select(["inviter.phone_confirmed_at", "inviter.agreement_accepted_at"])
    .select(["invites.first_name", "invites.last_name", "invites.sur_name"])
    .where("invites.id", "=", id)
    .where("invites.status", "!=", "confirmed")
    .where("invites.expires_at", ">", now)
    .where("inviter.is_disabled", "=", false)
    .where((where) => where.or([where("invited.phone_confirmed_at", "is", null), where("invited.id", "=", forUserId)]))
    .executeTakeFirst();
}
