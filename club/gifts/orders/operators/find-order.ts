import { z } from "zod";
import { alias } from "../../../../contract/values";
import { count, type Field } from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Db } from "../../../platform/services";

/** The number of an order, which the participant reads on the page and in the mail: 1042, also written as № 1042. */
export function orderNumber(): Field<number> {
  const field = count({ label: "Номер заказа", help: "the number of the order", isPositional: true });
  return { ...field, schema: z.preprocess(withoutSign, field.schema) };
}

function withoutSign(value: unknown): unknown {
  return typeof value === "string" ? value.replace(/^\s*№\s*/, "") : value;
}

/** The number that somebody wrote of an order; null when it is none. */
export function readOrderNumber(typed: string): number | null {
  const digits = /^№?\s*([1-9]\d{0,8})$/.exec(typed)?.[1];
  return digits ? Number(digits) : null;
}

/** The columns of an order that acts and cards read, with its gift and its participant. */
export function selectOrders(db: Db) {
  return db
    .selectFrom("exchanges")
    .innerJoin("prizes", "prizes.id", "exchanges.prize_id")
    .innerJoin("users", "users.id", "exchanges.user_id")
    .select([
      "exchanges.id",
      "exchanges.user_id",
      "exchanges.prize_id",
      "exchanges.price",
      "exchanges.status",
      "exchanges.reject_reason",
      "exchanges.recipient_sealed",
      "exchanges.recipient_masked",
      "exchanges.card_holder_sealed",
      "exchanges.size",
      "exchanges.delivery_address",
      "exchanges.pickup_point_code",
      "exchanges.tracking_number",
      "exchanges.batch_id",
      "exchanges.created_at",
      "exchanges.updated_at",
      "prizes.name",
      "prizes.handler_system_name",
      "users.last_name",
      "users.first_name",
      "users.sur_name",
      "users.phone",
      "users.email",
    ]);
}

/** An order, locked until the act ends. @throws RefusalError notFound at the field `order` */
export async function requireOrder(db: Db, id: number) {
  const order = await selectOrders(db).where("exchanges.id", "=", id).forUpdate("exchanges").executeTakeFirst();
  if (!order) throw new RefusalError(alias.notFound, `Заказа № ${id} нет.`, "order");
  return order;
}
