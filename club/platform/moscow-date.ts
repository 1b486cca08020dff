const moscowDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Moscow" });

const moscowClock = new Intl.DateTimeFormat("ru-RU", { timeZone: "Europe/Moscow", hour: "2-digit", minute: "2-digit" });

const DAY_MS = 24 * 60 * 60 * 1000;

/** A moment of a day in Moscow, which is three hours ahead of UTC all year. @param time as "HH:MM" */
export function moscowMoment(day: string, time: string): Date {
  return new Date(`${day}T${time}:00+03:00`);
}

/** The day after a date, both as "YYYY-MM-DD". */
export function nextDay(day: string): string {
  return addDays(day, 1);
}

/** The day so many days after a date, both as "YYYY-MM-DD". */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The calendar date in Moscow, the club's time zone, as "YYYY-MM-DD". */
export function moscowDate(at: Date): string {
  return moscowDay.format(at);
}

/** The time of day in Moscow, as "HH:MM". */
export function moscowTime(at: Date): string {
  return moscowClock.format(at);
}

/** The month after a month, both as "YYYY-MM". */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, "YYYY-MM".length);
}

/** The first moment of a month "YYYY-MM" in Moscow. */
export function firstMomentOf(month: string): Date {
  return moscowMoment(`${month}-01`, "00:00");
}
