import type { PrizeHandler } from "../../../club/prizes/kinds";
import type { TestClub } from "../../setup/club";
import { placeOrder } from "../orders/place-order";
import type { Sample } from "./samples";

const order =
  (handler: PrizeHandler, more: Record<string, string> = {}): Sample =>
  async (club) => ({ order: await number(club, handler), ...more });

const number = async (club: TestClub, handler: PrizeHandler) => String((await placeOrder(club, handler)).id);

const REASON = "Получатель не отвечает";

/** Samples of what operators do about orders. */
export const orderSamples: Readonly<Record<string, Sample>> = {
  "start-order": order("phone"),
  "complete-order": order("phone"),
  "refuse-order": order("card", { reason: REASON }),
  "set-tracking": order("souvenir", { number: "1234-5678" }),
  "ready-for-pickup": order("souvenir"),
  "set-withdrawal-status": order("phone", { status: "cancelled" }),
  "complete-orders": async (club) => ({ orders: [await number(club, "phone"), await number(club, "card")] }),
  "refuse-orders": async (club) => ({
    file: csv("orders.csv", ["Заказ;Причина", `${await number(club, "phone")};${REASON}`]),
    orders: [await number(club, "card")],
    reason: REASON,
  }),
  "show-recipient": order("card"),
};

function csv(name: string, lines: readonly string[]) {
  return { name, contentType: "text/csv", content: Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`) };
}
