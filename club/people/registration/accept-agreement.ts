import { acceptAgreement } from "../../../contract/accounts";
import { endpoint } from "../../platform/http/endpoint";
import { NOTHING_RELEASED } from "../../points/ledger";
import { activateWhenReady } from "./activate";
import { recordRulesConsent } from "./record-consent";

/**
 * Accepts the programme rules (§4.11), records which text was accepted and tells what was credited for it. A second call changes
 * nothing and credits nothing.
 */
export const acceptAgreementEndpoint = endpoint(acceptAgreement, async (_input, context) => {
  const { services, actor } = context;
  const credited = await services.db.transaction().execute(async (trx) => {
    const accepted = await trx
      .updateTable("users")
      .set({ agreement_accepted_at: services.now() })
      .where("id", "=", actor.id)
      .where("agreement_accepted_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!accepted) return NOTHING_RELEASED;
    await recordRulesConsent(trx, context);
    return activateWhenReady(trx, services, actor.id);
  });
  return {
    credited_points: credited.points,
    credited_sales: credited.sales,
    credited_invites: credited.invites,
  };
});
