import { acceptAgreement } from "../../../contract/accounts";
import { endpoint } from "../../platform/http/endpoint";
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
    if (!accepted) return null;
    await recordRulesConsent(trx, context);
    return activateWhenReady(trx, services, actor.id);
  });
  return {
    credited_points: credited?.points ?? 0,
    credited_sales: credited?.sales ?? 0,
    credited_invites: credited?.invites ?? 0,
  };
});
