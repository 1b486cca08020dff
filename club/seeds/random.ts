/** Repeatable chance, so that every demo has the same history: mulberry32. Returns numbers in [0, 1). */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of a list that isn't empty. */
export function pick<T>(list: readonly T[], chance: () => number): T {
  const item = list[Math.floor(chance() * list.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
