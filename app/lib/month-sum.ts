/** The total of one month, for a chart. */
export interface MonthSum {
  /** Three letters for the axis of a chart. */
  label: string;
  /** «март 2026 г.» */
  name: string;
  value: number;
}

/** Describes a chart as text, for screen readers. */
export function describeMonths(months: readonly MonthSum[], format: (value: number) => string): string {
  return months.map(({ name, value }) => `${name}: ${format(value)}`).join("; ");
}
