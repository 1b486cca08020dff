import type { OrderReply } from "../../../contract/overviews";
import { formatDate, formatMoment } from "../../lib/dates.server";
import type { OrderView } from "./order-sheet";

/** An order as its sheet shows it. */
export function viewOrder(order: OrderReply): OrderView {
  return {
    number: order.id,
    date: formatDate(order.date),
    name: order.name,
    size: order.size,
    price: order.price,
    status: order.status,
    recipient: order.recipient,
    pickupPoint: order.pickup_point,
    tracking: order.tracking_number,
    reason: order.reject_reason,
    hasCode: order.has_code,
    codeEnds: formatDate(order.code_expires_on),
    changes: order.changes.map(({ date, status }) => ({ at: formatMoment(date), status })),
  };
}
