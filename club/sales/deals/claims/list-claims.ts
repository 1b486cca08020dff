import { sql } from "kysely";
import { listReceivedSaleClaims, listSaleClaims } from "../../../../contract/sale-claims";
import { endpoint } from "../../../platform/http/endpoint";
import type { Db } from "../../../platform/services";
import { seesClaim } from "../../../points/visible-sales";
import { selectClaims, toClaimReply } from "./select-claims";

export const listSaleClaimsEndpoint = endpoint(listSaleClaims, async (paging, { services: { db }, actor }) => {
  const { items, ...page } = await readPage(db, selectClaims(db).where(seesClaim(actor, "claim")), paging);
  return { ...page, items: items.map(({ claimant: _, ...claim }) => claim) };
});

export const listReceivedSaleClaimsEndpoint = endpoint(
  listReceivedSaleClaims,
  ({ status, ...paging }, { services: { db }, actor }) =>
    readPage(
      db,
      selectClaims(db)
        .where(seesClaim(actor, "claim"))
        .$if(status !== undefined, (query) => query.where("claim.status", "=", "pending"))
        .orderBy(sql`claim.status = 'pending'`, "desc"),
      paging,
    ),
);

/** Reads a page with the number of all claims, which a page beyond the end has to ask for by itself. */
async function readPage(
  db: Db,
  claims: ReturnType<typeof selectClaims>,
  { page, per_page }: { page: number; per_page: number },
) {
  const rows = await claims
    .select(sql<number>`count(*) over ()`.as("total"))
    .orderBy("claim.id", "desc")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const items = rows.map(({ total: _, ...claim }) => toClaimReply(claim));
  return { items, total: rows[0]?.total ?? (page > 1 ? await countAll(db, claims) : 0), page, per_page };
}

async function countAll(db: Db, claims: ReturnType<typeof selectClaims>): Promise<number> {
  const { total } = await db
    .selectFrom(claims.as("claims"))
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
