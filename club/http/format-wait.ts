const plural = new Intl.PluralRules("ru");
const secondForms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "секунду", few: "секунды" };
const minuteForms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "минуту", few: "минуты" };

/** Formats a wait for a text after «через»: «42 секунды», «15 минут». From 90 seconds on it is whole minutes, rounded up. */
export function formatWait(seconds: number): string {
  if (seconds < 90) return `${seconds} ${secondForms[plural.select(seconds)] ?? "секунд"}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minuteForms[plural.select(minutes)] ?? "минут"}`;
}
