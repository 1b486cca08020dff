import { alias } from "../../../contract/values";
import { RefusalError } from "../http/refusal-error";
import { moscowDate, moscowMoment, nextDay } from "../moscow-date";
import type { Services, Trx } from "../services";
import { countToday, raiseAlarm, readDayCounts } from "./day-counts";
import { sendMessage } from "./send-message";

const COUNTER = "sms";

/**
 * Requires that the club sends SMS to such a phone: those to other countries cost much and may earn money for who orders them.
 * @throws RefusalError phoneNotServed on `phone`
 */
export function requireServedPhone({ settings }: Services, phone: string): void {
  const { smsPrefixes } = settings;
  if (smsPrefixes.some((prefix) => phone.startsWith(prefix))) return;
  const served = smsPrefixes.map((prefix) => `+${prefix.slice(0, 1)} ${prefix.slice(1)}`.trim()).join(", ");
  const message = `СМС с кодом приходит только на мобильные номера, которые начинаются с ${served}.`;
  throw new RefusalError(alias.phoneNotServed, message, "phone");
}

/**
 * Requires that an SMS can be sent to a phone today.
 * @throws RefusalError phoneNotServed on `phone`; tooOften when the day's SMS are used up
 */
export async function requireSms(services: Services, phone: string): Promise<void> {
  requireServedPhone(services, phone);
  const today = moscowDate(services.now());
  const counts = await readDayCounts(services.db, COUNTER, today);
  if ((counts.get(today) ?? 0) >= services.settings.smsPerDay) throw usedUpError(services);
}

/**
 * Sends an SMS and counts it. The last one of the day raises an alarm.
 * @throws RefusalError as `requireSms` does
 */
export async function sendSms(
  trx: Trx,
  services: Services,
  message: { readonly to: string; readonly text: string; readonly secret?: boolean },
): Promise<void> {
  requireServedPhone(services, message.to);
  const { smsPerDay } = services.settings;
  const count = await countToday(trx, services, COUNTER);
  if (count > smsPerDay) throw usedUpError(services);
  if (count === smsPerDay)
    raiseAlarm(services, "sms-per-day", "the day's SMS are used up: no more codes are sent today");
  await sendMessage(trx, services, { channel: "sms", ...message });
}

function usedUpError(services: Services): RefusalError {
  const now = services.now();
  const tomorrow = moscowMoment(nextDay(moscowDate(now)), "00:00");
  const wait = Math.ceil((tomorrow.getTime() - now.getTime()) / 1000);
  const message = "Сегодня клуб больше не может отправлять СМС. Запросите код завтра.";
  return new RefusalError(alias.tooOften, message, undefined, wait);
}
