import { type Kysely, sql } from "kysely";

/** The limits of points that come to be in a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table point_days (
      -- In Moscow.
      day date not null,
      -- "club", "distributor:" and a curator's id, or "operator:" and the name in the audit log.
      scope text not null,
      -- What came to be without a second operator.
      points bigint not null,
      primary key (day, scope)
    );

    -- Credits for which the day had no room any more.
    alter table pending_credits add column waits_for_room boolean not null default false;
    create index pending_credits_waiting on pending_credits (id) where waits_for_room;
  `.execute(db);
}
