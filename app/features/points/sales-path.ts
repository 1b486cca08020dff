/** The manager's sales or the member's purchases of some days. @param days as an address has them */
export function salesPath(days: string): string {
  return `/dashboard/sales/?${days}`;
}

/** What that page is called, by role. */
export function salesTitle(role: string | null): string {
  return role === "member" ? "Покупки" : "Продажи";
}
