import { profile } from "../../../contract/accounts";
import { listPoints } from "../../../contract/deals";
import type { Visit } from "../../session/visit.server";
import { call } from "../../upstream/client.server";

/** What the upstream shows of a participant's spending. Amounts are in points. */
export interface Spending {
  readonly balance: number;
  /** Entries of the spent list; null when the list can't be read. */
  readonly entries: number | null;
  /** The sum of these entries; null when the list can't be read. */
  readonly sum: number | null;
}

/** Enough to see every unit of one order. */
const ENTRIES_PER_PAGE = 500;

/** Reads balance and spent points anew; null when the balance can't be read. @throws UpstreamOutage, SessionGone */
export async function readSpending({ caller }: Pick<Visit, "caller">): Promise<Spending | null> {
  const [user, points] = await Promise.all([
    call(profile, {}, caller),
    call(listPoints, { page: 1, per_page: ENTRIES_PER_PAGE }, caller),
  ]);
  const balance = user.ok ? user.result.points.points : undefined;
  if (balance === undefined) return null;
  if (!points.ok) return { balance, entries: null, sum: null };
  const { items, total } = points.result.spent;
  const sums = items.map(({ sumSub }) => sumSub).filter((value) => value !== undefined);
  return { balance, entries: total, sum: sums.length === items.length ? sum(sums) : null };
}

/** What an order has spent so far, as the portal counted it, and what it spends next. */
export interface CountedOrder {
  /** The spending when the order started. */
  readonly baseline: Spending;
  readonly done: number;
  readonly spent: number;
  /** Prices of the units that are left, in the order in which they are sent. */
  readonly prices: readonly number[];
}

/**
 * How the upstream's figures compare with the portal's count:
 * - `as-counted`: no further unit was ordered
 * - `ordered`: so many of the next units were ordered as well, for so many points
 * - `unexplained`: points were spent that this order doesn't explain
 */
export type Comparison =
  | { kind: "as-counted" }
  | { kind: "ordered"; units: number; points: number }
  | { kind: "unexplained" };

/** Compares an order with the spending of now. Concludes nothing that entries or balance don't show. */
export function compareSpending({ baseline, done, spent, prices }: CountedOrder, now: Spending): Comparison {
  const balanceDrop = baseline.balance - now.balance - spent;
  if (baseline.entries !== null && now.entries !== null && baseline.sum !== null && now.sum !== null) {
    const entries = now.entries - baseline.entries - done;
    const points = now.sum - baseline.sum - spent;
    if (entries > 0 && entries <= prices.length) {
      const expected = sum(prices.slice(0, entries));
      return points === expected || balanceDrop === expected
        ? { kind: "ordered", units: entries, points: expected }
        : { kind: "unexplained" };
    }
    // The units that are done cost another price than the list says; the entries account for all of it.
    if (entries === 0 && done > 0 && points === balanceDrop) return AS_COUNTED;
    if (entries > 0) return { kind: "unexplained" };
  }
  if (balanceDrop <= 0) return AS_COUNTED;
  const units = countUnits(prices, balanceDrop);
  return units ? { kind: "ordered", units, points: balanceDrop } : { kind: "unexplained" };
}

const AS_COUNTED: Comparison = { kind: "as-counted" };

/** How many of the first units cost exactly so many points; undefined when no number of them does. */
function countUnits(prices: readonly number[], points: number): number | undefined {
  let total = 0;
  for (const [index, price] of prices.entries()) {
    total += price;
    if (total === points) return index + 1;
    if (total > points) return undefined;
  }
  return undefined;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
