import type { Identity } from "../platform/providers/identity-provider";
import type { Services } from "../platform/services";
import { recordEvent } from "./record-event";
import type { OperatorSession } from "./sessions";

/** Makes an account at a provider the operator's, unless one is already: from then on it alone counts, whatever its address. */
export async function linkIdentity(
  services: Services,
  { issuer, subject }: Pick<Identity, "issuer" | "subject">,
  context: { session: OperatorSession; requestId: string },
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const linked = await trx
      .insertInto("operator_identities")
      .values({ issuer, subject, operator_id: context.session.operator.id, linked_at: services.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning("subject")
      .executeTakeFirst();
    if (linked) await recordEvent(trx, services, "link-identity", context);
  });
}
