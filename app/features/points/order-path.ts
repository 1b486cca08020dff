/** The sheet of an order. */
export function orderPath(number: string): string {
  return `/dashboard/points/orders/${encodeURIComponent(number)}`;
}
