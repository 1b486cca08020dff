import { describe, expect, test } from "vitest";
import { addToCart, emptyCart } from "../../../app/features/cart/cart.server";
import { isRunning, latestCart, runExclusive, saveLatestCart } from "../../../app/features/cart/latest-cart.server";
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

describe("the work of one participant", () => {
  /** A work that ends when the test says so. */
  function openWork(name: string, log: string[]) {
    let end: () => void = () => undefined;
    let fail: () => void = () => undefined;
    const over = new Promise<void>((resolve, reject) => {
      end = resolve;
      fail = () => reject(new Error(name));
    });
    const run = async () => {
      log.push(`${name} begins`);
      await over;
      log.push(`${name} ends`);
      return name;
    };
    return { run, end, fail };
  }

  test("§4.18 three presses have their turn one after the other, in their order, also after one that fails", async () => {
    const log: string[] = [];
    const [first, second, third] = ["first", "second", "third"].map((name) => openWork(name, log));
    if (!first || !second || !third) throw new Error("three works");
    const running = [runExclusive("9", first.run), runExclusive("9", second.run)];
    await expect.poll(() => log).toEqual(["first begins"]);
    first.end();
    await expect.poll(() => log).toEqual(["first begins", "first ends", "second begins"]);
    expect(isRunning("9")).toBe(true);
    // It comes when the first is over and the second isn't.
    running.push(runExclusive("9", third.run));
    const other = openWork("somebody else's", log);
    other.end();
    expect(await runExclusive("8", other.run)).toBe("somebody else's");
    expect(log.slice(3)).toEqual(["somebody else's begins", "somebody else's ends"]);
    second.fail();
    third.end();
    expect(await Promise.allSettled(running)).toMatchObject([
      { value: "first" },
      { reason: new Error("second") },
      { value: "third" },
    ]);
    expect(log.slice(5)).toEqual(["third begins", "third ends"]);
    expect([isRunning("9"), isRunning("8")]).toEqual([false, false]);
  });
});
