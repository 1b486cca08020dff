const moscowDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Moscow" });

/** The calendar date in Moscow, the club's time zone, as "YYYY-MM-DD". */
export function moscowDate(at: Date): string {
  return moscowDay.format(at);
}
