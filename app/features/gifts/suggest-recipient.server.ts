import type { MobileOperator } from "../../../contract/prizes";
import type { GiftHandler } from "../../../contract/values";
import { typedPhone } from "../../lib/phone";
import { guessOperator } from "./guess-operator.server";
import { findKind } from "./kinds";
import type { KnownRecipient } from "./order-field";
import type { LastUsed } from "./recipient-cookie.server";

/** Whom a gift is probably for: as last time, else the participant. Only what the form of its kind asks for is told. */
export function suggestRecipient(
  handler: GiftHandler | "",
  last: LastUsed,
  ownPhone: string,
  operators: readonly MobileOperator[],
): KnownRecipient {
  const nobody = { phone: "", operator: "", isLast: false, card: "" };
  const type = findKind(handler).fields.find(({ name }) => name === "recipient")?.type;
  if (type === "card-number") return { ...nobody, card: last.card };
  if (type !== "phone") return nobody;
  const phone = last.phone || ownPhone;
  const isOffered = last.phone !== "" && operators.some(({ id }) => id === last.operator);
  return {
    phone: typedPhone(phone),
    operator: isOffered ? last.operator : guessOperator(phone, operators),
    isLast: last.phone !== "",
    card: "",
  };
}
