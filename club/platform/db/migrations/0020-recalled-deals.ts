import { type Kysely, sql } from "kysely";

/**
 * Deals can be taken back: by an operator, who recalls a report or a row of it, or by a returned sale, which is a deal with
 * pieces below zero. What a balance doesn't cover is a debt, which later credits pay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_entries
      drop constraint ledger_entries_reason_check,
      add constraint ledger_entries_reason_check check (reason in (
        'deal', 'invite', 'referral', 'promo_code', 'promotion', 'exchange', 'refund', 'correction',
        'return', 'reversal', 'debt'
      ));
    create index ledger_debt_payments on ledger_entries (reference) where reason = 'debt';

    -- The rest of an entry that the balance didn't cover. An entry of the whole amount has no debt.
    create table debts (
      id bigint generated always as identity primary key,
      user_id integer not null references users,
      reason text not null check (reason in ('return', 'reversal')),
      reference text not null,
      amount bigint not null check (amount > 0),
      amount_left bigint not null check (amount_left between 0 and amount),
      -- What the participant reads.
      action text not null,
      created_at timestamptz not null,
      unique (user_id, reason, reference)
    );
    create index debts_open on debts (user_id, id) where amount_left > 0;

    alter table deals
      drop constraint deals_sell_count_check,
      add constraint deals_sell_count_check check (sell_count <> 0),
      add column recalled_at timestamptz,
      -- Whether the points were still pending then: they were removed, and no entry takes them back.
      add column manager_was_pending boolean not null default false,
      add column member_was_pending boolean not null default false;

    -- Which sales a returned sale returns. The points are those of the pieces.
    create table deal_returns (
      return_id integer not null references deals,
      deal_id integer not null references deals,
      pieces integer not null check (pieces > 0),
      manager_points bigint not null check (manager_points >= 0),
      member_points bigint not null check (member_points >= 0),
      primary key (return_id, deal_id)
    );
    create index deal_returns_by_deal on deal_returns (deal_id);

    alter table report_files
      add column recalled_at timestamptz,
      -- What a report that waits would earn, as it was foreseen.
      add column expected_points bigint;
    create index report_files_by_status on report_files (status, id);

    -- Recalled deals aren't listed, so days don't count them. Days are locked in the order of their key.
    create or replace function count_deals() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          perform from deal_days
            where (user_id, sell_date) in (
              select manager_id, sell_date from removed where recalled_at is null
              union all select member_id, sell_date from removed where recalled_at is null
            )
            order by user_id, sell_date for update;
          update deal_days set deals = deal_days.deals - gone.deals
            from (
              select user_id, sell_date, count(*) as deals
              from (
                select manager_id as user_id, sell_date from removed where recalled_at is null
                union all select member_id, sell_date from removed where recalled_at is null
              ) sides
              group by user_id, sell_date
            ) gone
            where deal_days.user_id = gone.user_id and deal_days.sell_date = gone.sell_date;
        end if;
        if tg_op <> 'DELETE' then
          insert into deal_days (user_id, sell_date, deals)
            select user_id, sell_date, count(*)
            from (
              select manager_id as user_id, sell_date from added where recalled_at is null
              union all select member_id, sell_date from added where recalled_at is null
            ) sides
            group by user_id, sell_date order by user_id, sell_date
            on conflict (user_id, sell_date) do update set deals = deal_days.deals + excluded.deals;
        end if;
        return null;
      end
    $$;
  `.execute(db);
}
