import type { ShouldRevalidateFunction } from "@remix-run/react";

/** What a client action returns when no reply came from the server. The page's data are not loaded again. */
export interface LostReply {
  skipRevalidation: true;
  lost: true;
}

/**
 * Handles the error of a client action whose connection broke, or whose reply came from a proxy and not from the portal.
 * Redirects and refusals are thrown again. Without it the error boundary would replace the whole page.
 */
export function catchLostReply(error: unknown): LostReply {
  if (!(error instanceof Error)) throw error;
  return { skipRevalidation: true, lost: true };
}

/** Skips loading the page's data after a lost reply: without a connection it would fail. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !actionResult?.skipRevalidation && defaultShouldRevalidate;
