import { z } from "zod";
import { userReply } from "./accounts";
import { defineCall } from "./call";
import { dealFilters } from "./deals";
import { listWithin, objectOf, requiredNumber, rowOf, wireFlag, wireText } from "./reply-fields";
import { participants, participantsOf } from "./values";

/*
 * Calls beyond the specification that give a page in one short reply what it would otherwise put together from long ones. They
 * are made only where UPSTREAM_EXTENSIONS says that the upstream has them.
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

const monthsReply = objectOf({
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
});
export type MonthsSummary = z.output<typeof monthsReply>;

export const summariseDeals = defineCall({
  method: "GET",
  path: "deals/current/user/summary",
  audience: participantsOf("manager", "member"),
  extension: true,
  input: z.object(dealFilters),
  reply: monthsReply,
  summary: `Pieces and points by month of the newest ${SUMMARISED_ROWS} of the manager's sales or the member's purchases.`,
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
