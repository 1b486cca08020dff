import { jsonArrayFrom } from "kysely/helpers/postgres";
import { readOrder } from "../../../contract/overviews";
import { alias, type WithdrawalStatus } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";

/** Reads one of the caller's orders. Somebody else's is as unknown as none. */
export const readOrderEndpoint = endpoint(readOrder, async ({ id }, { services: { db }, actor }) => {
  const order = await db
    .selectFrom("exchanges")
    .innerJoin("prizes", "prizes.id", "exchanges.prize_id")
    .leftJoin("certificate_codes", "certificate_codes.exchange_id", "exchanges.id")
    .select([
      "exchanges.id",
      "exchanges.created_at",
      "prizes.name",
      "exchanges.price",
      "exchanges.status",
      "exchanges.size",
      "exchanges.recipient_masked",
      "exchanges.delivery_address",
      "exchanges.tracking_number",
      "exchanges.reject_reason",
      "certificate_codes.id as code_id",
      "certificate_codes.expires_on",
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("exchange_changes")
          .select(["status", "changed_at"])
          .whereRef("exchange_changes.exchange_id", "=", "exchanges.id")
          .orderBy("exchange_changes.id"),
      ).as("changes"),
    )
    .where("exchanges.id", "=", parseId(id) ?? 0)
    .where("exchanges.user_id", "=", actor.id)
    .executeTakeFirst();
  if (!order) throw new RefusalError(alias.notFound, "Такого заказа нет.");
  return {
    id: order.id,
    date: order.created_at.toISOString(),
    name: order.name,
    price: order.price,
    status: order.status,
    size: order.size,
    recipient: order.recipient_masked,
    pickup_point: order.delivery_address,
    tracking_number: order.tracking_number,
    reject_reason: order.reject_reason,
    has_code: order.code_id !== null,
    code_expires_on: order.expires_on,
    changes: order.changes.map(({ status, changed_at }) => ({
      date: new Date(changed_at).toISOString(),
      status: status as WithdrawalStatus,
    })),
  };
});
