/**
 * Formats 11 digits as `+7 (900) 000-00-01` with no-break spaces (§5.7). Other text is returned unchanged.
 */
export function formatPhone(digits: string): string {
  const match = /^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits.replace(/\D/g, ""));
  if (!match) return digits;
  const [, country, area, first, second, third] = match;
  return `+${country}\u00a0(${area})\u00a0${first}-${second}-${third}`;
}

/** Formats 11 digits as `formatPhone` does, with plain spaces: the value of a field. */
export function typedPhone(digits: string): string {
  return formatPhone(digits).replace(/\u00a0/g, " ");
}
