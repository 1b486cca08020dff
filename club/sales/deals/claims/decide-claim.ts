import { toShortDate } from "../../../../contract/russian-date";
import { alias, choiceMessages } from "../../../../contract/values";
import { RefusalError } from "../../../platform/http/refusal-error";
import { tellPerson } from "../../../platform/outbox/tell-person";
import type { Services, Trx } from "../../../platform/services";
import type { Authority } from "../../../points/day-limits";
import { processBatch } from "../count-batch";
import { findReasonToHold } from "../hold-report";
import { createReportToCount } from "../report-to-count";
import { readClaimedSale } from "./claimed-sale";

/** Who answers. A curator answers claims of the own distributor, and within the bounds of a report that isn't held. */
export type Decider =
  | { readonly by: "curator"; readonly curatorId: number }
  | { readonly by: "operator"; readonly authority: Authority };

/** What is counted; what isn't given is as it was claimed. */
export interface Corrections {
  readonly articleCode?: string | undefined;
  /** "YYYY-MM-DD" */
  readonly sellDate?: string | undefined;
  readonly count?: number | undefined;
  readonly managerId?: number | undefined;
}

/** The deal that a claim has become. */
export interface AcceptedClaim {
  readonly dealId: number;
  readonly managerId: number;
  readonly memberId: number;
  readonly articleName: string;
  readonly count: number;
  readonly managerPoints: number;
  readonly memberPoints: number;
  /** A sentence about the message to the participant. */
  readonly told: string;
}

/**
 * Counts a claimed sale as a report of one row, within the given transaction: at the rate of its day, once, to be recalled like
 * any other row. Of two who decide at once the second one finds the claim decided.
 * @throws RefusalError notFound, collision for a claim that is decided and a sale that is counted, validation on the field
 */
export async function acceptClaim(
  trx: Trx,
  services: Services,
  claimId: number,
  decider: Decider,
  corrections: Corrections,
): Promise<AcceptedClaim> {
  const within = { ...services, db: trx };
  const claim = await lockClaim(trx, claimId, decider);
  const managerId = corrections.managerId ?? claim.manager_id;
  if (managerId === null) throw new RefusalError(alias.validation, choiceMessages.manager, "manager_id");
  const manager = await trx.selectFrom("users").select("phone").where("id", "=", managerId).executeTakeFirst();
  const { content, rows } = await readClaimedSale(within, {
    curatorId: claim.curator_id,
    manager: manager?.phone ?? "",
    inn: claim.inn,
    articleCode: corrections.articleCode ?? claim.article_code,
    sellDate: corrections.sellDate ?? claim.sell_date,
    count: corrections.count ?? claim.sell_count,
  });
  // A claimed sale is missing, and corrects no other one.
  const sale = {
    curatorId: claim.curator_id,
    rows,
    hasUnreadRows: false,
    answers: { all: "add" as const },
    period: null,
  };
  const reportOf = (fileId: number) => createReportToCount({ ...sale, fileId });
  const held = decider.by === "curator" ? await findReasonToHold(within, reportOf(0)) : null;
  if (held) {
    const message = held.isFirst
      ? "Пока первый ваш отчёт не подтверждён, заявки принимает оператор клуба."
      : "Для одной продажи это слишком много: такую заявку подтверждает оператор клуба.";
    throw new RefusalError(alias.validation, message, "sell_count");
  }
  const now = services.now();
  const file = await trx
    .insertInto("report_files")
    .values({
      curator_id: claim.curator_id,
      file_name: `Заявка № ${claim.id}.csv`,
      content_type: "text/csv",
      content,
      status: "in_progress",
      total: rows.length,
      created_at: now,
      approved_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const authority =
    decider.by === "operator"
      ? decider.authority
      : { kind: "distributor" as const, services, curatorId: claim.curator_id };
  await processBatch(trx, services, reportOf(file.id), authority);
  const deal = await requireDeal(trx, file.id);
  await trx
    .updateTable("sale_claims")
    .set({ status: "accepted", deal_id: deal.id, decided_by: decider.by, decided_at: now })
    .where("id", "=", claim.id)
    .execute();
  const points = claim.user_id === deal.member_id ? deal.member_points : deal.manager_points;
  const told = await tellPerson(trx, services, claim, {
    subject: "Заявка о продаже принята",
    text: `Заявка № ${claim.id} принята: ${deal.article_name}, ${deal.sell_count} шт., ${toShortDate(deal.sell_date)}. Баллы за неё: ${points}.\n\n${pageOf(services)}`,
  });
  return {
    dealId: deal.id,
    managerId: deal.manager_id,
    memberId: deal.member_id,
    articleName: deal.article_name,
    count: deal.sell_count,
    managerPoints: deal.manager_points,
    memberPoints: deal.member_points,
    told,
  };
}

/**
 * Refuses a claim with a reason that the participant reads.
 * @returns a sentence about the message to the participant
 * @throws RefusalError notFound, collision for a claim that is decided
 */
export async function refuseClaim(
  trx: Trx,
  services: Services,
  claimId: number,
  decider: Decider,
  reason: string,
): Promise<string> {
  const claim = await lockClaim(trx, claimId, decider);
  await trx
    .updateTable("sale_claims")
    .set({ status: "refused", reason, decided_by: decider.by, decided_at: services.now() })
    .where("id", "=", claim.id)
    .execute();
  return tellPerson(trx, services, claim, {
    subject: "Заявка о продаже отклонена",
    text: `Заявка № ${claim.id} отклонена: ${claim.article_name}, ${claim.sell_count} шт., ${toShortDate(claim.sell_date)}.\nПричина: ${reason}\n\n${pageOf(services)}`,
  });
}

const pageOf = ({ settings }: Services) => `${settings.publicOrigin}/dashboard/sales/claims`;

async function lockClaim(trx: Trx, id: number, decider: Decider) {
  const claim = await trx
    .selectFrom("sale_claims")
    .innerJoin("companies", "companies.id", "sale_claims.company_id")
    .innerJoin("users", "users.id", "sale_claims.user_id")
    .selectAll("sale_claims")
    .select(["companies.inn", "users.email", "users.phone_confirmed_at", "users.erased_at"])
    .where("sale_claims.id", "=", id)
    .$if(decider.by === "curator", (query) =>
      query.where("sale_claims.curator_id", "=", decider.by === "curator" ? decider.curatorId : 0),
    )
    .forUpdate("sale_claims")
    .executeTakeFirst();
  if (!claim) throw new RefusalError(alias.notFound, `Заявки № ${id} нет.`, "claim");
  if (claim.status !== "pending") throw new RefusalError(alias.collision, `Заявка № ${id} уже решена.`, "claim");
  return claim;
}

/** The deal of the row. @throws RefusalError collision with the report that had the sale before */
async function requireDeal(trx: Trx, fileId: number) {
  const deal = await trx.selectFrom("deals").selectAll().where("file_id", "=", fileId).executeTakeFirst();
  if (deal) return deal;
  const repeat = await trx
    .selectFrom("report_repeats")
    .select("message")
    .where("file_id", "=", fileId)
    .executeTakeFirst();
  throw new RefusalError(alias.collision, `Эта продажа уже учтена. ${repeat?.message ?? ""}`.trim(), "article_code");
}
