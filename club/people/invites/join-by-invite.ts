import type { Services, Trx } from "../../platform/services";
import { personHoldsPoints } from "../../points/holds-points";
import { type Credit, creditPoints, INVITE_POINTS, lockBalances } from "../../points/ledger";
import { fullName } from "../accounts/person";
import { findOpenInvite } from "./find-open-invite";
import { findReferralOwner } from "./find-referral-owner";

/**
 * Records the invitation or the referral link through which a person has just registered, and sets the invitation's status to
 * `registered`. An invitation that is unknown, answered or expired is ignored, as is a referral link whose owner isn't an
 * active participant: neither may keep a person from joining.
 */
export async function recordInviteOrReferral(
  trx: Trx,
  registration: {
    userId: number;
    inviteId: string | null | undefined;
    referralFromUserId: string | number | null | undefined;
    now: Date;
  },
): Promise<void> {
  const { userId, inviteId, referralFromUserId } = registration;
  const invite = inviteId ? await findOpenInvite(trx, inviteId, registration.now, userId) : undefined;
  if (invite && invite.inviter_id !== userId) {
    // A person who registers again through another invitation answers that one instead of the first.
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
    // The distributor's curator has invited the person.
    await trx
      .updateTable("users")
      .set({ distributor_confirmed_at: registration.now })
      .where("id", "=", userId)
      .where("curator_id", "=", invite.inviter_id)
      .execute();
    return;
  }
  if (referralFromUserId === null || referralFromUserId === undefined) return;
  const referrer = await findReferralOwner(trx, String(referralFromUserId));
  if (!referrer || referrer.id === userId) return;
  await trx.updateTable("users").set({ referred_by_id: referrer.id }).where("id", "=", userId).execute();
}

/**
 * Confirms the invitation of a person who has become active and credits the inviter, or the owner of the referral link.
 * Call it in the transaction that made the person active; a second call credits nothing.
 */
export async function rewardInviter(trx: Trx, services: Services, userId: number): Promise<void> {
  const person = await trx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
  const invite = await trx
    .updateTable("invites")
    .set({ status: "confirmed", confirmed_at: services.now() })
    .where("registered_user_id", "=", userId)
    .where("status", "=", "registered")
    .returning(["id", "inviter_id"])
    .executeTakeFirst();
  const inviterId = invite?.inviter_id ?? person.referred_by_id;
  // Both at once: the person's own points follow, and nobody waits for a balance while holding the counts of the day.
  if (inviterId !== null) await lockBalances(trx, [inviterId, userId]);
  if (invite) {
    await creditInviter(trx, services, invite.inviter_id, "invite", invite.id, `Приглашение: ${fullName(person)}`);
  } else if (person.invite_id === null && person.referred_by_id !== null) {
    await creditInviter(
      trx,
      services,
      person.referred_by_id,
      "referral",
      String(userId),
      `По вашей ссылке: ${fullName(person)}`,
    );
  }
}

/** Credits an inviter who has an account of points (§6.2); system participants have none. */
async function creditInviter(
  trx: Trx,
  services: Services,
  userId: number,
  reason: Credit["reason"],
  reference: string,
  action: string,
) {
  const inviter = await trx
    .selectFrom("users")
    .select(["role", "is_system"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!inviter) return;
  if (!personHoldsPoints(inviter)) return;
  const credit = { userId, amount: INVITE_POINTS, reason, reference, action };
  await creditPoints(trx, { kind: "rule", services }, [credit], { mayWait: true });
}
