/** A participant's statement, of the current month without one. @param month as `2026-03` */
export function statementPath(month?: string): string {
  return `/dashboard/points/statement${month ? `?month=${month}` : ""}`;
}
