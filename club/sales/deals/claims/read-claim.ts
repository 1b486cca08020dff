import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { downloadSaleClaimPhoto, readReceivedSaleClaim } from "../../../../contract/sale-claims";
import { alias, goneMessages } from "../../../../contract/values";
import { nameScan } from "../../../people/documents/document-type";
import { endpoint } from "../../../platform/http/endpoint";
import { parseId } from "../../../platform/http/parse-id";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Db } from "../../../platform/services";
import { seesClaim, seesDeal } from "../../../points/visible-sales";
import { readPhotos } from "./claim-photos";
import { selectClaims, toClaimReply } from "./select-claims";

/** Counted sales beside the claimed one that an answer should know of. */
const SIMILAR_DAYS = 14;
const SIMILAR_ROWS = 10;

/** Reads a claim of the curator's distributor. Any other is as unknown as none. */
export const readReceivedSaleClaimEndpoint = endpoint(readReceivedSaleClaim, async ({ id }, { services, actor }) => {
  const { db } = services;
  const claim = await selectClaims(db)
    .select(["claim.comment", "claim.manager_id"])
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom("users")
          .select(["users.id", sql<string>`concat_ws(' ', last_name, first_name, nullif(sur_name, ''))`.as("name")])
          .whereRef("users.curator_id", "=", "claim.curator_id")
          .where("users.role", "=", "manager")
          .where("users.is_disabled", "=", false)
          .orderBy("users.last_name")
          .orderBy("users.id"),
      ).as("managers"),
    )
    .where("claim.id", "=", parseId(id) ?? 0)
    .where(seesClaim(actor, "claim"))
    .executeTakeFirst();
  if (!claim) throw unknownClaim();
  const photos = await db
    .selectFrom("sale_claim_photos")
    .select("type")
    .where("claim_id", "=", claim.id)
    .where("photo_sealed", "!=", Buffer.alloc(0))
    .orderBy("id")
    .execute();
  return {
    ...toClaimReply(claim),
    photos: photos.map(({ type }, index) => ({ number: index + 1, type })),
    similar: await selectSimilarSales(db, claim.id).where(seesDeal(actor)).execute(),
  };
});

export const downloadSaleClaimPhotoEndpoint = endpoint(
  downloadSaleClaimPhoto,
  async ({ id, number }, { services, actor }) => {
    const claim = await services.db
      .selectFrom("sale_claims")
      .select("id")
      .where("id", "=", parseId(id) ?? 0)
      .where(seesClaim(actor))
      .executeTakeFirst();
    if (!claim) throw unknownClaim();
    const photo = (await readPhotos(services, claim.id))[Number(number) - 1];
    if (!photo) throw new RefusalError(alias.notFound, "Этого файла больше нет.");
    return {
      fileName: nameScan(`Заявка № ${claim.id}, документ ${number}`, photo.content),
      contentType: photo.type,
      content: photo.content,
    };
  },
);

/** Selects counted sales of the article to the shop on days near the claimed one, of all distributors, the nearest first. */
export function selectSimilarSales(db: Db, claimId: number) {
  return db
    .selectFrom("sale_claims as claim")
    .innerJoin("deals", (join) =>
      join
        .onRef("deals.company_id", "=", "claim.company_id")
        .onRef("deals.article_code", "=", "claim.article_code")
        .on(sql<boolean>`abs(deals.sell_date - claim.sell_date) <= ${SIMILAR_DAYS}`),
    )
    .innerJoin("users as manager", "manager.id", "deals.manager_id")
    .innerJoin("report_files", "report_files.id", "deals.file_id")
    .select(["deals.id", "deals.sell_date", "deals.sell_count", "report_files.file_name"])
    .select(
      sql<string>`concat_ws(' ', manager.last_name, manager.first_name, nullif(manager.sur_name, ''))`.as("manager"),
    )
    .where("claim.id", "=", claimId)
    .where("deals.recalled_at", "is", null)
    .where((row) => row.or([row("claim.deal_id", "is", null), row("deals.id", "!=", row.ref("claim.deal_id"))]))
    .orderBy(sql`abs(deals.sell_date - claim.sell_date)`)
    .orderBy("deals.id", "desc")
    .limit(SIMILAR_ROWS);
}

function unknownClaim(): RefusalError {
  return new RefusalError(alias.notFound, goneMessages.saleClaim);
}
