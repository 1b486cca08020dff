import { checkDocuments } from "../../contract/accounts";
import { ROUBLES_PER_POINT } from "../../contract/values";
import { endpoint } from "../http/endpoint";
import { readYearTotal } from "../prizes/year-total";

/** Reads the status of the participant's documents with the reason of a rejection, and this year's prizes and their limit in roubles. */
export const checkDocumentsEndpoint = endpoint(checkDocuments, async (_input, { services, actor }) => {
  const { db, settings } = services;
  const latest = await db
    .selectFrom("documents")
    .select(["status", "reason"])
    .where("user_id", "=", actor.id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  const { status, reason } = latest ?? { status: "none", reason: "" };
  return {
    status,
    reason,
    year_total: (await readYearTotal(db, services, actor.id)) * ROUBLES_PER_POINT,
    year_limit: settings.documentsLimit,
  };
});
