import { expect, test } from "vitest";
import { giftKinds } from "../../app/features/gifts/kinds";
import { prizeKinds } from "../../club/gifts/prizes/kinds";

test("§1.6 the portal and the club know the same kinds of gifts and deliver the same of them", () => {
  const delivered = (kinds: Record<string, { isDelivered: boolean }>) =>
    Object.fromEntries(Object.entries(kinds).map(([handler, { isDelivered }]) => [handler, isDelivered]));
  expect(delivered(giftKinds)).toEqual(delivered(prizeKinds));
});
