import type { CallRequest } from "../../../../contract/call";
import { toShortDate } from "../../../../contract/russian-date";
import { claimSale } from "../../../../contract/sale-claims";
import { alias, missingScanMessages } from "../../../../contract/values";
import { detectDocumentType } from "../../../people/documents/document-type";
import { requireScan, SCANS_BODY_LIMIT } from "../../../people/documents/scan";
import { type Actor, endpoint } from "../../../platform/http/endpoint";
import { limitRate } from "../../../platform/http/limits";
import { parseId } from "../../../platform/http/parse-id";
import { RefusalError } from "../../../platform/http/refusal-error";
import { sendMessage } from "../../../platform/outbox/send-message";
import type { Db, Services, Trx } from "../../../platform/services";
import type { ParsedDeal } from "../parse-report";
import { readClaimedSale } from "./claimed-sale";

/** Claims of a participant that may wait for an answer at once. */
const OPEN_CLAIMS = 10;
const CLAIMS_PER_DAY = { max: 30, seconds: 24 * 60 * 60 };

/**
 * Takes a claim of a sale that no report has. It is read by the rules of a report, so that what can't become a deal is told at
 * once, and so is what is counted already.
 * @throws RefusalError on the field; collision for a sale that is counted or claimed; tooLarge, tooOften
 */
export const claimSaleEndpoint = endpoint(
  claimSale,
  async (input, { services, actor, files }) => {
    const photo = requireScan(files.photo, "photo", missingScanMessages.photo);
    const second = files.second_photo && requireScan(files.second_photo, "second_photo", "");
    await limitRate(services.db, services, `sale-claims:${actor.id}`, CLAIMS_PER_DAY);
    const seller = await findSeller(services.db, actor, input);
    const { deal } = await readClaimedSale(services, {
      curatorId: seller.curatorId,
      manager: seller.phone,
      inn: input.inn,
      articleCode: input.article_code,
      sellDate: input.sell_date,
      count: input.sell_count,
    });
    if (actor.role === "member" && deal.memberId !== actor.id) {
      throw new RefusalError(alias.validation, "Выберите свою компанию.", "inn");
    }
    const photos = [photo, ...(second ? [second] : [])].map(({ content }) => ({
      type: detectDocumentType(content) ?? "",
      photo_sealed: services.seal.seal("sale_claim_photos.photo_sealed", content),
    }));
    return services.db.transaction().execute(async (trx) => {
      await trx.selectFrom("users").select("id").where("id", "=", actor.id).forUpdate().execute();
      await refuseKnownSale(trx, actor, seller, deal);
      await tellCuratorOfFirst(trx, services, seller.curatorId);
      const { id } = await trx
        .insertInto("sale_claims")
        .values({
          user_id: actor.id,
          curator_id: seller.curatorId,
          manager_id: seller.managerId,
          company_id: deal.companyId,
          sell_date: deal.sellDate,
          article_code: deal.articleCode,
          article_name: deal.articleName,
          sell_count: deal.count,
          document_number: input.document_number,
          comment: input.comment,
          created_at: services.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("sale_claim_photos")
        .values(photos.map((sealed) => ({ ...sealed, claim_id: id })))
        .execute();
      return { id };
    });
  },
  { bodyLimit: SCANS_BODY_LIMIT },
);

interface Seller {
  readonly curatorId: number;
  /** Null: the curator has to say whose sale it was. */
  readonly managerId: number | null;
  /** Phone of a manager by whom the sale can be read as a row of a report. */
  readonly phone: string;
}

/** The distributor of the sale, with the manager: the claimant, the shop's own one, or any. */
async function findSeller(db: Db, actor: Actor, input: CallRequest<typeof claimSale>): Promise<Seller> {
  const curatorId = parseId(input.curator_id);
  const manager = await db
    .selectFrom("users as manager")
    .innerJoin("users as claimant", (join) => join.on("claimant.id", "=", actor.id))
    .innerJoin("companies", (join) =>
      join.onRef("companies.owner_id", "=", "manager.curator_id").on("companies.kind", "=", "distributor"),
    )
    .select(["manager.id", "manager.phone"])
    .select((row) =>
      row.or([row("manager.id", "=", actor.id), row("manager.id", "=", row.ref("claimant.manager_id"))]).as("is_known"),
    )
    .where("manager.role", "=", "manager")
    .where("manager.is_disabled", "=", false)
    .where("manager.curator_id", "=", curatorId ?? 0)
    .$if(actor.role === "manager", (query) => query.where("manager.id", "=", actor.id))
    .orderBy("is_known", (order) => order.desc().nullsLast())
    .orderBy("manager.id")
    .executeTakeFirst();
  if (curatorId === null || !manager) {
    const message =
      actor.role === "manager"
        ? "Это не ваш дистрибьютор."
        : "У этого дистрибьютора нет менеджеров в клубе. Выберите другого или напишите в поддержку.";
    throw new RefusalError(alias.validation, message, "curator_id");
  }
  return { curatorId, managerId: manager.is_known ? manager.id : null, phone: manager.phone };
}

/** @throws RefusalError for a sale that is counted, one that the participant has claimed, and too many open claims */
async function refuseKnownSale(trx: Trx, actor: Actor, { curatorId }: Seller, deal: ParsedDeal): Promise<void> {
  const what = `${deal.articleCode}, ${deal.count} шт., ${toShortDate(deal.sellDate)}`;
  const counted = await trx
    .selectFrom("deals")
    .select("id")
    .where("company_id", "=", deal.companyId)
    .where("curator_id", "=", curatorId)
    .where("sell_date", "=", deal.sellDate)
    .where("article_code", "=", deal.articleCode)
    .where("sell_count", "=", deal.count)
    .where("recalled_at", "is", null)
    .$if(actor.role === "manager", (query) => query.where("manager_id", "=", actor.id))
    .executeTakeFirst();
  if (counted) throw new RefusalError(alias.collision, `Эта продажа уже учтена: ${what}.`, "article_code");
  const open = await trx
    .selectFrom("sale_claims")
    .select(["id", "company_id", "curator_id", "sell_date", "article_code", "sell_count"])
    .where("user_id", "=", actor.id)
    .where("status", "=", "pending")
    .execute();
  const same = open.find(
    (claim) =>
      claim.company_id === deal.companyId &&
      claim.curator_id === curatorId &&
      claim.sell_date === deal.sellDate &&
      claim.article_code === deal.articleCode &&
      claim.sell_count === deal.count,
  );
  if (same) throw new RefusalError(alias.collision, `Вы уже заявили эту продажу: заявка № ${same.id}.`, "article_code");
  if (open.length >= OPEN_CLAIMS) {
    throw new RefusalError(alias.tooOften, `Ответа ждут ${open.length} ваших заявок. Дождитесь решения по ним.`);
  }
}

/** Writes to the curator once, not of each claim: while one waits, others are found beside it. */
async function tellCuratorOfFirst(trx: Trx, services: Services, curatorId: number): Promise<void> {
  const { email, waiting } = await trx
    .selectFrom("users")
    .select("email")
    .select((user) =>
      user
        .exists(
          user
            .selectFrom("sale_claims")
            .select("sale_claims.id")
            .whereRef("sale_claims.curator_id", "=", "users.id")
            .where("sale_claims.status", "=", "pending"),
        )
        .as("waiting"),
    )
    .where("id", "=", curatorId)
    .executeTakeFirstOrThrow();
  if (waiting) return;
  await sendMessage(trx, services, {
    channel: "email",
    to: email,
    subject: "Заявка о продаже ждёт ответа",
    text: `Участник клуба заявил продажу, которой нет в отчётах. Проверьте документ и ответьте:\n\n${services.settings.publicOrigin}/dashboard/report/claims`,
  });
}
