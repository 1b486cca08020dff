import { Badge } from "../../ui/core/badge";
import type { PromotionState } from "./promotion-dates";

const badges = {
  running: { tone: "ok", word: "идёт" },
  coming: { tone: "signal", word: "скоро" },
  over: { tone: "plain", word: "завершена" },
} as const;

/** Says whether a promotion runs. */
export function PromotionBadge({ state }: { state: PromotionState }) {
  const { tone, word } = badges[state];
  return <Badge tone={tone}>{word}</Badge>;
}
