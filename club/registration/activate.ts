import { noteActivation } from "../invites/join-by-invite";
import { releasePendingCredits } from "../ledger/ledger";
import type { Services, Trx } from "../services";

/**
 * Once the phone is confirmed and the rules are accepted, whichever came last: credits the points that waited and rewards
 * whoever invited the person. Call it in the transaction that changed either; again is harmless.
 */
export async function activateWhenReady(trx: Trx, services: Services, userId: number): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select(["phone_confirmed_at", "agreement_accepted_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (!isActivated(user)) return;
  // Inviters have the smaller ids: balances are locked in that order everywhere.
  await noteActivation(trx, services, userId);
  await releasePendingCredits(trx, userId);
}

/** Whether points accrue to the person: phone confirmed and programme rules accepted. */
function isActivated(user: { phone_confirmed_at: Date | null; agreement_accepted_at: Date | null }): boolean {
  return user.phone_confirmed_at !== null && user.agreement_accepted_at !== null;
}
