import { timingSafeEqual } from "node:crypto";
import { alias } from "../../contract/values";
import { generatePassword, hashPassword } from "../accounts/password";
import type { CallContext } from "../http/endpoint";
import { limitAddress } from "../http/limits";
import { RefusalError } from "../http/refusal-error";
import { sendMessage } from "../outbox/send-message";
import type { Services } from "../services";
import { activateWhenReady } from "./activate";
import { hashPhoneCode } from "./hash-phone-code";

const TRIES_PER_CODE = 5;
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
  await requireCode(phone, code, services);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await services.db.transaction().execute(async (trx) => {
    const user = await trx
      .updateTable("users")
      .set({ phone_confirmed_at: services.now(), password_hash: passwordHash })
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
      text: welcomeText({ phone, password, origin: services.settings.publicOrigin }),
      secret: true,
    });
  });
}

async function requireCode(phone: string, code: string, services: Services): Promise<void> {
  const now = services.now();
  const attempt = await services.db
    .updateTable("phone_codes")
    .set((set) => ({ attempts: set("attempts", "+", 1) }))
    .where("phone", "=", phone)
    .where("expires_at", ">", now)
    .where("attempts", "<", TRIES_PER_CODE)
    .returning(["code_hash", "attempts"])
    .executeTakeFirst();
  if (!attempt) {
    throw new RefusalError(alias.codeWrong, "Этот код больше не действует. Запросите новый код.", "code");
  }
  if (timingSafeEqual(attempt.code_hash, hashPhoneCode(phone, code))) return;
  if (attempt.attempts >= TRIES_PER_CODE) {
    throw new RefusalError(alias.codeWrong, "Код не подошёл, попытки закончились. Запросите новый код.", "code");
  }
  throw new RefusalError(alias.codeWrong, "Код не подошёл. Проверьте цифры в СМС.", "code");
}

/** The address isn't confirmed by this: its mail has no name that was typed with it. */
function welcomeText({ phone, password, origin }: Record<"phone" | "password" | "origin", string>) {
  return [
    "Здравствуйте.",
    "",
    "Телефон подтверждён. Данные для входа в клуб:",
    "",
    `Логин: ${phone}`,
    `Пароль: ${password}`,
    "",
    `Войти: ${origin}/login`,
    "",
    "Вместо телефона можно вводить e-mail. После входа примите правила программы: баллы начисляются только после этого.",
  ].join("\n");
}
