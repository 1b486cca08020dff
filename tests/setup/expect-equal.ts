/** A sentence where something isn't what it has to be, for what is gathered before it is told. */
export function expectEqual(what: string, actual: unknown, expected: unknown): string[] {
  return actual === expected ? [] : [`${what}: ${actual} instead of ${expected}`];
}
