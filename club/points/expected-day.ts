import type { WithdrawalStatus } from "../../contract/values";
import { addDays, moscowDate } from "../platform/moscow-date";
import type { ClubSettings } from "../platform/services";

/** Of which nothing is expected any more. */
const ENDED: ReadonlySet<WithdrawalStatus> = new Set(["ready_for_pickup", "completed", "rejected", "cancelled"]);

interface ExpectedOrder {
  readonly status: WithdrawalStatus;
  readonly handler_system_name: string;
  readonly created_at: Date;
}

/** The day (Moscow, "YYYY-MM-DD") by which an order usually arrives; null when it has, and where its kind promises nothing. */
export function expectedDay(order: ExpectedOrder, orderDays: ClubSettings["orderDays"]): string | null {
  const days = Object.entries(orderDays).find(([handler]) => handler === order.handler_system_name)?.[1];
  return days === undefined || ENDED.has(order.status) ? null : addDays(moscowDate(order.created_at), days);
}
