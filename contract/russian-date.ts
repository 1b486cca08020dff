/** `yyyy-mm-dd` as people in Russia write it, `dd.mm.yyyy`; anything else stays as it is. */
export function toRussianDate(isoDate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate) ?? [];
  return year ? `${day}.${month}.${year}` : isoDate;
}

/** `yyyy-mm-dd` as texts of the interface have it, `dd.mm.yy` (§9.1); anything else stays as it is. */
export function toShortDate(isoDate: string): string {
  return toRussianDate(isoDate).replace(/^(\d{2}\.\d{2}\.)\d{2}(\d{2})$/, "$1$2");
}
