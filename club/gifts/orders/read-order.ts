import { jsonArrayFrom } from "kysely/helpers/postgres";
import { readOrder } from "../../../contract/overviews";
import { alias, type WithdrawalStatus } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import type { ClubSettings, Db } from "../../platform/services";
import { expectedDay } from "../../points/expected-day";

/**
 * Reads one of the caller's units with everything that was ordered by the same press. Somebody else's is as unknown as none.
 */
export const readOrderEndpoint = endpoint(readOrder, async ({ id }, { services: { db, settings }, actor }) => {
  const wanted = parseId(id) ?? 0;
  const rows = await selectUnits(db, actor.id, wanted).execute();
  const units = rows.map((row) => toUnit(row, settings.orderDays));
  const unit = units.find((one) => one.id === wanted);
  if (!unit) throw new RefusalError(alias.notFound, "Такого заказа нет.");
  return { ...unit, units };
});

/** The wanted unit of a person, and the others of its basket. */
function selectUnits(db: Db, userId: number, wanted: number) {
  return (
    db
      .selectFrom("exchanges")
      .innerJoin("prizes", "prizes.id", "exchanges.prize_id")
      .leftJoin("certificate_codes", "certificate_codes.exchange_id", "exchanges.id")
      .select([
        "exchanges.id",
        "exchanges.created_at",
        "prizes.name",
        "prizes.handler_system_name",
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
      .where("exchanges.user_id", "=", userId)
      .where("exchanges.basket_uuid", "=", (eb) =>
        eb
          .selectFrom("exchanges as wanted")
          .select("wanted.basket_uuid")
          .where("wanted.id", "=", wanted)
          .where("wanted.user_id", "=", userId),
      )
      // An order without a basket is one unit.
      .where((eb) => eb.or([eb("exchanges.basket_uuid", "!=", ""), eb("exchanges.id", "=", wanted)]))
      .orderBy("exchanges.id")
  );
}

type UnitRow = Awaited<ReturnType<ReturnType<typeof selectUnits>["execute"]>>[number];

function toUnit(order: UnitRow, orderDays: ClubSettings["orderDays"]) {
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
    expected_on: expectedDay(order, orderDays),
    changes: order.changes.map(({ status, changed_at }) => ({
      date: new Date(changed_at).toISOString(),
      status: status as WithdrawalStatus,
    })),
  };
}
