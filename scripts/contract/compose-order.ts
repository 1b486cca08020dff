import { randomUUID } from "node:crypto";
import { profile } from "../../contract/accounts";
import type { CallInput } from "../../contract/call";
import { hasNoOwner } from "../../contract/characteristics";
import { isSameId } from "../../contract/ids";
import { type exchangePrize, listCharacteristics, listMobileOperators } from "../../contract/prizes";
import { suggestDelivery } from "../../contract/suggestions";
import { type GiftHandler, SIZE_FIELD_INDEX } from "../../contract/values";
import { ask } from "./ask";
import type { Sender } from "./send-call";

interface OrderedPrize {
  readonly id: string;
  readonly handler: GiftHandler | "";
}

/** Whether an order can be composed. A card payout needs a card number, which nobody gives to a check; others have to be known. */
export function isOrderable(handler: GiftHandler | ""): boolean {
  return handler !== "" && handler !== "card";
}

/** The order of one unit as the portal sends it (§3.8), to the participant's own phone or the first pickup point. */
export async function composeOrder(
  sender: Sender,
  prize: OrderedPrize,
): Promise<CallInput<typeof exchangePrize> | null> {
  const { id: prize_id, handler } = prize;
  if (!isOrderable(handler)) return null;
  const fields = ["", "", ""];
  if (handler === "phone") {
    fields[0] = (await ask(sender, profile, {}))?.phone ?? "";
    fields[1] = (await ask(sender, listMobileOperators, {}))?.[0]?.id ?? "";
  }
  const order = { prize_id, selected_additional_fields: fields, basket_uuid: randomUUID() };
  if (handler !== "souvenir") return order;
  const characteristics = (await ask(sender, listCharacteristics, { prize_id })) ?? [];
  const sizes = characteristics
    .filter((one) => hasNoOwner(one) || isSameId(one.prize_id, prize_id))
    .flatMap(({ values }) => values);
  fields[SIZE_FIELD_INDEX] = sizes.find(({ in_stock }) => in_stock)?.value ?? "";
  return { ...order, ...(await findDelivery(sender)) };
}

async function findDelivery(sender: Sender) {
  const found = await ask(sender, suggestDelivery, { query: "Москва", type: "city" });
  const city = found?.cities[0]?.city ?? "";
  const places = await ask(sender, suggestDelivery, { query: "", type: "address", city });
  const point = places?.addresses[0];
  return {
    delivery_city: city,
    delivery_street: point?.address ?? "",
    cdek_address_full: point ? `${city}, ${point.address}` : "",
    cdek_pvz_code: point?.code ?? "",
  };
}
