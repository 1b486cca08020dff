import { formatPoints, pluralForm } from "../../lib/points";
import { Notice } from "../../ui/core/notice";
import type { ExpiringView } from "./points-view";

/** Which points will expire and when: they can still be spent. */
export function ExpiringPoints({ days }: { days: readonly ExpiringView[] }) {
  return (
    <Notice kind="warning" title="Успейте потратить">
      <ul>
        {days.map(({ date, points }) => (
          <li key={date}>
            {formatPoints(points)} {pluralForm(points, "сгорит", "сгорят", "сгорят")} {date}
          </li>
        ))}
      </ul>
      Первыми тратятся самые старые баллы.
    </Notice>
  );
}
