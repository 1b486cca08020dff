import type { ExpressionBuilder } from "kysely";
import type { Database } from "../../platform/db/schema";
import type { Actor } from "../../platform/http/endpoint";
import { confirmedDistributor } from "../../points/visible-sales";

/**
 * The condition for participants whom a manager may find (§6.4): a system manager finds everybody, a distributor's manager
 * only people of the same distributor. Which of their sales the manager sees is another question: `seesDeal` answers it.
 *
 * A manager chooses the distributor at registration. Until its curator's invitation or an operator confirms the choice,
 * the manager finds only himself and his own members.
 */
export function inSearchArea(actor: Actor) {
  return (user: ExpressionBuilder<Database, "users">) => {
    if (actor.isSystem) return user.lit(true);
    const distributor = confirmedDistributor(actor.id);
    return user.or([
      user("users.id", "=", actor.id),
      user("users.id", "=", distributor),
      user("users.curator_id", "=", distributor),
      user("users.manager_id", "=", actor.id),
    ]);
  };
}
