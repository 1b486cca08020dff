import { describe, expect, test } from "vitest";
import { addToCart, emptyCart } from "../../../app/features/cart/cart.server";
import { latestCart, saveLatestCart } from "../../../app/features/cart/latest-cart.server";
import { completeUnit, pauseOrder, resumeOrder, startOrder } from "../../../app/features/cart/order.server";

/** An order of which this node of the portal has carried out one unit. */
function openOrder() {
  const line = { prize_id: "1", cartCount: 3, selected_additional_fields: [], physical: false };
  const started = startOrder(addToCart(emptyCart("7"), line), 1_000, null);
  const carried = completeUnit(started, 100, 2_000);
  saveLatestCart(started, carried);
  return { started, carried };
}

describe("the newest state of an order that several nodes of the portal carry out", () => {
  test("§4.18 a pause and a resumption at another node count", () => {
    const { carried } = openOrder();
    const paused = pauseOrder(carried, 3_000);
    expect(latestCart(paused)).toBe(paused);
    saveLatestCart(carried, paused);
    const resumed = resumeOrder(paused, 4_000);
    expect(latestCart(resumed)).toBe(resumed);
  });

  test("§4.18 a pause at a node whose clock is behind counts, too", () => {
    const { carried } = openOrder();
    const paused = pauseOrder(carried, 1_500);
    expect(latestCart(paused)).toBe(paused);
  });

  test("§4.17 a cart of the same id follows its own participant only", () => {
    const { started, carried } = openOrder();
    expect(latestCart(started)).toBe(carried);
    const foreign = { ...started, userId: "8" };
    expect(latestCart(foreign)).toBe(foreign);
  });

  test("§4.18 an outdated cookie doesn't undo a pause, and a unit of another node counts however early", () => {
    const { started, carried } = openOrder();
    saveLatestCart(carried, pauseOrder(carried, 3_000));
    expect(latestCart(started).order?.paused).toBe(true);
    expect(latestCart(carried).order?.paused).toBe(true);
    const further = completeUnit(carried, 100, 2_500);
    expect(latestCart(further)).toBe(further);
  });
});
