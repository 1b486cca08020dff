/** Id of the row that an entry has on the page of its report. A deal's points lead there. */
export function entryAnchor(id: string): string {
  return `entry-${id}`;
}

/** The manager's sales or the member's purchases of some days. @param days as an address has them */
export function salesPath(days: string): string {
  return `/dashboard/sales/?${days}`;
}
