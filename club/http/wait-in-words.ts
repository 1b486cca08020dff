const plural = new Intl.PluralRules("ru");
const seconds: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "секунду", few: "секунды" };
const minutes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "минуту", few: "минуты" };

/** A wait as it stands after «через»: «42 секунды», «15 минут»; from 90 seconds on in whole minutes, rounded up. */
export function waitInWords(wait: number): string {
  if (wait < 90) return `${wait} ${seconds[plural.select(wait)] ?? "секунд"}`;
  const count = Math.ceil(wait / 60);
  return `${count} ${minutes[plural.select(count)] ?? "минут"}`;
}
