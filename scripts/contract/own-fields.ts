/** Fields of replies that only this project's club has. A reply without them lacks nothing that the specification names. */
const OWN_FIELDS = new Set([
  "available_on",
  "banner",
  "bonus_factor",
  "bonus_points",
  "bought_within_month",
  "budget_left",
  "column_names",
  "debts",
  "earned_points",
  "entry_id",
  "expiring",
  "held",
  "inviter_name",
  "is_manager",
  "joined_at",
  "order_id",
  "password_valid_until",
  "pickup_point",
  "referral_code",
  "reject_reason",
  "repeated",
  "repeats",
  "report_date",
  "report_id",
  "segment",
  "tracking_number",
  "unseen_prizes",
  "unseen_promotions",
  "year_limit",
  "year_total",
]);

/** @param place as a deviation has it, such as `items.*.report_id` */
export function isOwnField(place: string): boolean {
  return OWN_FIELDS.has(place.split(".").at(-1) ?? "");
}
