import type { Services } from "../services";
import { formatNumber } from "./format";

/** For how long what was before counts: several changes in a row go no further than one. */
const CHANGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Since when changes count together. */
export function comparedSince({ now }: Pick<Services, "now">): Date {
  return new Date(now().getTime() - CHANGE_DAYS * DAY_MS);
}

/** Whether a number has grown so far that a second operator has to agree. */
export function isLargeIncrease(
  { settings }: Pick<Services, "settings">,
  { before, after }: { before: number; after: number },
): boolean {
  return after > before * settings.secondOperatorFactor;
}

/** The words for a second operator's yes. @param what in Russian, such as «Баллы за штуку вырастут» */
export function describeLargeIncrease({ settings }: Pick<Services, "settings">, what: string): string {
  return `${what} больше чем в ${formatNumber(settings.secondOperatorFactor)} раза по сравнению с тем, что было за ${CHANGE_DAYS} дней.`;
}
