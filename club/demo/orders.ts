import { subDays } from "date-fns";
import type { WithdrawalStatus } from "../../contract/values";
import { findPrizeKind } from "../gifts/prizes/kinds";
import { readOrder, toOrderColumns } from "../gifts/prizes/read-order";
import type { Services, Trx } from "../platform/services";
import { refundPoints, spendPoints } from "../points/ledger";
import { demoAccounts } from "./demo-accounts";
import type { SeededPeople } from "./people";

interface OrderSeed {
  readonly phone: string;
  readonly prize: string;
  readonly daysAgo: number;
  readonly status: WithdrawalStatus;
  readonly size?: string;
  /** The card of a payout. A top-up goes to the participant's own phone. */
  readonly card?: readonly [number: string, holder: string];
  readonly rejectReason?: string;
}

const [, manager, member] = demoAccounts;

const orders: readonly OrderSeed[] = [
  { phone: member.phone, prize: "Пополнение телефона на 300 ₽", daysAgo: 210, status: "completed" },
  { phone: member.phone, prize: "Кружка керамическая", daysAgo: 160, status: "completed" },
  {
    phone: member.phone,
    prize: "Выплата на карту 500 ₽",
    card: ["2200000000000053", "MIKHAIL KRYLOV"],
    daysAgo: 95,
    status: "rejected",
    rejectReason: "Карта не принимает переводы",
  },
  { phone: member.phone, prize: "Футболка", daysAgo: 21, status: "ready_for_pickup", size: "L" },
  { phone: member.phone, prize: "Перчатки рабочие", daysAgo: 6, status: "sent" },
  { phone: member.phone, prize: "Пополнение телефона на 100 ₽", daysAgo: 1, status: "new" },
  { phone: manager.phone, prize: "Сертификат «Лента» на 500 ₽", daysAgo: 120, status: "completed" },
  { phone: manager.phone, prize: "Термос 750 мл", daysAgo: 12, status: "processing" },
  { phone: manager.phone, prize: "Пополнение телефона на 500 ₽", daysAgo: 2, status: "new" },
  {
    phone: "79000000203",
    prize: "Кепка",
    daysAgo: 40,
    status: "cancelled",
    size: "S/M",
    rejectReason: "Отменено участником",
  },
  { phone: "79000000203", prize: "Пополнение телефона на 100 ₽", daysAgo: 30, status: "completed" },
];

const PICKUP_POINT = { delivery_city: "Москва", cdek_pvz_code: "MSK12" };

/**
 * Writes orders in several statuses, oldest first. Spends their points and refunds those of rejected and cancelled orders.
 *
 * @param creditUntil credits what was earned before a moment, so that the ledger entries are in the order of their dates
 */
export async function seedOrders(
  trx: Trx,
  services: Services,
  people: SeededPeople,
  creditUntil: (moment: Date) => Promise<void>,
): Promise<void> {
  const prizes = await trx.selectFrom("prizes").select(["id", "name", "price", "handler_system_name"]).execute();
  const operator = await trx.selectFrom("mobile_operators").select("id").orderBy("id").executeTakeFirstOrThrow();
  const oldestFirst = orders.toSorted((a, b) => b.daysAgo - a.daysAgo);
  for (const [index, order] of oldestFirst.entries()) {
    const normalized = order.prize.replace(/\u00a0/g, " ");
    const prize = prizes.find(({ name }) => name.replace(/\u00a0/g, " ") === normalized);
    const userId = people.idsByPhone.get(order.phone);
    const kind = prize && findPrizeKind(prize.handler_system_name);
    if (!kind || userId === undefined)
      throw new Error(`The prize or the person of a seeded order is missing: ${order.prize}`);
    const createdAt = subDays(services.now(), order.daysAgo);
    await creditUntil(createdAt);
    const recipient = order.card ?? [order.phone, String(operator.id)];
    const details = { selected_additional_fields: [...recipient, order.size ?? ""], ...PICKUP_POINT };
    const { id } = await trx
      .insertInto("exchanges")
      .values({
        user_id: userId,
        prize_id: prize.id,
        price: prize.price,
        status: order.status,
        reject_reason: order.rejectReason ?? "",
        basket_uuid: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
        ...toOrderColumns(await readOrder(trx, { id: prize.id, kind }, details), services.seal),
        created_at: createdAt,
        updated_at: createdAt,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const movement = { userId, amount: prize.price, reference: `exchange:${id}`, createdAt };
    await spendPoints(trx, { ...movement, reason: "exchange", action: prize.name });
    if (order.status === "rejected" || order.status === "cancelled") {
      await refundPoints(trx, { ...movement, action: `Возврат: ${prize.name}` });
    }
  }
}
