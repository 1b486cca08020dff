import { checkDocuments } from "../../contract/accounts";
import { endpoint } from "../http/endpoint";
import { readYearTotal } from "../prizes/year-total";

/** How far the participant's documents are, with the reason of a rejection, and how near the year's limit (in roubles) is. */
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
    year_total: await readYearTotal(db, services, actor.id),
    year_limit: settings.documentsLimit,
  };
});
