/** `yyyy-mm-dd` as people in Russia write it, `dd.mm.yyyy`; anything else stays as it is. */
export function toRussianDate(isoDate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate) ?? [];
  return year ? `${day}.${month}.${year}` : isoDate;
}
