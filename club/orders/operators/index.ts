import type { OperatorPart } from "../../acts/view";
import { orders } from "./list-orders";
import { completeOrders, refuseOrders } from "./many-orders";
import { orderCard } from "./order-card";
import { completeOrder, readyForPickup, refuseOrder, setTracking, setWithdrawalStatus, startOrder } from "./set-status";
import { showRecipient } from "./show-recipient";

/** What operators do about orders, from the queue to the tax register. */
export const ordersPart: OperatorPart = {
  acts: [
    startOrder,
    completeOrder,
    refuseOrder,
    setTracking,
    readyForPickup,
    setWithdrawalStatus,
    completeOrders,
    refuseOrders,
    showRecipient,
  ],
  lists: [orders],
  cards: [orderCard],
};
