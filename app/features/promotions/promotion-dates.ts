/** Whether a promotion runs today, is still to come or is over. */
export type PromotionState = "running" | "coming" | "over";

/**
 * The state of a promotion by its days (ISO dates, both inclusive; without a start it has begun, without an end it never
 * ends), as the calendar of Moscow has it.
 */
export function findPromotionState(
  start: string | null | undefined,
  end: string | null | undefined,
  today: string,
): PromotionState {
  if (start && start.slice(0, 10) > today) return "coming";
  if (end && end.slice(0, 10) < today) return "over";
  return "running";
}
