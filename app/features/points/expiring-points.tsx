import { Notice } from "../../ui/core/notice";

/** Which points will expire and when: they can still be spent. */
export function ExpiringPoints({ days }: { days: readonly string[] }) {
  return (
    <Notice kind="warning" title="Успейте потратить">
      <ul>
        {days.map((day) => (
          <li key={day}>{day}</li>
        ))}
      </ul>
      Первыми тратятся самые старые баллы.
    </Notice>
  );
}
