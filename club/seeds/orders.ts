import { subDays } from "date-fns";
import type { WithdrawalStatus } from "../../contract/values";
import { refundPoints, spendPoints } from "../ledger/ledger";
import type { Services, Trx } from "../services";
import { demoAccounts } from "./demo-accounts";
import type { SeededPeople } from "./people";

interface OrderSeed {
  readonly phone: string;
  readonly prize: string;
  readonly daysAgo: number;
  readonly status: WithdrawalStatus;
  readonly size?: string;
  readonly isDelivered?: boolean;
  readonly rejectReason?: string;
}

const [, manager, member] = demoAccounts;

const orders: readonly OrderSeed[] = [
  { phone: member.phone, prize: "Пополнение телефона на 300 ₽", daysAgo: 210, status: "completed" },
  { phone: member.phone, prize: "Кружка керамическая", daysAgo: 160, status: "completed", isDelivered: true },
  {
    phone: member.phone,
    prize: "Выплата на карту 500 ₽",
    daysAgo: 95,
    status: "rejected",
    rejectReason: "Карта не принимает переводы",
  },
  { phone: member.phone, prize: "Футболка", daysAgo: 21, status: "ready_for_pickup", size: "L", isDelivered: true },
  { phone: member.phone, prize: "Перчатки рабочие", daysAgo: 6, status: "sent", isDelivered: true },
  { phone: member.phone, prize: "Пополнение телефона на 100 ₽", daysAgo: 1, status: "new" },
  { phone: manager.phone, prize: "Сертификат «Лента» на 500 ₽", daysAgo: 120, status: "completed" },
  { phone: manager.phone, prize: "Термос 750 мл", daysAgo: 12, status: "processing", isDelivered: true },
  { phone: manager.phone, prize: "Пополнение телефона на 500 ₽", daysAgo: 2, status: "new" },
  {
    phone: "79000000203",
    prize: "Кепка",
    daysAgo: 40,
    status: "cancelled",
    size: "S/M",
    isDelivered: true,
    rejectReason: "Отменено участником",
  },
  { phone: "79000000203", prize: "Пополнение телефона на 100 ₽", daysAgo: 30, status: "completed" },
];

const DEMO_CARD = "2200000000000053";

/**
 * Writes orders in several statuses, oldest first; points are spent, and come back where an order was refused or cancelled.
 * @param creditUntil credits what was earned before a moment, so that the ledger's entries follow their dates
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
    if (!prize || userId === undefined)
      throw new Error(`an order of the seeds is of nobody or nothing: ${order.prize}`);
    const createdAt = subDays(services.now(), order.daysAgo);
    await creditUntil(createdAt);
    const handler = prize.handler_system_name;
    const recipient = handler === "phone" ? order.phone : handler === "card" ? DEMO_CARD : "";
    const { id } = await trx
      .insertInto("exchanges")
      .values({
        user_id: userId,
        prize_id: prize.id,
        price: prize.price,
        status: order.status,
        reject_reason: order.rejectReason ?? "",
        basket_uuid: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
        recipient_sealed: recipient ? services.seal.seal(recipient) : null,
        recipient_masked: recipient ? `•••• ${recipient.slice(-4)}` : "",
        operator_id: handler === "phone" ? operator.id : null,
        card_holder_sealed: handler === "card" ? services.seal.seal("MIKHAIL KRYLOV") : null,
        size: order.size ?? "",
        ...(order.isDelivered && {
          delivery_city: "Подольск",
          delivery_address: "ул. Ленинская, д. 8",
          pickup_point_code: "PDL1",
        }),
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
