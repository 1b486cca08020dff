/** Whether a promotion runs today, is upcoming or has ended. */
export type PromotionState = "running" | "upcoming" | "ended";

/**
 * The state of a promotion on a day of the Moscow calendar. Dates are in ISO 8601, start and end are inclusive. A promotion
 * without a readable start has begun, one without a readable end never ends.
 */
export function findPromotionState(
  start: string | null | undefined,
  end: string | null | undefined,
  today: string,
): PromotionState {
  const [first, last] = [readDay(start), readDay(end)];
  if (first && first > today) return "upcoming";
  if (last && last < today) return "ended";
  return "running";
}

/** The day of a date in ISO 8601; undefined for any other text. */
function readDay(date: string | null | undefined): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(date ?? "")?.[0];
}
