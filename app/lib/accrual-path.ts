/** Id of the row that an entry has on the page of its report's points. */
export function entryAnchor(entry: string): string {
  return `entry-${entry}`;
}

/** Where it is shown what a report has added to the participant's points, at the row of one entry. */
export function accrualPath(report: string, entry: string): string {
  return `/dashboard/points/reports/${encodeURIComponent(report)}?${new URLSearchParams({ entry })}#${entryAnchor(entry)}`;
}
