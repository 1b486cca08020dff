import type { OrderReply, OrderUnit } from "../../../contract/overviews";
import { formatDate, formatMoment } from "../../lib/dates.server";
import { keepUnits } from "../../lib/keep-units";
import type { OrderUnitView, OrderView } from "./order-sheet";
import { describeExpected, isRefused, leastDoneStatus } from "./order-state.server";

/** An order as its sheet shows it. An upstream may tell one unit only. */
export function viewOrder({ units: all, ...unit }: OrderReply): OrderView {
  const units = all.length > 0 ? all : [unit];
  const [first = unit] = units;
  const kept = units.filter(({ status }) => !isRefused(status));
  const counted = kept.length > 0 ? kept : units;
  return {
    number: first.id,
    date: formatDate(first.date),
    status: leastDoneStatus(units.map(({ status }) => status)),
    total: counted.reduce((sum, { price }) => sum + price, 0),
    isRefused: kept.length === 0,
    units: units.map(viewUnit),
  };
}

function viewUnit(order: Omit<OrderUnit, "date">): OrderUnitView {
  return {
    number: order.id,
    name: keepUnits(order.name),
    size: order.size,
    price: order.price,
    status: order.status,
    recipient: order.recipient,
    pickupPoint: keepUnits(order.pickup_point),
    tracking: order.tracking_number,
    reason: order.reject_reason,
    hasCode: order.has_code,
    codeEnds: formatDate(order.code_expires_on),
    expected: describeExpected(order.expected_on),
    changes: order.changes.map(({ date, status }) => ({ at: formatMoment(date), status })),
  };
}
