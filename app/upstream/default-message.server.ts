import type { Refusal } from "../../contract/reply";
import {
  type Alias,
  alias,
  DEFAULT_ERROR_MESSAGE,
  IMAGES_TOO_LARGE_MESSAGE,
  NOT_ENOUGH_POINTS_MESSAGE,
} from "../../contract/values";

/** What is said of a refusal that only has its alias. */
const aliasMessages: Partial<Readonly<Record<Alias, string>>> = {
  [alias.needDocuments]: "Для этого подарка нужны личные документы.",
  [alias.notEnoughPoints]: NOT_ENOUGH_POINTS_MESSAGE,
  [alias.outOfStock]: "Этот подарок закончился.",
};

/**
 * Gives a refusal without a message the default message of its alias, or of its status (§5.16, §8.8). A proxy in front of the
 * upstream refuses without one.
 * @param retryAfter the `Retry-After` header, in seconds
 */
export function withDefaultMessage(refusal: Refusal, retryAfter: string | null): Refusal {
  if (refusal.message !== DEFAULT_ERROR_MESSAGE) return refusal;
  const named = Object.entries(aliasMessages).find(([name]) => refusal.aliases.includes(name));
  if (named) return { ...refusal, message: named[1] };
  if (Object.keys(refusal.fields).length > 0) return refusal;
  if (refusal.status === 413) return { ...refusal, message: IMAGES_TOO_LARGE_MESSAGE };
  if (refusal.status === 429) return { ...refusal, message: formatRetryAfter(retryAfter) };
  return refusal;
}

function formatRetryAfter(retryAfter: string | null): string {
  const seconds = Number(retryAfter);
  if (!retryAfter || !Number.isInteger(seconds) || seconds < 1) {
    return "Слишком много запросов. Подождите немного и попробуйте ещё раз.";
  }
  const wait = seconds < 120 ? `${seconds}\u00a0с` : `${Math.ceil(seconds / 60)}\u00a0мин`;
  return `Слишком много запросов. Подождите ${wait} и попробуйте ещё раз.`;
}
