import { jsonObjectFrom } from "kysely/helpers/postgres";
import { checkDocuments } from "../../../contract/accounts";
import { ROUBLES_PER_POINT } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { yearLimit } from "./year-limit";
import { selectYearTotal } from "./year-total";

/** Reads the status of the participant's documents with the reason of a rejection, and this year's prizes and their limit in roubles. */
export const checkDocumentsEndpoint = endpoint(
  checkDocuments,
  async (_input, { services, actor }) => {
    const { db } = services;
    const { latest, spent, limit } = await db
      .selectNoFrom(({ selectFrom }) => [
        jsonObjectFrom(
          selectFrom("documents")
            .select(["status", "reason"])
            .where("user_id", "=", actor.id)
            .orderBy("id", "desc")
            .limit(1),
        ).as("latest"),
        selectYearTotal(db, services, actor.id).$asScalar().as("spent"),
        yearLimit(services).as("limit"),
      ])
      .executeTakeFirstOrThrow();
    const { status, reason } = latest ?? { status: "none", reason: "" };
    return {
      status,
      reason,
      year_total: (spent ?? 0) * ROUBLES_PER_POINT,
      year_limit: limit,
    };
  },
  { isShort: true },
);
