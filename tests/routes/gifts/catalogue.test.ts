import { expect, test } from "vitest";
import { addToCartSchema } from "../../../app/features/gifts/add-to-cart.schema.server";
import { filterGroups, toTag } from "../../../app/features/gifts/catalogue.server";
import type { GiftGroup, GiftView } from "../../../app/features/gifts/gift-view";
import type { GiftHandler } from "../../../contract/values";

const plain = { description: "", picture: "", sizes: [], asksOnPage: false, retailer: "", obstacle: "" };
const gift = (id: string, price: number, more: Partial<GiftView> = {}): GiftView => ({
  ...{ id, name: `Подарок ${id}`, price, ...plain, ...more },
});
const group = (handler: GiftHandler, ...gifts: GiftView[]): GiftGroup => ({
  ...{ id: gifts[0]?.id ?? handler, handler, name: handler, description: "", picture: "", gifts },
});

const dear = group("souvenir", gift("jacket", 1_400));
const payout = group("card", gift("small", 500), gift("large", 5_000));

test("§1.6 gifts are enough for a balance of exactly their price, and a group by the cheapest of its gifts", () => {
  const enough = (points: number | null) =>
    filterGroups([dear, payout], { type: "", enough: true }, points).map(({ id }) => id);
  expect([enough(499), enough(500), enough(1_399), enough(1_400)]).toEqual([
    [],
    ["small"],
    ["small"],
    ["jacket", "small"],
  ]);
  // Who collects no points sees them all.
  expect(enough(null)).toEqual(["jacket", "small"]);
});

test("§1.6 of several kinds the chosen one is shown, and without a choice all of them", () => {
  const ofKind = (type: GiftHandler | "") =>
    filterGroups([dear, payout], { type, enough: false }, 0).map(({ id }) => id);
  expect([ofKind("card"), ofKind("phone"), ofKind("")]).toEqual([["small"], [], ["jacket", "small"]]);
});

test("§1.6 a tag says the lowest price of its gifts, which needn't be that of the first shop", () => {
  const certificates = group("giftery", gift("a", 1_500, { retailer: "Азбука" }), gift("b", 700, { retailer: "Яр" }));
  expect(toTag(certificates)).toMatchObject({ price: 700, hasChoice: true });
  expect(toTag(dear)).toMatchObject({ price: 1_400, hasChoice: false });
});

test("§3.7 a size that has run out is refused by its name, an unknown one like a missing one", () => {
  const sizes = [
    { value: "M", inStock: true },
    { value: "XL", inStock: false },
  ];
  const choose = (size: string) => {
    const read = addToCartSchema(group("souvenir", gift("shirt", 700, { sizes }))).safeParse({
      prize_id: "shirt",
      size,
    });
    return read.success ? read.data.selected_additional_fields : read.error.flatten().fieldErrors;
  };
  expect(choose("M")).toEqual(["", "", "M"]);
  expect(choose("XL")).toEqual({ size: ["Размер XL закончился. Выберите другой."] });
  expect(choose("S")).toEqual({ size: [expect.not.stringContaining("закончился")] });
  expect(choose("")).toEqual({ size: [expect.anything()] });
});
