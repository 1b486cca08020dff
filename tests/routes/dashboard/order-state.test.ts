import { afterEach, expect, test, vi } from "vitest";
import { describeExpected, leastDoneStatus } from "../../../app/features/points/order-state.server";
import { viewOrder } from "../../../app/features/points/view-order.server";
import { moscowDay } from "../../../app/lib/dates.server";
import { readOrder } from "../../../contract/overviews";

afterEach(() => vi.useRealTimers());

test("§3.10 an order has the status of the unit for which most is still to be done", () => {
  expect(leastDoneStatus(["completed", "sent", "rejected"])).toBe("sent");
  expect(leastDoneStatus(["cancelled", "completed"])).toBe("completed");
  expect(leastDoneStatus(["new", "need_documents"])).toBe("need_documents");
});

test("§2.5.2 the day by which a gift usually comes is told, also once it is late, and nothing of what is no day", () => {
  expect(describeExpected("2999-01-31")).toBe("Обычно к\u00a031.01.99");
  expect(describeExpected("2020-01-31T00:00:00Z")).toBe("Задерживается: ждали к\u00a031.01.20");
  // It may still come today.
  expect(describeExpected(moscowDay(new Date()))).toMatch(/^Обычно к/);
  for (const none of ["", "—", "скоро"]) expect(describeExpected(none)).toBe("");
});

test("§2.5.2 §9.1 a gift is late when its day has ended in Moscow, three hours before that of UTC", () => {
  const tellAt = (now: string) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    return describeExpected("2026-03-31");
  };
  expect(tellAt("2026-03-31T20:59:59Z")).toMatch(/^Обычно к/);
  expect(tellAt("2026-03-31T21:00:00Z")).toMatch(/^Задерживается/);
});

/** The sheet of an order with units of these statuses, which cost 100, 200 and so on. */
function viewUnits(...statuses: string[]) {
  const units = statuses.map((status, index) => ({ id: 71 + index, price: (index + 1) * 100, status, name: "Кружка" }));
  return viewOrder(readOrder.reply.parse({ ...units[0], units }));
}

test("§3.10 an order's total is what is paid for, and of one that was refused as a whole what came back", () => {
  const total = (...statuses: string[]) => {
    const order = viewUnits(...statuses);
    return [order.total, order.isRefused];
  };
  expect(total("completed", "rejected", "cancelled", "new")).toEqual([500, false]);
  expect(total("sent", "rejected", "cancelled", "completed")).toEqual([500, false]);
  expect(total("cancelled", "sent")).toEqual([200, false]);
  expect(total("new")).toEqual([100, false]);
  expect(total("rejected", "cancelled", "rejected")).toEqual([600, true]);
  expect(total("rejected", "cancelled")).toEqual([300, true]);
  expect(total("cancelled")).toEqual([100, true]);
});

test("§7.1 an upstream that tells one unit only has an order of it", () => {
  const order = viewOrder(readOrder.reply.parse({ id: 71, price: 300, status: "rejected", name: "Кружка" }));
  expect(order).toMatchObject({ number: "71", total: 300, isRefused: true, status: "rejected" });
  expect(order.units).toMatchObject([{ number: "71", price: 300 }]);
});
