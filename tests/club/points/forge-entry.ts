import { sql } from "kysely";
import type { TestClub } from "../../setup/club";

/** Changes an entry and everything that follows from it, as somebody would who owns the database. */
export async function forgeEntry({ db }: TestClub, entry: { id: number; user_id: number }, by: number) {
  await sql`
    alter table ledger_entries disable trigger user;
    -- A spending that becomes a gain may not have the number of another gain.
    update ledger_entries set amount = amount + ${sql.lit(by)},
      number = case when sign(amount) = sign(amount + ${sql.lit(by)}) then number else number + ${sql.lit(by)} end
      where id = ${sql.lit(entry.id)};
    update ledger_entries set balance_after = balance_after + ${sql.lit(by)}
      where user_id = ${sql.lit(entry.user_id)} and id >= ${sql.lit(entry.id)};
    update balances set points = points + ${sql.lit(by)} where user_id = ${sql.lit(entry.user_id)};
    alter table ledger_entries enable trigger user;
  `.execute(db);
}
