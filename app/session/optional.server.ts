import { withinTime } from "../lib/within-time.server";
import { UpstreamOutage } from "../upstream/outage.server";

/** Milliseconds for which a page waits for what only decorates it. Any other call is given `REQUEST_TIMEOUT_MS`. */
export const OPTIONAL_WAIT_MS = 3000;

/**
 * The result of upstream work that only decorates a page, such as a badge, a link or a hint. It is null in an outage of that
 * work alone, and when it takes longer than `OPTIONAL_WAIT_MS`: the page is then shown without it. Work that comes too late
 * isn't stopped, so that slow content is cached in the end.
 * @throws SessionGone
 */
export async function optional<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return (await withinTime(work, OPTIONAL_WAIT_MS)) ?? null;
  } catch (error) {
    if (!(error instanceof UpstreamOutage)) throw error;
    return null;
  }
}
