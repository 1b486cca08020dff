/** Replaces a text that a source has exactly once. @throws Error when it doesn't, which names where it was looked for */
export function replaceOnce(source: string, from: string, to: string, where: string): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${where} has ${parts.length - 1} times, not once: ${from}`);
  return parts.join(to);
}
