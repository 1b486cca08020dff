import { expect, test } from "vitest";
import { findGoal, listGoals } from "../../../app/features/gifts/find-goal.server";
import type { GiftGroup, GiftView } from "../../../app/features/gifts/gift-view";
import type { GiftHandler } from "../../../contract/values";

function gift(id: string, price: number, obstacle = ""): GiftView {
  return {
    id,
    name: `Подарок ${id}`,
    description: "",
    picture: "",
    price,
    sizes: [],
    asksOnPage: false,
    retailer: "",
    obstacle,
  };
}

function group(handler: GiftHandler | "", ...gifts: GiftView[]): GiftGroup {
  return { id: handler, handler, name: handler, description: "", picture: "", gifts };
}

const shop = [
  group("card", gift("payout", 600), gift("large-payout", 15_000)),
  group("souvenir", gift("jacket", 1_400)),
  group("souvenir", gift("cap", 500)),
  group("souvenir", gift("gone", 700, "Сейчас этот подарок нельзя заказать на сайте.")),
  group("", gift("riddle", 650, "Сейчас этот подарок нельзя заказать на сайте.")),
];

test("§1.6 the goal is the nearest thing, not a nearer payout, a gift of an unknown kind or one that can't be ordered", () => {
  expect(findGoal(shop, 550, "")).toEqual({ name: "Подарок jacket", price: 1_400, isChosen: false });
  expect(findGoal(shop, 499, "")).toMatchObject({ name: "Подарок cap" });
  // A balance that is just enough isn't missing anything.
  expect(findGoal(shop, 500, "")).toMatchObject({ name: "Подарок jacket" });
});

test("§1.6 a balance that is enough for every thing has no goal: a payout is none", () => {
  expect(findGoal(shop, 1_400, "")).toBeNull();
});

test("§1.6 in a shop without souvenirs the goal is the nearest gift", () => {
  const payouts = shop.filter(({ handler }) => handler !== "souvenir");
  expect(findGoal(payouts, 0, "")).toEqual({ name: "Подарок payout", price: 600, isChosen: false });
  expect(findGoal(payouts, 15_000, "")).toBeNull();
});

test("§1.6 a chosen gift stays the goal when the points are enough for it, and not when it is gone", () => {
  expect(findGoal(shop, 100, "jacket")).toEqual({ name: "Подарок jacket", price: 1_400, isChosen: true });
  expect(findGoal(shop, 20_000, "jacket")).toMatchObject({ name: "Подарок jacket", isChosen: true });
  expect(findGoal(shop, 1_400, "large-payout")).toEqual({
    name: "Подарок large-payout",
    price: 15_000,
    isChosen: true,
  });
  for (const id of ["sold-out", "gone", "riddle"]) {
    expect(findGoal(shop, 100, id)).toEqual({ name: "Подарок cap", price: 500, isChosen: false });
  }
});

test("§1.6 to choose from are gifts that points are missing for, things first, and the cheapest before the dearer", () => {
  expect(listGoals(shop, 100).map(({ id }) => id)).toEqual(["cap", "jacket", "payout", "large-payout"]);
  expect(listGoals(shop, 600).map(({ id }) => id)).toEqual(["jacket", "large-payout"]);
});

test("§1.6 of many gifts the nearest six are offered", () => {
  const many = [group("card", ...[900, 300, 800, 200, 700, 400, 500, 600].map((price) => gift(String(price), price)))];
  expect(listGoals(many, 100).map(({ price }) => price)).toEqual([200, 300, 400, 500, 600, 700]);
});
