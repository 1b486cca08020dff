import { timingSafeEqual } from "node:crypto";
import { alias } from "../../../contract/values";
import type { CallContext } from "../../platform/http/endpoint";
import { formatDays } from "../../platform/http/format-wait";
import { limitAddress, limitRate } from "../../platform/http/limits";
import { RefusalError } from "../../platform/http/refusal-error";
import { sendMessage } from "../../platform/outbox/send-message";
import type { Services } from "../../platform/services";
import { generatePassword, hashPassword } from "../accounts/password";
import { activateWhenReady } from "./activate";
import { hashPhoneCode } from "./hash-phone-code";
import { isRegistrationNetwork } from "./registration-network";

/** From the network that registered; strangers have as many together. */
const TRIES_PER_CODE = 5;
/** The same for all codes of a day. Together a chance to guess one stays below 1 in 200 a day. */
const TRIES_PER_DAY = 25;
const DAY_SECONDS = 24 * 60 * 60;
const DAY_MS = DAY_SECONDS * 1000;
const TRIES_PER_ADDRESS_AND_HOUR = 150;

/**
 * Confirms a phone with its code, generates a password and mails it with the login (§4.9). A second call with the same code,
 * such as a double press, gets the same answer and changes nothing.
 * @throws RefusalError codeWrong on `code` for a wrong, expired or used-up code
 */
export async function confirmPhone(
  { phone, code }: { phone: string; code: string },
  { services, address }: CallContext,
): Promise<void> {
  await limitAddress(services, "phone-confirm", address, { max: TRIES_PER_ADDRESS_AND_HOUR, seconds: 60 * 60 });
  const isOwn = await isRegistrationNetwork(services, phone, address);
  await limitRate(services.db, services, `phone-confirm:${isOwn ? "own" : "others"}:${phone}`, {
    max: TRIES_PER_DAY,
    seconds: DAY_SECONDS,
    message: "Код вводили слишком много раз.",
  });
  await requireCode({ phone, code, isOwn }, services);
  const { publicOrigin, temporaryPasswordDays, passwordCost } = services.settings;
  const password = generatePassword();
  const passwordHash = await hashPassword(password, passwordCost);
  await services.db.transaction().execute(async (trx) => {
    const user = await trx
      .updateTable("users")
      .set({
        phone_confirmed_at: services.now(),
        password_hash: passwordHash,
        password_expires_at: new Date(services.now().getTime() + temporaryPasswordDays * DAY_MS),
        registration_network: "",
      })
      .where("phone", "=", phone)
      .where("phone_confirmed_at", "is", null)
      .where("is_disabled", "=", false)
      .returning(["id", "email"])
      .executeTakeFirst();
    if (!user) return;
    await activateWhenReady(trx, services, user.id);
    await sendMessage(trx, services, {
      channel: "email",
      to: user.email,
      subject: "Логин и пароль для входа в клуб",
      text: welcomeText({ phone, password, origin: publicOrigin, days: temporaryPasswordDays }),
      secret: true,
    });
  });
}

async function requireCode(
  { phone, code, isOwn }: { phone: string; code: string; isOwn: boolean },
  services: Services,
): Promise<void> {
  const now = services.now();
  const column = isOwn ? "own_attempts" : "attempts";
  const attempt = await services.db
    .updateTable("phone_codes")
    .set((set) => ({ [column]: set(column, "+", 1) }))
    .where("phone", "=", phone)
    .where("expires_at", ">", now)
    .where(column, "<", TRIES_PER_CODE)
    .returning(["code_hash", `${column} as tries`])
    .executeTakeFirst();
  if (!attempt) {
    throw new RefusalError(alias.codeWrong, "Этот код больше не действует. Запросите новый код.", "code");
  }
  if (timingSafeEqual(attempt.code_hash, hashPhoneCode(phone, code))) return;
  if (attempt.tries >= TRIES_PER_CODE) {
    throw new RefusalError(alias.codeWrong, "Код не подошёл, попытки закончились. Запросите новый код.", "code");
  }
  throw new RefusalError(alias.codeWrong, "Код не подошёл. Проверьте цифры в СМС.", "code");
}

interface WelcomeFacts {
  readonly phone: string;
  readonly password: string;
  readonly origin: string;
  /** For which the password works. */
  readonly days: number;
}

/**
 * The address isn't confirmed by this: its mail has no name that was typed with it. The password stands on a line of its own, so
 * that a long press selects it and nothing else.
 */
function welcomeText({ phone, password, origin, days }: WelcomeFacts) {
  return [
    "Здравствуйте.",
    "",
    "Телефон подтверждён. Данные для входа в клуб:",
    "",
    `Логин: ${phone}`,
    "Пароль:",
    "",
    password,
    "",
    `Войти: ${origin}/login`,
    "",
    `Пароль временный: он действует ${formatDays(days)}. После входа смените его в профиле: ${origin}/dashboard/profile/security`,
    "",
    "Вместо телефона можно вводить e-mail. После входа примите правила программы: баллы начисляются только после этого.",
  ].join("\n");
}
