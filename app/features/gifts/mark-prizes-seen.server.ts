import { countUnseenPrizes, resetUnseenPrizes } from "../../../contract/prizes";
import { PREFETCH_HEADERS } from "../../lib/prefetch-headers";
import type { Visit } from "../../session/visit.server";

/**
 * Resets the counter of unseen gifts when a participant opens their page (§4.5), but not when a browser prefetches it. The
 * count is read first, which saves a write when nothing is new; meanwhile the page's own badge, loaded in parallel, still
 * gets the old count. The page doesn't depend on either call.
 */
export async function markPrizesSeen({ headers }: Request, visit: Visit): Promise<void> {
  if (isPrefetch(headers)) return;
  const unseen = await visit.callOptional(countUnseenPrizes, {});
  if (unseen && unseen.count > 0) await visit.callOptional(resetUnseenPrizes, {});
}

function isPrefetch(headers: Headers): boolean {
  return PREFETCH_HEADERS.some((name) => headers.get(name)?.startsWith("prefetch"));
}
