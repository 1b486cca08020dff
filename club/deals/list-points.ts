import { sql } from "kysely";
import { listPoints } from "../../contract/deals";
import { endpoint } from "../http/endpoint";

/**
 * Lists the added points (with refunds) and the spent points, newest first, each with its own paging. A spending has the
 * status of its withdrawal. The totals come from the balance row, so that a long history isn't counted for every page.
 */
export const listPointsEndpoint = endpoint(listPoints, async ({ page, per_page }, { services: { db }, actor }) => {
  const entries = db
    .selectFrom("ledger_entries")
    .where("ledger_entries.user_id", "=", actor.id)
    .orderBy("ledger_entries.id", "desc")
    .limit(per_page)
    .offset((page - 1) * per_page);
  const [added, spent, counts] = await Promise.all([
    entries.select(["id", "amount", "action", "created_at"]).where("amount", ">", 0).execute(),
    entries
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
    db.selectFrom("balances").select(["added_count", "spent_count"]).where("user_id", "=", actor.id).executeTakeFirst(),
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
