import { sql } from "kysely";
import { showOrderCode } from "../../../contract/overviews";
import { endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { openCode, orderWithoutCode } from "./certificate-codes";

/**
 * Tells the code of a certificate to whoever ordered it, and notes when. It may be asked for again: a reply that was lost must
 * not take the gift away.
 */
export const showOrderCodeEndpoint = endpoint(showOrderCode, async ({ id }, { services, actor }) => {
  const { db, now, seal } = services;
  const issued = await db
    .updateTable("certificate_codes")
    .from("exchanges")
    .set({ first_shown_at: sql`coalesce(first_shown_at, ${now()})`, last_shown_at: now() })
    .whereRef("exchanges.id", "=", "certificate_codes.exchange_id")
    .where("exchanges.id", "=", parseId(id) ?? 0)
    .where("exchanges.user_id", "=", actor.id)
    .where("certificate_codes.code_sealed", "!=", Buffer.alloc(0))
    .returning("certificate_codes.code_sealed")
    .executeTakeFirst();
  if (!issued) throw orderWithoutCode();
  return openCode(seal, issued.code_sealed);
});
