import { sql } from "kysely";
import { listPoints } from "../../contract/deals";
import { endpoint } from "../http/endpoint";

/**
 * Lists the added points (with refunds) and the spent points, newest first, each with its own paging. A spending has the
 * status of its withdrawal. The balance row has the totals, and entries are numbered, so any page of a history is read at the
 * same cost, however long the history is.
 */
export const listPointsEndpoint = endpoint(listPoints, async ({ page, per_page }, { services: { db }, actor }) => {
  const counts = await db
    .selectFrom("balances")
    .select(["added_count", "spent_count"])
    .where("user_id", "=", actor.id)
    .executeTakeFirst();
  const selectPage = (total = 0) =>
    db
      .selectFrom("ledger_entries")
      .where("ledger_entries.user_id", "=", actor.id)
      .where("ledger_entries.number", "<=", Math.max(total - (page - 1) * per_page, 0))
      .where("ledger_entries.number", ">", Math.max(total - page * per_page, 0))
      .orderBy("ledger_entries.number", "desc");
  const [added, spent] = await Promise.all([
    selectPage(counts?.added_count).select(["id", "amount", "action", "created_at"]).where("amount", ">", 0).execute(),
    selectPage(counts?.spent_count)
      .leftJoin("exchanges", (join) =>
        join
          .on("ledger_entries.reason", "=", "exchange")
          .on(
            "exchanges.id",
            "=",
            sql<number>`case when ledger_entries.reason = 'exchange' then split_part(ledger_entries.reference, ':', 2)::int end`,
          ),
      )
      .select([
        "ledger_entries.id",
        "ledger_entries.amount",
        "ledger_entries.action",
        "ledger_entries.created_at",
        "exchanges.status",
      ])
      .where("ledger_entries.amount", "<", 0)
      .execute(),
  ]);
  return {
    added: {
      items: added.map(({ id, amount, action, created_at }) => ({
        id,
        date: created_at.toISOString(),
        action,
        sumAdd: amount,
      })),
      total: counts?.added_count ?? 0,
      page,
      per_page,
    },
    spent: {
      items: spent.map(({ id, amount, action, created_at, status }) => ({
        id,
        date: created_at.toISOString(),
        action,
        sumSub: -amount,
        status: status ?? "completed",
      })),
      total: counts?.spent_count ?? 0,
      page,
      per_page,
    },
  };
});
