import { acceptAgreement } from "../../../contract/accounts";
import { endpoint } from "../../platform/http/endpoint";
import { activateWhenReady } from "./activate";
import { recordRulesConsent } from "./record-consent";

/** Accepts the programme rules (§4.11) and records which text was accepted. A second call changes nothing. */
export const acceptAgreementEndpoint = endpoint(acceptAgreement, async (_input, context) => {
  const { services, actor } = context;
  await services.db.transaction().execute(async (trx) => {
    const accepted = await trx
      .updateTable("users")
      .set({ agreement_accepted_at: services.now() })
      .where("id", "=", actor.id)
      .where("agreement_accepted_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!accepted) return;
    await recordRulesConsent(trx, context);
    await activateWhenReady(trx, services, actor.id);
  });
});
