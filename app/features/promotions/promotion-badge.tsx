import { Badge } from "../../ui/core/badge";
import type { PromotionState } from "./promotion-dates";

const badges = {
  running: { tone: "ok", label: "идёт" },
  upcoming: { tone: "signal", label: "скоро" },
  ended: { tone: "plain", label: "завершена" },
} as const;

/** The state of a promotion. */
export function PromotionBadge({ state }: { state: PromotionState }) {
  const { tone, label } = badges[state];
  return <Badge tone={tone}>{label}</Badge>;
}
