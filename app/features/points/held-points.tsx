import { formatPoints, pluralForm } from "../../lib/points";
import { Notice } from "../../ui/core/notice";
import type { HeldView } from "./points-view";

const DAYS_SHOWN = 3;

/** Which points can be spent later, and from which day. The balance doesn't have them yet. */
export function HeldPoints({ days }: { days: readonly HeldView[] }) {
  const later = days.slice(DAYS_SHOWN);
  const rest = later.reduce((sum, { points }) => sum + points, 0);
  return (
    <Notice kind="info" title="Скоро можно будет потратить">
      <ul>
        {days.slice(0, DAYS_SHOWN).map(({ date, points }) => (
          <li key={date}>
            {pluralForm(points, "Станет доступен", "Станут доступны", "Станут доступны")} {date}: {formatPoints(points)}
          </li>
        ))}
        {rest > 0 && (
          <li>
            Позже, до {later[later.length - 1]?.date}: {formatPoints(rest)}
          </li>
        )}
      </ul>
      Баллы за продажи приходят на счёт не сразу: товар ещё могут вернуть.
    </Notice>
  );
}
