/** A quarter of the year by the calendar, from the first day of its first month to the last of its third. */
export interface Season {
  /** «Осенью» begins what is told about it. */
  readonly during: string;
  /** «Осенняя» подготовка. */
  readonly adjective: string;
  /** Готовимся к «осени». */
  readonly towards: string;
  /** The first and the last day, as "YYYY-MM-DD". */
  readonly start: string;
  readonly end: string;
}

const NAMES = [
  { during: "Зимой", adjective: "Зимняя", towards: "зиме" },
  { during: "Весной", adjective: "Весенняя", towards: "весне" },
  { during: "Летом", adjective: "Летняя", towards: "лету" },
  { during: "Осенью", adjective: "Осенняя", towards: "осени" },
] as const;
const MONTHS_OF_SEASON = 3;

/**
 * The season so many seasons after that of a day.
 * @param day as "YYYY-MM-DD"
 * @param away 0 is the day's own, -1 the one that has just ended, 1 the next
 */
export function findSeason(day: string, away: number): Season {
  const [year = 0, month = 0] = day.split("-").map(Number);
  // Winter begins in December of the year before, so December is the first month of the count.
  const season = Math.floor((year * 12 + month) / MONTHS_OF_SEASON) + away;
  const names = NAMES[season % NAMES.length] ?? NAMES[0];
  const first = season * MONTHS_OF_SEASON - 1;
  return { ...names, start: dayOf(first, 1), end: dayOf(first + MONTHS_OF_SEASON, 0) };
}

/** @param month months since the year 0; day 0 is the last one of the month before */
function dayOf(month: number, day: number): string {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, day)).toISOString().slice(0, "YYYY-MM-DD".length);
}
