import { acceptSaleClaim, refuseSaleClaim } from "../../../../contract/sale-claims";
import { alias, choiceMessages } from "../../../../contract/values";
import { endpoint } from "../../../platform/http/endpoint";
import { parseId } from "../../../platform/http/parse-id";
import { RefusalError } from "../../../platform/http/refusal-error";
import { acceptClaim, refuseClaim } from "./decide-claim";

/** Accepts a claim of the curator's distributor, as it was made or corrected. */
export const acceptSaleClaimEndpoint = endpoint(acceptSaleClaim, async (input, { services, actor }) => {
  const managerId = parseId(input.manager_id);
  if (managerId === null) throw new RefusalError(alias.validation, choiceMessages.manager, "manager_id");
  await services.db.transaction().execute((trx) =>
    acceptClaim(
      trx,
      services,
      parseId(input.id) ?? 0,
      { by: "curator", curatorId: actor.id },
      {
        articleCode: input.article_code,
        sellDate: input.sell_date,
        count: input.sell_count,
        managerId,
      },
    ),
  );
  return {};
});

export const refuseSaleClaimEndpoint = endpoint(refuseSaleClaim, async ({ id, reason }, { services, actor }) => {
  const decider = { by: "curator", curatorId: actor.id } as const;
  await services.db.transaction().execute((trx) => refuseClaim(trx, services, parseId(id) ?? 0, decider, reason));
  return {};
});
