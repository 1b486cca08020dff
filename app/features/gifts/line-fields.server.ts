import type { PrizeHandler } from "../../../contract/values";
import { formatPhone } from "../../lib/phone";

/** Whether gifts of a handler are delivered to a pickup point. */
export function isPhysical(handler: PrizeHandler | (string & {})): boolean {
  return handler !== "phone" && handler !== "card" && handler !== "giftery";
}

/** What a cart shows of a gift's additional fields (§3.7); a card only by its last digits. */
export function describeFields(
  handler: PrizeHandler,
  [recipient = "", second = "", size = ""]: readonly string[],
): string {
  if (handler === "phone") return `Номер ${formatPhone(recipient)}`;
  if (handler === "card") return `Карта •••• ${recipient.slice(-4)}, ${second}`;
  return size && `Размер ${size}`;
}
