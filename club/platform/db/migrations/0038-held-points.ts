import { type Kysely, sql } from "kysely";

/** Credited points may become spendable only some days later. Until then a row says how many of a credit, and from which day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table held_points (
      user_id integer not null references users,
      -- The credit's key among the entries of the ledger.
      reason text not null,
      reference text not null,
      -- The first day in Moscow on which the points can be spent.
      available_on date not null,
      -- Less than the credit where debts were paid out of it or a part was taken back.
      points bigint not null check (points >= 0),
      primary key (user_id, reason, reference)
    );
    create index held_points_by_day on held_points (user_id, available_on);
    create index held_points_available_on on held_points (available_on);

    alter table pending_credits add column available_on date;
  `.execute(db);
}
