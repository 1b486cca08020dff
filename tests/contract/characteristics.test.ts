import { expect, test } from "vitest";
import { readSizes } from "../../contract/characteristics";
import { plainId } from "../../contract/ids";
import { listCharacteristics } from "../../contract/prizes";
import { readReply } from "../../contract/reply";

/** The sizes of prize 7 as one text; null where they can't be understood. */
function sizesOf(result: unknown): string | null {
  const read = readReply(listCharacteristics, 200, { success: true, result });
  if (read.kind !== "answer") throw new Error(read.kind);
  const sizes = readSizes(read.result.filter(({ prize_id }) => ["", "7"].includes(plainId(prize_id))));
  return sizes?.map(({ value, inStock }) => (inStock ? value : `${value}-`)).join(" ") ?? null;
}

const S = { id: 1, value: "S", in_stock: true };
const M = { id: 2, value: "M", in_stock: false };

test.each([
  ["no characteristics", [], ""],
  ["the sizes of another prize", [{ prize_id: 8, code: "size", values: [S] }], ""],
  ["a list of values", [{ prize_id: 7, code: "size", name: "Размер", values: [S, M] }], "S M-"],
  ["a code in capitals", [{ prize_id: 7, code: "SIZE", values: [S] }], "S"],
  ["another code beside a name in Russian", [{ prize_id: 7, code: "attr_12", name: "Размер", values: [S, M] }], "S M-"],
  ["no code and no name", [{ prize_id: 7, values: [S] }], "S"],
  ["texts under name", [{ prize_id: 7, code: "size", values: [{ id: 1, name: "S" }] }], "S"],
  [
    "texts under title, the stock as a number",
    [{ prize_id: 7, code: "size", values: [{ title: "S", stock: 0 }] }],
    "S-",
  ],
  ["bare texts", [{ prize_id: 7, code: "size", values: ["S", "M"] }], "S M"],
  ["bare numbers", [{ prize_id: 7, code: "size", values: [42, 43] }], "42 43"],
  ["texts by their ids", [{ prize_id: 7, code: "size", values: { 1: "S", 2: "M" } }], "S M"],
  ["values by their ids", [{ prize_id: 7, code: "size", values: { 1: S, 2: M } }], "S M-"],
  ["options in place of values", [{ prize_id: 7, code: "size", options: [S] }], "S"],
  [
    "a row for each value",
    [
      { prize_id: 7, code: "size", value: "S" },
      { prize_id: 7, code: "size", value: "M" },
    ],
    "S M",
  ],
  [
    "the characteristics of a prize within it",
    [{ prize_id: 7, characteristics: [{ code: "size", values: [S] }] }],
    "S",
  ],
  ["characteristics by prize", { 7: [{ code: "size", values: [S] }], 8: [{ code: "size", values: [M] }] }, "S"],
  ["values by prize", { 7: ["S", "M"], 8: ["L"] }, "S M"],
  ["an owner under prize", [{ prize: 7, code: "size", values: [S] }], "S"],
  ["an owner under prizeId", [{ prizeId: "7", code: "size", values: [S] }], "S"],
  ["an owner under product_id, beside an id of its own", [{ id: 12, product_id: 7, code: "size", values: [S] }], "S"],
  ["a prize with its id in place of the owner", [{ prize: { id: 7, name: "Футболка" }, values: [S] }], "S"],
  ["several owners", [{ prize_ids: [8, 7], code: "size", values: [S] }], "S"],
  ["other prizes under another name of the owner", [{ productId: 8, code: "size", values: [S] }], ""],
  ["fields within the prize", [{ id: 7, fields: [{ code: "size", values: [S, M] }] }], "S M-"],
  ["fields within another prize", [{ id: 8, name: "Кепка", fields: [{ code: "size", values: [S, M] }] }], ""],
  ["fields by their codes", [{ prize_id: 7, fields: { size: ["S", "M"] } }], "S M"],
  ["attributes with names and one value each", [{ id: 7, attributes: [{ name: "Размер", value: "S" }] }], "S"],
  ["sizes within the prize", [{ id: 7, name: "Футболка", sizes: ["S", "M"] }], "S M"],
  ["sizes by prize", { 7: { sizes: ["S"] }, 8: { sizes: ["M"] } }, "S"],
  ["one characteristic by prize", { 7: { code: "size", values: [S] }, 8: { code: "size", values: [M] } }, "S"],
  [
    "two lists of sizes, of which one is another prize's",
    [
      { ware: 7, code: "size", values: [S, M] },
      { ware: 8, code: "size", values: ["42", "43"] },
    ],
    null,
  ],
  ["wrapped rows", { items: [{ prize_id: 7, code: "size", values: [S] }] }, "S"],
  ["a null among the rows", [null, { prize_id: 7, code: "size", values: [S] }], "S"],
  ["an empty list of sizes", [{ prize_id: 7, code: "size", values: [] }], ""],
  ["what only describes", [{ prize_id: 7, code: "fabric", name: "Ткань", values: [{ value: "Хлопок" }] }], ""],
  ["another choice", [{ prize_id: 7, code: "colour", values: [{ value: "Белый" }, { value: "Чёрный" }] }], null],
  [
    "another choice in rows",
    [
      { prize_id: 7, name: "Цвет", value: "Белый" },
      { prize_id: 7, name: "Цвет", value: "Чёрный" },
    ],
    null,
  ],
  ["values without texts", [{ prize_id: 7, code: "size", values: [{ id: 1 }, { id: 2 }] }], null],
  ["values as objects", [{ prize_id: 7, code: "size", values: [{ value: { ru: "S" } }] }], null],
  ["one text of all values", [{ prize_id: 7, code: "size", values: "S, M" }], null],
  ["a size without values", [{ prize_id: 7, code: "size" }], null],
  ["a row of unknown fields", [{ sku: "A", label_ru: "S" }], null],
])("§3.7 the sizes of a prize are read from %s", (_, result, sizes) => {
  expect(sizesOf(result)).toBe(sizes);
});
