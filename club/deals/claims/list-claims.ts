import { sql } from "kysely";
import { listReceivedSaleClaims, listSaleClaims } from "../../../contract/sale-claims";
import { endpoint } from "../../http/endpoint";
import type { Db } from "../../services";
import { selectClaims, toClaimReply } from "./select-claims";

export const listSaleClaimsEndpoint = endpoint(
  listSaleClaims,
  async ({ page, per_page }, { services: { db }, actor }) => {
    const own = await selectClaims(db)
      .where("claim.user_id", "=", actor.id)
      .orderBy("claim.id", "desc")
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute();
    const total = await countClaims(db, "user_id", actor.id);
    return { items: own.map(toClaimReply), total, page, per_page };
  },
);

export const listReceivedSaleClaimsEndpoint = endpoint(
  listReceivedSaleClaims,
  async ({ page, per_page, status }, { services: { db }, actor }) => {
    const received = await selectClaims(db)
      .where("claim.curator_id", "=", actor.id)
      .$if(status !== undefined, (query) => query.where("claim.status", "=", "pending"))
      .orderBy(sql`claim.status = 'pending'`, "desc")
      .orderBy("claim.id", "desc")
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute();
    const total = await countClaims(db, "curator_id", actor.id, status);
    return { items: received.map(toClaimReply), total, page, per_page };
  },
);

async function countClaims(db: Db, column: "user_id" | "curator_id", id: number, status?: "pending"): Promise<number> {
  const { total } = await db
    .selectFrom("sale_claims")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where(column, "=", id)
    .$if(status !== undefined, (query) => query.where("status", "=", "pending"))
    .executeTakeFirstOrThrow();
  return total;
}
