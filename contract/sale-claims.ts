import { z } from "zod";
import { defineCall } from "./call";
import { saleClaimRules } from "./field-rules";
import { innField, optionalText, pageQuery, requiredId, requiredText } from "./fields";
import { wireId } from "./ids";
import {
  emptyReply,
  listOf,
  listWithin,
  objectOf,
  optionalId,
  optionalKeptId,
  optionalNumber,
  rowOf,
  wireDate,
  wireText,
  wordOf,
} from "./reply-fields";
import { alias, choiceMessages, fieldMessages, LARGEST_SALE_COUNT, participantsOf, saleClaimStatuses } from "./values";

/*
 * Calls beyond the specification for sales that are missing in the reports: a manager or a shop claims one with a photo of its
 * document, and the distributor's curator answers. They are made only where UPSTREAM_EXTENSIONS says that the upstream has them.
 */

const sellCount = z.coerce
  .number({ invalid_type_error: fieldMessages.count })
  .int(fieldMessages.count)
  .min(1, "Количество — целое число больше нуля.")
  .max(LARGEST_SALE_COUNT, "Проверьте количество: столько за одну продажу не бывает.");

const saleFields = {
  article_code: requiredText(fieldMessages.article, saleClaimRules.article_code),
  sell_count: sellCount,
  sell_date: z.string({ required_error: fieldMessages.sellDate }).date(fieldMessages.sellDate),
};

const claimShape = {
  id: optionalId,
  /** When it was made. */
  date: wireDate,
  status: wordOf(saleClaimStatuses),
  /** Why it was refused. */
  reason: wireText,
  sell_date: wireDate,
  article_code: wireText,
  article_name: wireText,
  sell_count: optionalNumber,
  document_number: wireText,
  distributor: wireText,
  shop: wireText,
  inn: wireText,
  /** Of an accepted claim: the participant's points for the deal that it became. */
  points: optionalNumber,
};

const ownClaim = rowOf(claimShape);
export type OwnSaleClaim = z.output<typeof ownClaim>;

const choice = rowOf({ id: wireText, name: wireText });
const person = rowOf({ id: optionalKeptId, name: wireText });

export const listSaleClaims = defineCall({
  method: "GET",
  path: "deals/claims",
  audience: participantsOf("manager", "member"),
  extension: true,
  input: z.object(pageQuery),
  reply: listOf(ownClaim),
  summary: "The participant's own claims of missing sales, the newest first.",
});

export const saleClaimChoices = defineCall({
  method: "GET",
  path: "deals/claims/choices",
  audience: participantsOf("manager", "member"),
  extension: true,
  input: z.object({}),
  reply: objectOf({
    /** Distributors by the id of their curator, the participant's own first. A manager has one. */
    distributors: listWithin(person),
    /** Shops by INN: a shop's own, or those of a manager's shops. */
    shops: listWithin(choice),
    /** Articles by code, as suggestions. */
    articles: listWithin(choice),
  }),
  summary: "What the form of a claim offers to choose from.",
});

export const claimSale = defineCall({
  method: "POST",
  path: "deals/claims",
  audience: participantsOf("manager", "member"),
  extension: true,
  input: z.object({
    ...saleFields,
    document_number: requiredText("Укажите номер документа.", saleClaimRules.document_number),
    /** The curator of the distributor that sold. */
    curator_id: requiredId(choiceMessages.distributor),
    inn: innField,
    comment: optionalText(saleClaimRules.comment),
  }),
  files: ["photo", "second_photo"],
  optionalFiles: ["second_photo"],
  reply: objectOf({ id: optionalId }),
  aliases: [alias.collision, alias.tooLarge, alias.tooOften],
  summary: "Claim a sale that no report has, with a photo of its document; a second photo is optional.",
});

export const withdrawSaleClaim = defineCall({
  method: "POST",
  path: "deals/claims/{id}/withdraw",
  audience: participantsOf("manager", "member"),
  extension: true,
  input: z.object({ id: wireId }),
  reply: emptyReply,
  aliases: [alias.notFound, alias.collision],
  summary: "Withdraw an own claim that nobody has answered: it is deleted with its photos.",
});

const receivedClaim = {
  ...claimShape,
  claimant: wireText,
};

const receivedRow = rowOf(receivedClaim);
export type ReceivedSaleClaim = z.output<typeof receivedRow>;

export const listReceivedSaleClaims = defineCall({
  method: "GET",
  path: "deals/claims/received",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({ ...pageQuery, /** Only those that wait for an answer. */ status: z.literal("pending").optional() }),
  reply: listOf(receivedRow),
  summary: "Claims of sales of the curator's distributor: those that wait first, then the newest.",
});

const receivedReply = objectOf({
  ...receivedClaim,
  comment: wireText,
  /** The manager of the sale; empty where the shop has none of this distributor. */
  manager_id: optionalKeptId,
  /** The distributor's managers. */
  managers: listWithin(person),
  /** Photos by their number, from 1. */
  photos: listWithin(rowOf({ number: optionalNumber, type: wireText })),
  /** Counted sales of the article to the shop on days near the claimed one. */
  similar: listWithin(
    rowOf({ id: optionalId, sell_date: wireDate, sell_count: optionalNumber, manager: wireText, file_name: wireText }),
  ),
});
export type SaleClaimCard = z.output<typeof receivedReply>;

export const readReceivedSaleClaim = defineCall({
  method: "GET",
  path: "deals/claims/received/{id}",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({ id: wireId }),
  reply: receivedReply,
  aliases: [alias.notFound],
  summary: "A claim of a sale of the curator's distributor, with sales that look like it.",
});

export const downloadSaleClaimPhoto = defineCall({
  method: "GET",
  path: "deals/claims/received/{id}/photos/{number}",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({ id: wireId, number: wireId }),
  reply: "file",
  aliases: [alias.notFound],
  summary: "A photo of the document of a claimed sale.",
});

export const acceptSaleClaim = defineCall({
  method: "POST",
  path: "deals/claims/received/{id}/accept",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({ id: wireId, ...saleFields, manager_id: requiredId(choiceMessages.manager) }),
  reply: emptyReply,
  aliases: [alias.notFound, alias.collision],
  summary: "Accept a claim, as it was made or corrected: it is counted like a row of a report.",
});

export const refuseSaleClaim = defineCall({
  method: "POST",
  path: "deals/claims/received/{id}/refuse",
  audience: participantsOf("curator"),
  extension: true,
  input: z.object({ id: wireId, reason: requiredText("Укажите причину: её увидит участник.", saleClaimRules.reason) }),
  reply: emptyReply,
  aliases: [alias.notFound, alias.collision],
  summary: "Refuse a claim with a reason that the participant reads.",
});
