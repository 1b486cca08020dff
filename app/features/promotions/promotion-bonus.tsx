import { Link } from "@remix-run/react";
import { formatPoints } from "../../lib/points";
import { Section } from "../../ui/core/page";
import type { PromotionState } from "./promotion-dates";
import type { PromotionBonusView } from "./promotion-view.server";

interface PromotionBonusProps {
  bonus: PromotionBonusView;
  /** Such as «+5 баллов за штуку». */
  title: string;
  state: PromotionState;
}

/** What a promotion adds to deals, for whom and how long. */
export function PromotionBonus({ bonus, title, state }: PromotionBonusProps) {
  const { countedDays, left, earned } = bonus;
  return (
    <Section title={`${title.slice(0, 1).toUpperCase()}${title.slice(1)}`}>
      <p>
        Прибавка к обычным баллам за артикулы акции. {countedDays ? "Вам считаются" : "Считаются"} сделки{" "}
        {countedDays || "со дня вступления в акцию до её конца"}: важен день продажи, а не день отчёта.
      </p>
      {state !== "ended" && left !== null && (
        <p>
          {left > 0
            ? `В бюджете акции осталось ${formatPoints(left)}. Когда он закончится, прибавки не будет.`
            : "Бюджет акции закончился: прибавки больше нет, обычные баллы начисляются."}
        </p>
      )}
      {earned > 0 && (
        <p>
          Акция принесла вам {formatPoints(earned)}. <Link to="/dashboard/points">За что</Link>
        </p>
      )}
    </Section>
  );
}
