import type { Services, Trx } from "../../platform/services";
import { NOTHING_RELEASED, type ReleasedCredits, releasePendingCredits } from "../../points/ledger";
import { isActive } from "../accounts/person";
import { rewardInviter } from "../invites/join-by-invite";

/**
 * Makes a person active once the phone is confirmed and the rules are accepted: credits the pending points and rewards the
 * inviter. Call it in the transaction that changed one of the two; a second call changes nothing.
 * @returns what was credited: nothing while the person isn't active
 */
export async function activateWhenReady(trx: Trx, services: Services, userId: number): Promise<ReleasedCredits> {
  const user = await trx
    .selectFrom("users")
    .select(["phone_confirmed_at", "agreement_accepted_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (!isActive(user)) return NOTHING_RELEASED;
  // The inviter first: an inviter's id is the smaller one, and balances are locked in the order of ids everywhere.
  await rewardInviter(trx, services, userId);
  return releasePendingCredits(trx, userId);
}
