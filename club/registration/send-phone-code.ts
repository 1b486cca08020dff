import { randomBytes, randomInt } from "node:crypto";
import { sendPhoneCode } from "../../contract/accounts";
import { ACTIVATION_CODE_LENGTH, alias, RESEND_SECONDS } from "../../contract/values";
import { type CallContext, endpoint } from "../http/endpoint";
import { limitAddress, limitRate } from "../http/limits";
import { RefusalError } from "../http/refusal-error";
import { waitInWords } from "../http/wait-in-words";
import { sendMessage } from "../outbox/send-message";
import { confirmPhone } from "./confirm-phone";
import { hashCode } from "./phone-code";

/** How long a code can be entered. */
export const CODE_MINUTES = 10;
const HOUR = 60 * 60;
const SENDS_PER_HOUR = 6;
/** With five tries a code, a stranger's chance to guess one stays below one in two hundred a day. */
const SENDS_PER_DAY = 10;
const SENDS_PER_ADDRESS_AND_HOUR = 60;

/** Sends a code to a phone or, with a code, confirms the phone: one call of the specification does both. */
export const phoneCodeEndpoint = endpoint(sendPhoneCode, async ({ phone, code }, context) => {
  if (code === undefined) return sendCode(phone, context);
  await confirmPhone({ phone, code }, context);
  return {};
});

/**
 * Sends a code to the phone of an unconfirmed registration (§4.10: a minute apart, whoever asks). A phone that is unknown
 * or confirmed gets the same answer and waits, and no SMS.
 */
async function sendCode(phone: string, { services, address }: CallContext): Promise<{ resend_after: number }> {
  const earlier = await services.db
    .selectFrom("phone_codes")
    .select("sent_at")
    .where("phone", "=", phone)
    .executeTakeFirst();
  if (earlier) refuseTooSoon(earlier.sent_at, services.now());
  const message = "Код отправляли слишком много раз.";
  await limitAddress(services, "phone-code", address, { max: SENDS_PER_ADDRESS_AND_HOUR, seconds: HOUR, message });
  const limits = [
    { key: `phone-code:hour:${phone}`, max: SENDS_PER_HOUR, seconds: HOUR, message },
    { key: `phone-code:day:${phone}`, max: SENDS_PER_DAY, seconds: 24 * HOUR, message },
  ];
  for (const { key, ...limit } of limits) await limitRate(services.db, services, key, limit);

  await services.db.transaction().execute(async (trx) => {
    const now = services.now();
    const registration = await trx
      .selectFrom("users")
      .select("email")
      .where("phone", "=", phone)
      .where("phone_confirmed_at", "is", null)
      .where("is_disabled", "=", false)
      .executeTakeFirst();
    const code = String(randomInt(10 ** ACTIVATION_CODE_LENGTH)).padStart(ACTIVATION_CODE_LENGTH, "0");
    const values = {
      code_hash: registration ? hashCode(phone, code) : randomBytes(32),
      attempts: 0,
      sent_at: now,
      expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
    };
    const written = await trx
      .insertInto("phone_codes")
      .values({ phone, ...values })
      .onConflict((conflict) =>
        conflict
          .column("phone")
          .doUpdateSet(values)
          .where("phone_codes.sent_at", "<=", new Date(now.getTime() - RESEND_SECONDS * 1000)),
      )
      .returning("phone")
      .executeTakeFirst();
    if (!written) refuseTooSoon(now, now);
    if (!registration) return;
    await sendMessage(trx, services, {
      channel: "sms",
      to: phone,
      text: `${code} — код клуба. Пароль придёт на ${maskEmail(registration.email)}`,
      secret: true,
    });
  });
  return { resend_after: RESEND_SECONDS };
}

function refuseTooSoon(sentAt: Date, now: Date): void {
  const wait = Math.ceil((sentAt.getTime() - now.getTime()) / 1000) + RESEND_SECONDS;
  if (wait <= 0) return;
  throw new RefusalError(alias.tooOften, `Новый код можно запросить через ${waitInWords(wait)}.`, undefined, wait);
}

/** Shows whose mailbox the password will go to without telling a stranger the address: `i***@mail.ru`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}***${email.slice(at)}`;
}
