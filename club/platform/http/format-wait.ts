const plural = new Intl.PluralRules("ru");
const secondForms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "секунду", few: "секунды" };
const minuteForms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "минуту", few: "минуты" };

const hourForms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "час", few: "часа" };
const dayForms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "день", few: "дня" };

/** Formats a number of days: «14 дней». */
export function formatDays(days: number): string {
  return `${days} ${dayForms[plural.select(days)] ?? "дней"}`;
}

/** Formats a number of hours: «72 часа». */
export function formatHours(hours: number): string {
  return `${hours} ${hourForms[plural.select(hours)] ?? "часов"}`;
}

/** Formats a wait for a text after «через»: «42 секунды», «15 минут». From 90 seconds on it is whole minutes, rounded up. */
export function formatWait(seconds: number): string {
  if (seconds < 90) return `${seconds} ${secondForms[plural.select(seconds)] ?? "секунд"}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minuteForms[plural.select(minutes)] ?? "минут"}`;
}
