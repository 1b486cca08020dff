const LARGEST_ID = 2_147_483_647;

/** A row's id as it came over the wire, or null when no row can have it. */
export function parseId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= LARGEST_ID ? id : null;
}
