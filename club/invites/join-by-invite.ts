import { participantOf, pointHolders } from "../../contract/values";
import { fullName } from "../accounts/person";
import { type Credit, creditPoints } from "../ledger/ledger";
import type { Services, Trx } from "../services";
import { findActiveParticipant, findOpenInvite } from "./find-open-invite";

/** What an inviter, or the owner of a referral link, gets when the invited person becomes active. */
export const INVITE_POINTS = 100;

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
  const invite = inviteId ? await findOpenInvite(trx, inviteId, registration.now ?? new Date(), userId) : undefined;
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
