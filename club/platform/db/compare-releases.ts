/** Compares releases such as 1.10.0 and 1.9.2: negative when the first is the earlier one. */
export function compareReleases(one: string, other: string): number {
  const [first, second] = [one, other].map((release) => release.split(/[.-]/, 3).map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (first?.[part] ?? 0) - (second?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
