import { countUnseenPrizes, resetUnseenPrizes } from "../../../contract/prizes";
import { call, type UpstreamCaller } from "../../upstream/client.server";
import { UpstreamOutage } from "../../upstream/outage.server";

/**
 * Resets the counter of unseen gifts when a participant opens their page (§4.5), but not when a browser prefetches it. The
 * count is read first, which saves a write when nothing is new; meanwhile the page's own badge, loaded in parallel, still
 * gets the old count. A failure of the upstream is ignored: the page is shown anyway.
 */
export async function markPrizesSeen(request: Request, caller: UpstreamCaller): Promise<void> {
  if (isPrefetch(request.headers)) return;
  try {
    const answer = await call(countUnseenPrizes, {}, caller);
    if (answer.ok && answer.result.count > 0) await call(resetUnseenPrizes, {}, caller);
  } catch (error) {
    if (!(error instanceof UpstreamOutage)) throw error;
  }
}

function isPrefetch(headers: Headers): boolean {
  return ["Sec-Purpose", "Purpose", "X-Moz"].some((name) => headers.get(name)?.startsWith("prefetch"));
}
