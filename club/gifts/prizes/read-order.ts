import type { CallRequest } from "../../../contract/call";
import type { exchangePrize } from "../../../contract/prizes";
import { choiceMessages, SIZE_FIELD_INDEX } from "../../../contract/values";
import type { Seal } from "../../platform/seal/seal";
import type { Db } from "../../platform/services";
import { findPickupPoint } from "../suggestions/find-pickup-point";
import type { PrizeKind, Recipient } from "./kinds/prize-kind";
import { invalidField } from "./read-field";

export type OrderRequest = CallRequest<typeof exchangePrize>;

/** The part of an order request that says to whom, in which size and where a unit goes. */
type OrderDetails = Pick<OrderRequest, "selected_additional_fields" | "delivery_city" | "cdek_pvz_code">;

interface Delivery {
  readonly deliveryCity: string;
  readonly deliveryAddress: string;
  readonly pickupPointCode: string;
}

/** To whom, in which size and where a unit of a prize goes. What its kind doesn't need is empty. */
export interface Order extends Recipient, Delivery {
  readonly size: string;
}

const noRecipient: Recipient = { recipient: "", recipientMasked: "", operatorId: null, cardHolder: "" };
const noDelivery: Delivery = { deliveryCity: "", deliveryAddress: "", pickupPointCode: "" };

/**
 * Reads from an order request what the prize's kind needs, and nothing else.
 * @throws RefusalError validation on the field that is wrong
 */
export async function readOrder(
  db: Db,
  { id, kind }: { id: number; kind: PrizeKind },
  request: OrderDetails,
): Promise<Order> {
  const fields = request.selected_additional_fields;
  return {
    ...noRecipient,
    ...(await kind.readRecipient?.(db, fields)),
    size: kind.hasSizes ? await readSize(db, id, fields[SIZE_FIELD_INDEX] ?? "") : "",
    ...(kind.isDelivered ? readDelivery(request) : noDelivery),
  };
}

/** What the table `exchanges` stores of an order. */
export function toOrderColumns(order: Order, seal: Seal) {
  return {
    recipient_sealed: order.recipient ? seal.seal("exchanges.recipient_sealed", order.recipient) : null,
    recipient_masked: order.recipientMasked,
    operator_id: order.operatorId,
    card_holder_sealed: order.cardHolder ? seal.seal("exchanges.card_holder_sealed", order.cardHolder) : null,
    size: order.size,
    delivery_city: order.deliveryCity,
    delivery_address: order.deliveryAddress,
    pickup_point_code: order.pickupPointCode,
  };
}

async function readSize(db: Db, prizeId: number, wanted: string): Promise<string> {
  const sizes = await db.selectFrom("prize_sizes").select("value").where("prize_id", "=", prizeId).execute();
  if (sizes.length === 0) return "";
  const size = sizes.find(({ value }) => value.toLowerCase() === wanted.trim().toLowerCase());
  if (!size) throw invalidField("size", choiceMessages.size);
  return size.value;
}

function readDelivery(request: OrderDetails): Delivery {
  const city = request.delivery_city.trim();
  if (city === "") throw invalidField("delivery_city", "Укажите город доставки.");
  const point = findPickupPoint(request.cdek_pvz_code, city);
  if (!point) throw invalidField("cdek_pvz_code", "Выберите пункт выдачи в этом городе.");
  return { deliveryCity: point.city, deliveryAddress: `${point.city}, ${point.address}`, pickupPointCode: point.code };
}
