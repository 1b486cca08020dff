import { expect, test } from "vitest";
import { type GiftHandler, giftKinds } from "../../app/features/gifts/kinds";
import type { GiftKind } from "../../app/features/gifts/kinds/gift-kind";
import { type PrizeHandler, prizeKinds } from "../../club/gifts/prizes/kinds";
import type { PrizeKind } from "../../club/gifts/prizes/kinds/prize-kind";

// The types make the compiler name a kind that one side has and the other lacks.
const portal: Record<PrizeHandler, GiftKind> = giftKinds;
const club: Record<GiftHandler, PrizeKind> = prizeKinds;

test("§1.6 the portal and the club know the same kinds of gifts and deliver the same of them", () => {
  const delivered = (kinds: Record<string, { isDelivered: boolean }>) =>
    Object.fromEntries(Object.entries(kinds).map(([handler, { isDelivered }]) => [handler, isDelivered]));
  expect(delivered(portal)).toEqual(delivered(club));
});
