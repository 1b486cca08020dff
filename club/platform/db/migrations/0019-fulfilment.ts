import { type Kysely, sql } from "kysely";

/** What operators need to hand out what was ordered: history, tracking, files of agents, codes of certificates, dated limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A file of orders for the agent that pays them out. Its orders are in processing until the agent's answer.
    create table agent_batches (
      id integer generated always as identity primary key,
      handler_system_name text not null,
      orders integer not null,
      points bigint not null,
      created_at timestamptz not null default now()
    );

    alter table exchanges
      add column tracking_number text not null default '',
      add column batch_id integer references agent_batches;
    create index exchanges_by_batch on exchanges (batch_id, id) where batch_id is not null;
    -- The queue of operators, oldest first.
    create index exchanges_open on exchanges (id) where status not in ('completed', 'rejected', 'cancelled');
    create index exchanges_by_status on exchanges (status, id);
    -- What was handed out in a year.
    create index exchanges_completed on exchanges (updated_at) where status = 'completed';

    -- Each change of an order's status after the order itself.
    create table exchange_changes (
      id integer generated always as identity primary key,
      exchange_id integer not null references exchanges,
      status text not null,
      -- An operator's login, or the operating-system user of the command line as "shell:name".
      changed_by text not null,
      changed_at timestamptz not null default now()
    );
    create index exchange_changes_by_exchange on exchange_changes (exchange_id, id);

    -- Codes of certificates: in stock until they are issued to an order.
    create table certificate_codes (
      id integer generated always as identity primary key,
      prize_id integer not null references prizes,
      -- JSON of code and pin.
      code_sealed bytea not null,
      -- The last day on which the retailer takes it; null: no end.
      expires_on date,
      added_at timestamptz not null default now(),
      exchange_id integer unique references exchanges,
      issued_at timestamptz,
      -- When the participant has looked at the code in the portal.
      first_shown_at timestamptz,
      last_shown_at timestamptz
    );
    create index certificate_codes_in_stock on certificate_codes (prize_id, expires_on, id) where exchange_id is null;

    -- Roubles of gifts in a calendar year and for a person that need neither documents nor a tax, since a day.
    create table tax_limits (
      since date primary key,
      roubles integer not null check (roubles > 0)
    );
  `.execute(db);
}
