import { generatePassword, hashPassword } from "../../people/accounts/password";
import { formatHours } from "../../platform/http/format-wait";
import type { Services } from "../../platform/services";

const HOUR_MS = 60 * 60 * 1000;

/** A password that is shown once, and at the first log-in is replaced by the operator's own. */
export async function makePrintedPassword({ settings, now }: Services) {
  const password = generatePassword();
  const hours = settings.firstPasswordHours;
  return {
    columns: {
      password_hash: await hashPassword(password, settings.passwordCost),
      password_expires_at: new Date(now().getTime() + hours * HOUR_MS),
    },
    secret: { label: "Одноразовый пароль", value: password },
    line: `Одноразовый пароль действует ${formatHours(hours)}. При первом входе оператор задаёт свой и настраивает приложение для кодов.`,
  };
}
