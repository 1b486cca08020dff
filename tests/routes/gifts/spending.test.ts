import { describe, expect, it } from "vitest";
import { compareSpending, type Spending } from "../../../app/features/cart/spending.server";
import { listPoints } from "../../../contract/deals";

const baseline: Spending = { balance: 1_000, entries: 10, sum: 5_000 };
const spent = (points: number, entries: number): Spending => ({
  balance: 1_000 - points,
  entries: 10 + entries,
  sum: 5_000 + points,
});
const compare = (now: Spending, { done = 0, counted = 0, prices = [100, 100, 300], from = baseline } = {}) =>
  compareSpending({ baseline: from, done, spent: counted, prices }, now);

describe("§4.18 the portal's count against the upstream's figures", () => {
  it("§4.18 nothing spent beyond the count: no unit was ordered", () => {
    expect(compare(spent(0, 0))).toEqual({ kind: "as-counted" });
    expect(compare(spent(200, 2), { done: 2, counted: 200, prices: [300] })).toEqual({ kind: "as-counted" });
  });

  it.each([
    [1, 100],
    [2, 200],
    [3, 500],
  ])("§4.18 entries and sum of the next %i units: they were ordered", (units, points) => {
    expect(compare(spent(points, units))).toEqual({ kind: "ordered", units, points });
  });

  it("§4.18 points earned meanwhile hide nothing that the spent list shows", () => {
    expect(compare({ ...spent(100, 1), balance: 5_000 })).toEqual({ kind: "ordered", units: 1, points: 100 });
  });

  it("§4.18 a spent list that lags behind, has no totals or can't be read: the balance tells", () => {
    const found = { kind: "ordered", units: 1, points: 100 };
    expect(compare({ ...spent(0, 0), balance: 900 })).toEqual(found);
    expect(compare({ balance: 900, entries: null, sum: null })).toEqual(found);
    // A list without totals that shows its newest ten entries only.
    const first = { balance: 900, entries: 10, sum: 5_060 };
    expect(compare({ balance: 800, entries: 10, sum: 5_120 }, { done: 1, counted: 100 })).toEqual(found);
    expect(compare(first, { done: 1, counted: 100 })).toEqual({ kind: "as-counted" });
  });

  it("§4.18 an upstream that charges other prices than its list is believed by its entries", () => {
    expect(compare(spent(220, 2), { done: 2, counted: 200 })).toEqual({ kind: "as-counted" });
  });

  it.each([
    ["another sum than the units cost", spent(150, 1)],
    ["more entries than units are left", spent(500, 4)],
    ["a balance that no number of units explains", { balance: 850, entries: null, sum: null }],
    ["less balance without an entry", { ...spent(0, 0), balance: 930 }],
  ])("§4.18 %s is not explained by the order", (_, now) => {
    expect(compare(now)).toEqual({ kind: "unexplained" });
  });

  it("§4.18 whatever was spent, never more units count as ordered than entries and prices allow", () => {
    for (let points = 0; points <= 1_200; points += 20) {
      for (let entries = -1; entries <= 5; entries++) {
        const result = compare(spent(points, entries));
        if (result.kind !== "ordered") continue;
        expect(result.units).toBeLessThanOrEqual(3);
        expect([100, 200, 500][result.units - 1]).toBe(result.points);
      }
    }
  });

  it("§4.18 what was spent counts the same whether the upstream sends it negative or not", () => {
    const { spent } = listPoints.reply.parse({ spent: [{ sumSub: -100 }, { sumSub: "100" }] });
    expect(spent.items.map(({ sumSub }) => sumSub)).toEqual([100, 100]);
  });
});
