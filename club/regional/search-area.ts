import type { ExpressionBuilder } from "kysely";
import { sql } from "kysely";
import type { Database } from "../db/schema";
import type { Actor } from "../http/endpoint";

/**
 * The participants whom somebody finds (§6.4): a system manager everybody, a distributor's manager those of the own
 * distributor. Ids can be counted up, and the deals of a competitor's shops are nobody else's business.
 */
export function inSearchArea(actor: Actor) {
  return (user: ExpressionBuilder<Database, "users">) => {
    if (actor.isSystem) return user.lit(true);
    const distributor = sql<number>`(select curator_id from users as seeker where seeker.id = ${actor.id})`;
    return user.or([
      user("users.id", "=", actor.id),
      user("users.id", "=", distributor),
      user("users.curator_id", "=", distributor),
      user("users.manager_id", "=", actor.id),
    ]);
  };
}
