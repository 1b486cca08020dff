import { z } from "zod";
import { userReply } from "./accounts";
import { defineCall } from "./call";
import { dealFilters } from "./deals";
import { monthField, pageQuery } from "./fields";
import { wireId } from "./ids";
import { inviteFilters } from "./invites";
import {
  listWithin,
  objectOf,
  optionalId,
  optionalNumber,
  pageWithin,
  requiredNumber,
  rowOf,
  wireDate,
  wireFlag,
  wireText,
  wordOf,
} from "./reply-fields";
import { alias, participants, participantsOf, taskStatuses, withdrawalStatuses } from "./values";

/*
 * Calls beyond the specification that give a page in one short reply what it would otherwise put together from long ones, or
 * could not know. They are made only where UPSTREAM_EXTENSIONS says that the upstream has them.
 */

export const overview = defineCall({
  method: "GET",
  path: "user/overview",
  audience: participants,
  extension: true,
  input: z.object({}),
  reply: userReply.omit({ managers: true, members: true, companies: true, curator: true }),
  summary:
    "What surrounds every page: the current participant without the people of the role, and the counters of the menu.",
});

/** The newest rows of a list that its summary covers. */
export const SUMMARISED_ROWS = 500;

const monthsFields = {
  /** Whether the summary covers all rows of the list. */
  is_complete: wireFlag,
  months: listWithin(
    rowOf({
      /** yyyy-mm, in Moscow time. */
      month: wireText,
      count: requiredNumber,
      points: requiredNumber,
    }),
  ),
};
const monthsReply = objectOf(monthsFields);
export type MonthsSummary = z.output<typeof monthsReply>;

/** Articles that a summary of deals names. */
export const TOP_ARTICLES = 5;

const dealsSummaryReply = objectOf({
  ...monthsFields,
  /** The articles with the most points, the most first; none without points. */
  articles: listWithin(
    rowOf({ article_code: wireText, article_name: wireText, count: requiredNumber, points: requiredNumber }),
  ),
});
export type DealsSummary = z.output<typeof dealsSummaryReply>;

export const summariseDeals = defineCall({
  method: "GET",
  path: "deals/current/user/summary",
  audience: participantsOf("manager", "member"),
  extension: true,
  input: z.object(dealFilters),
  reply: dealsSummaryReply,
  summary: `Pieces and points by month, and the articles with the most points, of the newest ${SUMMARISED_ROWS} of the manager's sales or the member's purchases.`,
});

export const summarisePoints = defineCall({
  method: "GET",
  path: "user/points/summary",
  audience: participantsOf("curator", "manager", "member"),
  extension: true,
  input: z.object({}),
  reply: monthsReply,
  summary: `Number and points by month of the newest ${SUMMARISED_ROWS} entries that added points.`,
});

/** Entries on a page of a statement: with more of them it would take more than one round trip of a slow line. */
export const STATEMENT_ROWS = 40;

const statementReply = objectOf({
  /** Points before and after the month. */
  opening: requiredNumber,
  closing: requiredNumber,
  /** What came and what went in the whole month, both as numbers from 0. */
  added: requiredNumber,
  spent: requiredNumber,
  /** yyyy-mm, in Moscow time: the month of the participant's first entry; empty without entries. */
  first_month: wireText,
  entries: pageWithin(
    rowOf({
      id: optionalId,
      date: wireDate,
      /** In words: «Продажи». */
      reason: wireText,
      action: wireText,
      /** Above zero: added. Below: spent. */
      amount: requiredNumber,
      /** Points after the entry. */
      balance: requiredNumber,
      /** The order that was paid, or whose points came back. */
      order_id: optionalId,
      /** The day from which the points can be spent; empty when they can be. */
      available_on: wireDate,
    }),
  ),
});
export type StatementReply = z.output<typeof statementReply>;

export const readPointsStatement = defineCall({
  method: "GET",
  path: "user/points/statement",
  audience: participantsOf("curator", "manager", "member"),
  extension: true,
  input: z.object({ month: monthField, page: pageQuery.page }),
  reply: statementReply,
  summary: `The participant's points of a month: before, every entry, oldest first, ${STATEMENT_ROWS} to a page, and after.`,
});

const invitesSummary = objectOf({
  /** How many of the invitations that these filters show a reminder would go to. */
  resendable: optionalNumber,
  /** The latest list that was imported; empty without one. */
  import_id: optionalId,
  import_date: wireDate,
  import_status: wordOf(taskStatuses),
  import_total: optionalNumber,
  import_failed: optionalNumber,
});
export type InvitesSummary = z.output<typeof invitesSummary>;

export const summariseInvites = defineCall({
  method: "GET",
  path: "invites/list/user/current/summary",
  audience: participantsOf("curator", "manager"),
  extension: true,
  input: z.object(inviteFilters),
  reply: invitesSummary,
  summary: "How many invitations can be sent again, and the latest import of a list.",
});

const orderUnit = {
  /** The number of the unit, which is also in the mails. */
  id: optionalId,
  date: wireDate,
  name: wireText,
  price: requiredNumber,
  status: wordOf(withdrawalStatuses),
  size: wireText,
  /** Phone or card, most of its digits hidden. */
  recipient: wireText,
  pickup_point: wireText,
  tracking_number: wireText,
  reject_reason: wireText,
  /** Whether there is a certificate's code, which `prize/orders/{id}/code` tells. */
  has_code: wireFlag,
  /** The last day of the code; empty: no end. */
  code_expires_on: wireDate,
  /** The day by which it usually arrives; empty when it has. */
  expected_on: wireDate,
  changes: listWithin(rowOf({ date: wireDate, status: wordOf(withdrawalStatuses) })),
};

const orderReply = objectOf({
  ...orderUnit,
  /** What was ordered by the same press, this unit included, by number: one order, which has the number of the first unit. */
  units: listWithin(rowOf(orderUnit)),
});
export type OrderReply = z.output<typeof orderReply>;
export type OrderUnit = OrderReply["units"][number];

export const readOrder = defineCall({
  method: "GET",
  path: "prize/orders/{id}",
  audience: participantsOf("curator", "manager", "member"),
  extension: true,
  input: z.object({ id: wireId }),
  reply: orderReply,
  aliases: [alias.notFound],
  summary: "A unit of one of the participant's orders, and the whole order, with the changes of their status.",
});

export const showOrderCode = defineCall({
  method: "POST",
  path: "prize/orders/{id}/code",
  audience: participantsOf("curator", "manager", "member"),
  extension: true,
  input: z.object({ id: wireId }),
  reply: objectOf({ code: wireText, pin: wireText }),
  aliases: [alias.notFound],
  summary: "The code of a certificate that the participant ordered. The club notes when it was shown.",
});
