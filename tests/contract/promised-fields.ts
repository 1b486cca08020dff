/** A field without which a reply, or one row of its list, can't be read. */
export interface PromisedField {
  /** As in the specification's section 7. */
  readonly call: string;
  /** With `*` for the number of a row. What it is part of is promised with it. */
  readonly field: string;
  /** What isn't there when the field isn't. */
  readonly loses: "reply" | "row";
  /** The clause that promises the field, and why there is no reading without it. */
  readonly why: string;
}

const SUGGESTION = "§3.1 Address suggestion responses: without its text there is nothing to choose.";
const AMOUNT =
  "§3.10 A row shows a dash for an amount that is missing; one that is no number makes the whole row doubtful.";

/**
 * Everything that the portal demands of an upstream's replies. The specification shows no other content (§3.1, and its
 * "not shown"), so every other field may be missing or have any shape.
 */
export const promisedFields: readonly PromisedField[] = [
  ...["POST login", "POST login/redirect"].flatMap((call): PromisedField[] => [
    { call, field: "access_token", loses: "reply", why: "§3.1 Login result: without it nobody is logged in." },
    {
      call,
      field: "promo_group.system_name",
      loses: "reply",
      why: "§3.1 Login result: the role, one of the four of §6.",
    },
  ]),
  {
    call: "GET user/profile",
    field: "promo_group.system_name",
    loses: "reply",
    why: "§3.1 User: the role, one of the four of §6, which every page and menu depends on (§2.1.1, §2.2).",
  },
  ...["full_list", "{name}"].map(
    (last): PromisedField => ({
      call: `GET user/curator/companies/find/${last}`,
      field: "*.curator_id",
      loses: "row",
      why: "§3.1 Company list item: what is sent when the distributor is chosen (§3.2, §3.3).",
    }),
  ),
  {
    call: "GET segment/list",
    field: "*.id",
    loses: "row",
    why: "§3.1 Segment: what is sent when the segment is chosen (§3.2).",
  },
  { call: "GET prize/list", field: "items.*.id", loses: "row", why: "§3.1 Prize: the order's prize_id (§3.8)." },
  {
    call: "GET prize/list",
    field: "items.*.price",
    loses: "row",
    why: "§3.1 Prize: nobody orders at an unknown price (§4.17).",
  },
  {
    call: "GET prize/list",
    field: "certificates.*.id",
    loses: "row",
    why: "§3.1 A certificate is a prize: the order's prize_id (§3.8).",
  },
  {
    call: "GET prize/list",
    field: "certificates.*.price",
    loses: "row",
    why: "§3.1 A certificate is a prize: nobody orders at an unknown price (§4.17).",
  },
  { call: "GET prize/delivery/address/suggest", field: "streets.*.value", loses: "row", why: SUGGESTION },
  { call: "GET suggests/valid/region/addresses/{query}", field: "*.value", loses: "row", why: SUGGESTION },
  {
    call: "GET regional/search/users/{id}/list/reports/months",
    field: "*.month",
    loses: "row",
    why: "§7.1 The list of months: what is sent to export the rows of one.",
  },
  ...[
    ["GET deals/report/details", "items.*.sell_count"],
    ["GET deals/report/details", "items.*.points"],
    ["GET deals/current/user", "items.*.sell_count"],
    ["GET deals/current/user", "items.*.points"],
    ["GET user/points", "added.items.*.sumAdd"],
    ["GET user/points", "spent.items.*.sumSub"],
  ].map(([call = "", field = ""]): PromisedField => ({ call, field, loses: "row", why: AMOUNT })),
];
