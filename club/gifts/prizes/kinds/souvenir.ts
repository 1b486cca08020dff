import { delivery } from "./evidence";
import type { PrizeKind } from "./prize-kind";

/** A branded thing, some of them in sizes, handed out at a pickup point. */
export const souvenir: PrizeKind = {
  title: "Сувенир",
  isCertificate: false,
  hasSizes: true,
  isDelivered: true,
  evidence: delivery,
};
