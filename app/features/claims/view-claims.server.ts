import type { OwnSaleClaim, ReceivedSaleClaim, SaleClaimCard } from "../../../contract/sale-claims";
import { formatDate } from "../../lib/dates.server";
import { keepUnits } from "../../lib/keep-units";
import type { ClaimCardView, ClaimView } from "./claim-view";

export const CLAIMS_PER_PAGE = 20;

/** What browsers show as a picture; others are offered as a download. */
const PICTURES = ["image/jpeg", "image/png", "image/webp"];

export function viewClaim(claim: OwnSaleClaim | ReceivedSaleClaim): ClaimView {
  return {
    id: claim.id,
    date: formatDate(claim.date),
    status: claim.status,
    reason: claim.reason,
    claimant: "claimant" in claim ? claim.claimant : "",
    distributor: claim.distributor,
    shop: claim.shop,
    inn: claim.inn,
    sellDate: formatDate(claim.sell_date),
    code: claim.article_code,
    name: keepUnits(claim.article_name),
    count: claim.sell_count,
    documentNumber: claim.document_number,
    points: claim.points,
  };
}

export function viewClaimCard(claim: SaleClaimCard): ClaimCardView {
  return {
    ...viewClaim(claim),
    comment: claim.comment,
    claimed: {
      article_code: claim.article_code,
      sell_count: String(claim.sell_count ?? ""),
      sell_date: claim.sell_date,
      manager_id: claim.manager_id,
    },
    managers: claim.managers.map(({ id, name }) => ({ value: id, label: name })),
    photos: claim.photos.map(({ number, type }, index) => ({
      number: number ?? index + 1,
      isPicture: PICTURES.includes(type),
    })),
    similar: claim.similar.map(({ id, sell_date, sell_count, manager, file_name }) => ({
      id,
      sellDate: formatDate(sell_date),
      count: sell_count,
      manager,
      fileName: file_name,
    })),
  };
}
