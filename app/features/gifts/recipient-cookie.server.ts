import { z } from "zod";
import { formatPhone } from "../../lib/phone";
import { readPersonalCookie, writePersonalCookie } from "../../session/personal-cookie.server";
import type { OrderField } from "./kinds/gift-kind";

const RECIPIENT = "recipient";
const DAYS_90_SECONDS = 90 * 24 * 60 * 60;

const lastUsed = z.object({
  /** 11 digits; empty when the last top-up was for the participant's own phone. */
  phone: z.string(),
  /** The id of the phone's operator. */
  operator: z.string(),
  /** The last four digits of a bank card; the number itself is kept nowhere. */
  card: z.string(),
});
export type LastUsed = z.output<typeof lastUsed>;

const NOTHING: LastUsed = { phone: "", operator: "", card: "" };

/** Whom this participant's last top-up and payout from this browser were for. What another participant has used is nothing. */
export async function readLastUsed(request: Request, userId: string): Promise<LastUsed> {
  return (await readPersonalCookie(request, RECIPIENT, userId, lastUsed)) ?? NOTHING;
}

/**
 * The `Set-Cookie` value that keeps the recipient of a gift that was put into the cart; null for a gift without one.
 * @param values what the form's fields were filled in with, recipient first
 */
export async function keepLastUsed(
  request: Request,
  user: { id: string; phone: string },
  fields: readonly OrderField[],
  [recipient = "", operator = ""]: readonly string[],
): Promise<string | null> {
  const type = fields.find(({ name }) => name === "recipient")?.type;
  if (type !== "phone" && type !== "card-number") return null;
  const { phone, operator: lastOperator, card } = await readLastUsed(request, user.id);
  const isOwn = formatPhone(recipient) === formatPhone(user.phone);
  const used: LastUsed =
    type === "phone"
      ? { phone: isOwn ? "" : recipient, operator: isOwn ? "" : operator, card }
      : { phone, operator: lastOperator, card: recipient.slice(-4) };
  return writePersonalCookie(RECIPIENT, user.id, used, DAYS_90_SECONDS);
}
