import { type Kysely, sql } from "kysely";

/** Points may expire. What will is announced first, and the same row says what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_entries
      drop constraint ledger_entries_reason_check,
      add constraint ledger_entries_reason_check check (reason in (
        'deal', 'invite', 'referral', 'promo_code', 'promotion', 'exchange', 'refund', 'correction',
        'return', 'reversal', 'debt', 'expiry'
      ));

    create table point_expiries (
      user_id integer not null references users,
      expires_on date not null,
      -- What was announced: no more than this expires on the day.
      points bigint not null check (points > 0),
      announced_at timestamptz not null,
      -- What has expired; null before the day.
      expired_points bigint check (expired_points between 0 and points),
      primary key (user_id, expires_on)
    );
    create index point_expiries_open on point_expiries (expires_on) where expired_points is null;
  `.execute(db);
}
