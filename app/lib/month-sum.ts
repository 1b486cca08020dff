/** What came together in one month. */
export interface MonthSum {
  /** Three letters for the axis of a chart. */
  label: string;
  /** «март 2026 г.» */
  name: string;
  value: number;
}

/** The months in one sentence, for those who don't see the chart. */
export function describeMonths(months: readonly MonthSum[], format: (value: number) => string): string {
  return months.map(({ name, value }) => `${name}: ${format(value)}`).join("; ");
}
