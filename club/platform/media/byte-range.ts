/** The first and the last byte that are asked for. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * What a `Range` header asks of a file (RFC 9110, 14.2): one range of bytes; `"none"` where the file has none of them; null for the
 * whole file, as for several ranges and for what can't be read.
 * @param size of the file in bytes
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | "none" | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(" ", "") ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "none" : { first: size - length, last: size - 1 };
  }
  const [first, last] = [Number(from), to === "" ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== "" && Number(to) < first) return null;
  return first >= size ? "none" : { first, last };
}
