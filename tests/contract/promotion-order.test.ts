import { expect, test } from "vitest";
import { listOwnPromotions, listPromotions } from "../../contract/promotions";
import { readReply } from "../../contract/reply";

function listIds(descriptor: typeof listPromotions | typeof listOwnPromotions, ids: readonly (string | number)[]) {
  const items = ids.map((id) => ({ id, name: "Акция" }));
  const read = readReply(descriptor, 200, { success: true, result: items });
  return read.kind === "answer" ? read.result.items.map(({ id }) => id) : [];
}

test("§7.1 promotions stand with the highest id first before an upstream that ignores the order", () => {
  for (const descriptor of [listPromotions, listOwnPromotions]) {
    expect(listIds(descriptor, [2, 10, 9])).toEqual(["10", "9", "2"]);
    expect(listIds(descriptor, ["2", "10", "9"])).toEqual(["~10", "~9", "~2"]);
    expect(listIds(descriptor, ["b", "c", "a"])).toEqual(["b", "c", "a"]);
  }
});
