const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar date in a time zone, such as "Asia/Kamchatka", as "YYYY-MM-DD". @throws RangeError for an unknown one */
export function zonedDate(at: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone });
    formats.set(timeZone, format);
  }
  return format.format(at);
}
