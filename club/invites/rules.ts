import { sql, type Transaction } from "kysely";
import { participantOf, pointHolders } from "../../contract/values";
import { fullName } from "../accounts/rules";
import type { Database } from "../db/schema";
import { type Credit, creditPoints } from "../ledger/rules";
import type { Db, Services } from "../services";

/** What an inviter, or the owner of a referral link, gets when the invited person becomes active. */
export const INVITE_POINTS = 100;
/** Days in which an invitation can be answered. */
export const INVITE_DAYS = 30;

type Trx = Transaction<Database>;

/**
 * Ties a person who has just registered to the invitation or the referral link of the registration; the invitation is
 * then registered. An invitation that is unknown, answered or expired, or a referral of nobody active, is passed over:
 * it must not keep anybody from joining.
 */
export async function noteRegistration(
  trx: Trx,
  registration: {
    userId: number;
    inviteId: string | null | undefined;
    referralFromUserId: string | number | null | undefined;
    now?: Date;
  },
): Promise<void> {
  const { userId, inviteId, referralFromUserId } = registration;
  const invite = inviteId ? await selectOpenInvite(trx, inviteId, registration.now ?? new Date(), userId) : undefined;
  if (invite && invite.inviter_id !== userId) {
    // Whoever registers anew through another invitation answers that one instead.
    await trx
      .updateTable("invites")
      .set({ status: "sent", registered_user_id: null })
      .where("registered_user_id", "=", userId)
      .where("status", "=", "registered")
      .where("id", "!=", invite.id)
      .execute();
    await trx
      .updateTable("invites")
      .set({ status: "registered", registered_user_id: userId })
      .where("id", "=", invite.id)
      .execute();
    await trx.updateTable("users").set({ invite_id: invite.id }).where("id", "=", userId).execute();
    return;
  }
  if (referralFromUserId === null || referralFromUserId === undefined) return;
  const referrer = await findActiveParticipant(trx, String(referralFromUserId));
  if (!referrer || referrer.id === userId) return;
  await trx.updateTable("users").set({ referred_by_id: referrer.id }).where("id", "=", userId).execute();
}

/**
 * Says that a person's phone is confirmed and the rules are accepted: the invitation is confirmed, and whoever invited
 * or referred the person gets points, once. Call it in the transaction that made the person active; again is harmless.
 */
export async function noteActivation(trx: Trx, services: Services, userId: number): Promise<void> {
  const person = await trx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
  const invite = await trx
    .updateTable("invites")
    .set({ status: "confirmed", confirmed_at: services.now() })
    .where("registered_user_id", "=", userId)
    .where("status", "=", "registered")
    .returning(["id", "inviter_id"])
    .executeTakeFirst();
  if (invite) {
    await rewardInviter(trx, invite.inviter_id, "invite", invite.id, `Приглашение: ${fullName(person)}`);
  } else if (person.invite_id === null && person.referred_by_id !== null) {
    await rewardInviter(trx, person.referred_by_id, "referral", String(userId), `По вашей ссылке: ${fullName(person)}`);
  }
}

/**
 * An invitation that can still be answered: not expired, its inviter active, and nobody came by it; a registration whose
 * phone was never confirmed doesn't count, so that a mistyped phone loses nobody the invitation.
 * @param forUserId the person who may answer it again
 */
export async function selectOpenInvite(db: Db, id: string, now: Date, forUserId = 0) {
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

/** Only who holds points gets them (§6.2): system participants invite without. */
async function rewardInviter(trx: Trx, userId: number, reason: Credit["reason"], reference: string, action: string) {
  const inviter = await trx
    .selectFrom("users")
    .select(["role", "is_system"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!inviter) return;
  const participant = participantOf(inviter.role, inviter.is_system);
  if (!pointHolders.some((holder) => holder === participant)) return;
  await creditPoints(trx, [{ userId, amount: INVITE_POINTS, reason, reference, action }]);
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
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
