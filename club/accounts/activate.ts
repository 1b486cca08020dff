import type { Transaction } from "kysely";
import type { Database } from "../db/schema";
import { noteActivation } from "../invites/rules";
import { releasePendingCredits } from "../ledger/rules";
import type { Services } from "../services";
import { isActivated } from "./person";

/**
 * Once the phone is confirmed and the rules are accepted, whichever came last: credits the points that waited and rewards
 * whoever invited the person. Call it in the transaction that changed either; again is harmless.
 */
export async function activateWhenReady(trx: Transaction<Database>, services: Services, userId: number): Promise<void> {
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

/** Accepts the programme rules (§4.11); again changes nothing. */
export async function acceptAgreement(userId: number, services: Services): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const accepted = await trx
      .updateTable("users")
      .set({ agreement_accepted_at: services.now() })
      .where("id", "=", userId)
      .where("agreement_accepted_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (accepted) await activateWhenReady(trx, services, userId);
  });
}
