/**
 * The number of lines in the cart once the pending forms have been processed (§2.3.2). The forms carry the keys of the lines
 * that they add and remove, so that a line which the server has already counted isn't counted twice.
 */
export function countLines(known: readonly string[], pending: readonly { formData?: FormData }[]): number {
  const lines = new Set<unknown>(known);
  for (const { formData } of pending) {
    for (const line of formData?.getAll("adds") ?? []) lines.add(line);
    for (const line of formData?.getAll("removes") ?? []) lines.delete(line);
  }
  return lines.size;
}
