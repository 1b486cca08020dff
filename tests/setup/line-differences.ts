/** The lines that only one of two texts has, each in its own order. */
export function listDifferences(
  first: readonly string[],
  second: readonly string[],
): { gone: string[]; added: string[] } {
  return { gone: withoutLines(first, second), added: withoutLines(second, first) };
}

function withoutLines(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
