/**
 * How many lines the cart has once the forms that are on their way have arrived (§2.3.2). They say which lines they add
 * and drop, so that a line which the server has already counted isn't counted twice.
 */
export function countLines(known: readonly string[], onTheWay: readonly { formData?: FormData }[]): number {
  const lines = new Set<unknown>(known);
  for (const { formData } of onTheWay) {
    for (const line of formData?.getAll("adds") ?? []) lines.add(line);
    for (const line of formData?.getAll("drops") ?? []) lines.delete(line);
  }
  return lines.size;
}
