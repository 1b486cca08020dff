import { withdrawSaleClaim } from "../../../../contract/sale-claims";
import { alias } from "../../../../contract/values";
import { endpoint } from "../../../platform/http/endpoint";
import { parseId } from "../../../platform/http/parse-id";
import { RefusalError } from "../../../platform/http/refusal-error";
import { seesClaim } from "../../../points/visible-sales";

/**
 * Deletes a claim of the participant that waits for an answer, with its photos: nothing has come of it. Of a curator who
 * answers at the same time and the participant, one is told that the other was first.
 */
export const withdrawSaleClaimEndpoint = endpoint(withdrawSaleClaim, async ({ id }, { services: { db }, actor }) => {
  const claimId = parseId(id) ?? 0;
  const [withdrawn] = await db
    .deleteFrom("sale_claims")
    .where("id", "=", claimId)
    .where(seesClaim(actor))
    .where("status", "=", "pending")
    .returning("id")
    .execute();
  if (withdrawn) return {};
  const decided = await db
    .selectFrom("sale_claims")
    .select("id")
    .where("id", "=", claimId)
    .where(seesClaim(actor))
    .executeTakeFirst();
  if (decided) throw new RefusalError(alias.collision, `Заявка № ${id} уже решена.`, "claim");
  throw new RefusalError(alias.notFound, `Заявки № ${id} нет.`, "claim");
});
