import type { ShouldRevalidateFunction } from "@remix-run/react";

/** What an action answers when nothing came back from the server; `keep` leaves the page's data as they are. */
export interface Unanswered {
  keep: true;
  lost: true;
}

/**
 * Catches what a client action ends with when the connection broke or something on the way answered in the server's place;
 * redirects and refusals pass. Without it the whole page would give way to an error.
 */
export function takeUnanswered(error: unknown): Unanswered {
  if (!(error instanceof Error)) throw error;
  return { keep: true, lost: true };
}

/** A page isn't loaded anew after an answer that says so: without a connection it couldn't be. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !actionResult?.keep && defaultShouldRevalidate;
