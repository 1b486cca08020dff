/** Whether a promotion runs today, is upcoming or has ended. */
export type PromotionState = "running" | "upcoming" | "ended";

/**
 * The state of a promotion on a day of the Moscow calendar. All dates are yyyy-mm-dd; start and end are inclusive. A promotion
 * without a start has begun, one without an end never ends.
 */
export function findPromotionState(
  start: string | null | undefined,
  end: string | null | undefined,
  today: string,
): PromotionState {
  if (start && start.slice(0, 10) > today) return "upcoming";
  if (end && end.slice(0, 10) < today) return "ended";
  return "running";
}
