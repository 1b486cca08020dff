import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { RefusalError } from "../../../platform/http/refusal-error";
import { orderNumber, requireOrder } from "./find-order";

/** Lists and cards have the masked recipient only: each reading of the whole one is a row of the audit log. */
export const showRecipient = defineAct({
  name: "show-recipient",
  group: "orders",
  title: "Показать получателя",
  explanation: "Номер карты или телефона целиком. Просмотр попадёт в журнал.",
  summary: "Show the whole phone or card number of an order. That it was read is written into the audit log.",
  gives: "nothing",
  roles: ["fulfilment", "finance"],
  needsCode: true,
  fields: { order: orderNumber() },
  async run({ trx, services: { seal } }, { order: id }) {
    const order = await requireOrder(trx, id);
    if (!order.recipient_sealed) throw new RefusalError(alias.notFound, "У этого заказа нет получателя.", "order");
    const recipient = seal.open("exchanges.recipient_sealed", order.recipient_sealed).toString();
    const holder = order.card_holder_sealed && seal.open("exchanges.card_holder_sealed", order.card_holder_sealed);
    return {
      lines: [`Получатель заказа № ${id}: ${order.recipient_masked}.`],
      secrets: [
        { label: holder ? "Номер карты" : "Телефон", value: recipient },
        ...(holder ? [{ label: "Держатель", value: holder.toString() }] : []),
      ],
      subject: { kind: "order", id },
      link: { card: "order", id: String(id) },
    };
  },
});
