// Digit keyboards of phones may have no dot.
const RUSSIAN = /^(\d{1,2})[.,/\s-](\d{1,2})[.,/\s-](\d{4})$|^(\d{2})(\d{2})(\d{4})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The formats of a date in a text field: дд.мм.гггг as people type it, or yyyy-mm-dd as browsers fill it in. */
export const DATE_PATTERN = "\\d{1,2}[.,]\\d{1,2}[.,]\\d{4}|\\d{8}|\\d{4}-\\d{2}-\\d{2}";

/** дд.мм.гггг or ддммгггг → yyyy-mm-dd; any other text is returned unchanged. */
export function toIsoDate(text: string): string {
  const [day = "", month = "", year] = RUSSIAN.exec(text.trim())?.slice(1).filter(Boolean) ?? [];
  return year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text.trim();
}

/** Whether a text has the format of a date, whether or not the day exists. */
export function isWholeDate(text: string): boolean {
  return ISO.test(toIsoDate(text));
}

/** Whether yyyy-mm-dd is a day that exists. */
export function isCalendarDate(iso: string): boolean {
  const date = ISO.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
}
