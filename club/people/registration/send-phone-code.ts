import { randomBytes, randomInt } from "node:crypto";
import { sendPhoneCode } from "../../../contract/accounts";
import { ACTIVATION_CODE_LENGTH, alias, RESEND_SECONDS } from "../../../contract/values";
import { type CallContext, endpoint } from "../../platform/http/endpoint";
import { formatWait } from "../../platform/http/format-wait";
import { limitAddress, limitRate } from "../../platform/http/limits";
import { RefusalError } from "../../platform/http/refusal-error";
import { requireSms, sendSms } from "../../platform/outbox/send-sms";
import { confirmPhone } from "./confirm-phone";
import { hashPhoneCode } from "./hash-phone-code";
import { isRegistrationNetwork } from "./registration-network";

/** Minutes for which a code can be entered. */
const CODE_MINUTES = 10;
const HOUR_SECONDS = 60 * 60;
const SENDS_PER_HOUR = 6;
const SENDS_PER_DAY = 10;
const SENDS_PER_ADDRESS_AND_HOUR = 60;

/** Sends a code to a phone or, when the input has a code, confirms the phone: the specification has one call for both. */
export const phoneCodeEndpoint = endpoint(sendPhoneCode, async ({ phone, code }, context) => {
  if (code === undefined) return sendCode(phone, context);
  await confirmPhone({ phone, code }, context);
  return {};
});

/**
 * Sends a code to the phone of an unconfirmed registration, at most once a minute (§4.10). A phone that is unknown or
 * confirmed gets the same answers and the same waits, but no SMS.
 * @returns the seconds until the next code may be requested
 * @throws RefusalError tooOften with the seconds to wait; phoneNotServed on `phone`
 */
async function sendCode(phone: string, { services, address }: CallContext): Promise<{ resend_after: number }> {
  const earlier = await services.db
    .selectFrom("phone_codes")
    .select("sent_at")
    .where("phone", "=", phone)
    .executeTakeFirst();
  if (earlier) requireResendWait(earlier.sent_at, services.now());
  await requireSms(services, phone);
  const message = "Код отправляли слишком много раз.";
  await limitAddress(services, "phone-code", address, {
    max: SENDS_PER_ADDRESS_AND_HOUR,
    seconds: HOUR_SECONDS,
    message,
  });
  // What strangers ask for doesn't use up what the person has who registered.
  const who = (await isRegistrationNetwork(services, phone, address)) ? "own" : "others";
  const limits = [
    { key: `phone-code:${who}:hour:${phone}`, max: SENDS_PER_HOUR, seconds: HOUR_SECONDS, message },
    { key: `phone-code:${who}:day:${phone}`, max: SENDS_PER_DAY, seconds: 24 * HOUR_SECONDS, message },
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
      code_hash: registration ? hashPhoneCode(phone, code) : randomBytes(32),
      attempts: 0,
      own_attempts: 0,
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
    if (!written) requireResendWait(now, now);
    if (!registration) return;
    await sendSms(trx, services, {
      to: phone,
      text: `${code} — код клуба. Пароль придёт на ${maskEmail(registration.email)}`,
      secret: true,
    });
  });
  return { resend_after: RESEND_SECONDS };
}

function requireResendWait(sentAt: Date, now: Date): void {
  const wait = Math.ceil((sentAt.getTime() - now.getTime()) / 1000) + RESEND_SECONDS;
  if (wait <= 0) return;
  throw new RefusalError(alias.tooOften, `Отправить код ещё раз можно через ${formatWait(wait)}.`, undefined, wait);
}

/**
 * Hides all of an e-mail address but the first letters of its two parts: `i***@m***`. The domain may be a stranger's text to a
 * phone that isn't confirmed.
 */
function maskEmail(email: string): string {
  const [domain = "", name = ""] = email.split("@").reverse();
  return [name, domain].map((part) => `${[...part][0] ?? ""}***`).join("@");
}
