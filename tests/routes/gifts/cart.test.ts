import { describe, expect, it } from "vitest";
import {
  addToCart,
  type Cart,
  changeCount,
  countUnits,
  emptyCart,
  lineKey,
  type OrderProgress,
  removeAllLines,
  removeLine,
  restoreLine,
  setDelivery,
} from "../../../app/features/cart/cart.server";
import {
  completeUnit,
  isOrdering,
  markUnknown,
  needsDecision,
  nextUnit,
  startOrder,
  stopOrder,
} from "../../../app/features/cart/order.server";
import { LINE_MAX_COUNT } from "../../../app/lib/cart-limits";

const NOW = 1_700_000_000_000;
const cap = (size: string, cartCount = 1) => ({
  prize_id: "18",
  cartCount,
  physical: true,
  selected_additional_fields: ["", "", size],
});
const topUp = (phone: string) => ({
  prize_id: "1",
  cartCount: 1,
  physical: false,
  selected_additional_fields: [phone, "2", ""],
});
const fill = (...added: Parameters<typeof addToCart>[1][]) => added.reduce(addToCart, emptyCart("7"));

describe("§4.17 edits of the cart", () => {
  it("§4.17 a line is matched by prize and size; another size or recipient is another line", () => {
    const cart = fill(cap("S"), cap("S", 2), cap("L"), topUp("79001234567"), topUp("79001234568"));
    expect(cart.lines.map((line) => [line.prize_id, line.cartCount])).toEqual([
      ["18", 3],
      ["18", 1],
      ["1", 1],
      ["1", 1],
    ]);
    expect(new Set(cart.lines.map((line) => line.id)).size).toBe(4);
    expect(countUnits(cart.lines)).toBe(6);
  });

  it("§4.17 counts change and stay within their limits; zero removes the line", () => {
    const cart = fill(cap("S", 60), cap("L"));
    expect(addToCart(cart, cap("S", 60)).lines[0]?.cartCount).toBe(LINE_MAX_COUNT);
    expect(changeCount(cart, 2, 5).lines[1]?.cartCount).toBe(5);
    expect(changeCount(cart, 1, 0).lines.map((line) => line.id)).toEqual([2]);
    expect(removeLine(cart, 2).lines.map((line) => line.id)).toEqual([1]);
    expect(removeAllLines(cart).lines).toEqual([]);
  });

  it("§4.17 a removed line can be restored for half an hour; pieces added meanwhile are added up", () => {
    const out = removeLine(fill(cap("S", 2), cap("L")), 1, NOW);
    expect(restoreLine(out, 1, NOW).lines).toEqual(fill(cap("S", 2), cap("L")).lines);
    const again = addToCart(out, cap("S", 3));
    expect(again.lines.map((line) => line.id)).toEqual([2, 3]);
    expect(restoreLine(again, 1, NOW)).toMatchObject({ lines: [{ id: 2 }, { id: 3, cartCount: 5 }], removed: [] });
    const late = NOW + 30 * 60 * 1000;
    expect(restoreLine(out, 1, late - 1).lines).toEqual(fill(cap("S", 2), cap("L")).lines);
    expect(restoreLine(out, 1, late)).toBe(out);
    expect(removeLine(out, 2, late).removed.map((line) => line.id)).toEqual([2]);
    expect(startOrder(out, NOW, null).removed).toEqual([]);
  });

  it("§4.17 the key of a line is its prize and size, or its number if it has a recipient", () => {
    expect(fill(cap("S"), topUp("79001234567")).lines.map(lineKey)).toEqual(["18|S", "2"]);
  });

  it("§4.17 every edit changes the basket id, the pickup point too", () => {
    const cart = fill(cap("S"));
    const point = { city: "Казань", address: "ул. Ленина, д. 1", code: "KZN11" };
    const edited = [
      addToCart(cart, cap("L")),
      changeCount(cart, 1, 2),
      removeLine(cart, 1),
      removeAllLines(cart),
      setDelivery(cart, point),
    ];
    expect(new Set([cart, ...edited].map((one) => one.basketId)).size).toBe(6);
  });
});

describe("§4.18 units and their idempotency keys", () => {
  const drain = (cart: Cart): string[] => {
    const unit = nextUnit(cart);
    return unit ? [unit.key, ...drain(completeUnit(cart, 100, NOW))] : [];
  };

  it("§4.18 every unit of every line has its own key, made of basket, line and number", () => {
    const cart = startOrder(fill(cap("S", 3), topUp("79001234567")), NOW, null);
    expect(drain(cart)).toEqual([
      `${cart.basketId}-1-3`,
      `${cart.basketId}-1-2`,
      `${cart.basketId}-1-1`,
      `${cart.basketId}-2-1`,
    ]);
  });

  it("§4.18 each success decreases the line by one and removes it at zero; the order counts units and points", () => {
    const started = startOrder(fill(cap("S", 2)), NOW, null);
    const once = completeUnit(started, 600, NOW);
    expect(once).toMatchObject({ lines: [{ cartCount: 1 }], order: { units: 2, done: 1, spent: 600 } });
    const twice = completeUnit(once, 600, NOW);
    expect(twice).toMatchObject({ lines: [], order: { units: 2, done: 2, spent: 1200 } });
    expect([started, once, twice].map(isOrdering)).toEqual([true, true, false]);
  });

  it("§4.18 a unit that is being checked keeps its key", () => {
    const started = startOrder(fill(cap("S", 2)), NOW, null);
    expect(nextUnit(markUnknown(started, NOW))?.key).toBe(nextUnit(started)?.key);
  });

  it("§4.18 a unit that is asked for again and again is in doubt since the first time, so that somebody is asked at last", () => {
    const first = markUnknown(startOrder(fill(cap("S", 2)), NOW, null), NOW);
    const again = markUnknown(first, NOW + 40_000).order as OrderProgress;
    expect(again.unknownSince).toBe(NOW);
    expect([needsDecision(again, NOW + 59_000), needsDecision(again, NOW + 61_000)]).toEqual([false, true]);
    expect(completeUnit({ ...first, order: again }, 600, NOW + 50_000).order?.unknownSince).toBeNull();
  });

  it("§4.18 a stopped order keeps the remaining units, under new keys", () => {
    const once = completeUnit(startOrder(fill(cap("S", 3)), NOW, null), 600, NOW);
    const stopped = stopOrder(once, true);
    expect(stopped).toMatchObject({ lines: [{ cartCount: 2 }], order: null, documentsNeeded: true });
    expect(drain(startOrder(stopped, NOW, null)).some((key) => drain(once).includes(key))).toBe(false);
  });
});
