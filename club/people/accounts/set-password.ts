import { hashSecret } from "../../platform/http/authentication";
import { sendMessage } from "../../platform/outbox/send-message";
import type { Services, Trx } from "../../platform/services";

export interface NewPassword {
  readonly userId: number;
  readonly passwordHash: string;
  /** The session in which the person sets it, which goes on. All others end. */
  readonly keepSession?: Buffer;
}

/**
 * Sets a password that the person has chosen. Links to set another one stop to work, sessions end, and a mail without any
 * secret tells the person, who may not be the one who did it.
 */
export async function setPassword(trx: Trx, services: Services, { userId, passwordHash, keepSession }: NewPassword) {
  const user = await trx
    .updateTable("users")
    .set({ password_hash: passwordHash, password_expires_at: null })
    .where("id", "=", userId)
    .returning("email")
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "!=", keepSession ?? NO_SESSION)
    .execute();
  await trx
    .updateTable("password_resets")
    .set({ used_at: services.now() })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  await sendMessage(trx, services, {
    channel: "email",
    to: user.email,
    subject: "Пароль для входа в клуб изменён",
    text: `Здравствуйте.\n\nПароль для входа в клуб изменён, на других устройствах вы вышли.\n\nЕсли это сделали не вы, сразу задайте новый пароль: ${services.settings.publicOrigin}/recovery — и напишите в техническую поддержку.`,
  });
}

/** No session has this hash: tokens aren't empty. */
const NO_SESSION = hashSecret("");
