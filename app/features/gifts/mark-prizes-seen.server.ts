import { countUnseenPrizes, resetUnseenPrizes } from "../../../contract/prizes";
import { call, type UpstreamCaller, UpstreamOutage } from "../../upstream/client.server";

/**
 * Resets the counter of unseen gifts when somebody looks at them (§4.5). The count is read first: it costs no write where
 * nothing is new, and the badge of this very page, asked for at the same time, still shows what is. A browser that only
 * fetches ahead has seen nothing. A counter that can't be reset is no reason to refuse the page.
 */
export async function markPrizesSeen(request: Request, caller: UpstreamCaller): Promise<void> {
  if (isAhead(request.headers)) return;
  try {
    const answer = await call(countUnseenPrizes, {}, caller);
    if (answer.ok && answer.result.count > 0) await call(resetUnseenPrizes, {}, caller);
  } catch (error) {
    if (!(error instanceof UpstreamOutage)) throw error;
  }
}

function isAhead(headers: Headers): boolean {
  return ["Sec-Purpose", "Purpose", "X-Moz"].some((name) => headers.get(name)?.startsWith("prefetch"));
}
