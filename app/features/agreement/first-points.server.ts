import type { acceptAgreement } from "../../../contract/accounts";
import type { CallReply } from "../../../contract/call";
import type { Participant } from "../../../contract/values";
import { formatCount, formatPoints } from "../../lib/points";
import type { Notice } from "../../session/notice.server";

/**
 * What a participant reads after the rules are accepted. Points that were earned before are named with what they are for, and
 * lead to the gifts; an upstream that doesn't tell them is taken to have credited none.
 */
export function describeFirstPoints(
  {
    credited_points: points = 0,
    credited_sales: sales = 0,
    credited_invites: invites = 0,
  }: CallReply<typeof acceptAgreement>,
  participant: Participant,
): Notice {
  if (points <= 0) return { kind: "success", text: "Правила приняты. Теперь баллы начисляются." };
  const [one, few, many] = participant === "member" ? PURCHASE : SALE;
  const sources = [
    sales > 0 && formatCount(sales, one, few, many),
    invites > 0 && formatCount(invites, "приглашение", "приглашения", "приглашений"),
  ].filter(Boolean);
  const reason = sources.length > 0 ? ` за ${sources.join(" и ")}` : "";
  return {
    kind: "success",
    title: `+${formatPoints(points)}${reason}`,
    text: "Правила приняты, и первые баллы начислены.",
    link: { to: "/dashboard/gifts/", text: "Выбрать подарок" },
  };
}

const PURCHASE = ["покупку", "покупки", "покупок"] as const;
const SALE = ["продажу", "продажи", "продаж"] as const;
