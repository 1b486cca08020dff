import { sql } from "kysely";
import { unsubscribe } from "../../../contract/accounts";
import { alias } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import { stopMailings } from "../../platform/outbox/unsubscribed-addresses";
import type { Db, Services } from "../../platform/services";
import { findInvitedAddress } from "../invites/find-invited-address";

/**
 * Unsubscribes an address by the link of a mail (§2.4.4), which has the id of a person or of an invitation and its secret. The
 * address gets no mailings from now on; mails about passwords and orders still arrive. A second call changes nothing.
 * @throws RefusalError notFound for a wrong id or secret
 */
export const unsubscribeEndpoint = endpoint(
  unsubscribe,
  async ({ id, hash }, { services }) => {
    const secret = hash.toLowerCase();
    await services.db.transaction().execute(async (trx) => {
      const email = (await unsubscribePerson(trx, services, id, secret)) ?? (await findInvitedAddress(trx, id, secret));
      if (email === null)
        throw new RefusalError(
          alias.notFound,
          "Ссылка для отписки не действует. Проверьте, что она скопирована целиком.",
        );
      await stopMailings(trx, services, email);
    });
  },
  { rateLimits: [{ name: "unsubscribe", by: "address", max: 60, seconds: 60 * 60 }] },
);

async function unsubscribePerson(db: Db, services: Services, id: string, secret: string): Promise<string | null> {
  const userId = parseId(id);
  if (userId === null) return null;
  const person = await db
    .updateTable("users")
    .set({ unsubscribed_at: sql<Date>`coalesce(unsubscribed_at, ${services.now()})` })
    .where("id", "=", userId)
    .where(sql`unsubscribe_secret::text`, "=", secret)
    .returning("email")
    .executeTakeFirst();
  return person?.email ?? null;
}
