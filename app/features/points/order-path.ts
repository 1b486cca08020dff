/** The sheet of an order. */
export function orderPath(number: string): string {
  return `/dashboard/points/orders/${encodeURIComponent(number)}`;
}

/** Id of the row on the points page that says what an order has cost. */
export function orderAnchor(number: string): string {
  return `order-${number}`;
}
