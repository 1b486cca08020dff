/**
 * A phone as people read it: `+7 (900) 000-00-01` for 11 digits (§5.7); anything else as it is.
 * The gaps are no-break spaces, so that a number stays on one line.
 */
export function formatPhone(digits: string): string {
  const match = /^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits.replace(/\D/g, ""));
  if (!match) return digits;
  const [, country, area, first, second, third] = match;
  return `+${country}\u00a0(${area})\u00a0${first}-${second}-${third}`;
}
