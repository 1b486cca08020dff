/** Whether a text is a calendar date as "YYYY-MM-DD". */
export function isoDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}
