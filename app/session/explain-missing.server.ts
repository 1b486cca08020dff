import type { Refusal } from "../../contract/reply";
import { alias, DEFAULT_ERROR_MESSAGE } from "../../contract/values";

/** What a page says instead of what it was to show. */
export interface Missing {
  title: string;
  text: string;
}

/** The words for something that may be gone, such as a report. */
interface MissingWords {
  goneTitle: string;
  /** When the upstream only says that it is gone. */
  goneText: string;
  refusedTitle: string;
}

/**
 * Explains in place why a report or a task can't be shown (§8.6): it is no longer known, or the upstream refuses it for another
 * reason. The text is the upstream's when it has one.
 */
export function explainMissing(
  { status, aliases, message }: Refusal,
  words: MissingWords,
): { missing: Missing; status: number } {
  if (!aliases.includes(alias.reportUnknown) && status !== 404) {
    return { missing: { title: words.refusedTitle, text: message }, status: status < 400 ? 422 : status };
  }
  const text = message === DEFAULT_ERROR_MESSAGE ? words.goneText : message;
  return { missing: { title: words.goneTitle, text }, status: 404 };
}
