import { type Kysely, sql } from "kysely";

/** Prizes, and the orders for them with all that operators need to hand them out. */
export async function createGifts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prizes (
      id integer generated always as identity primary key,
      -- Which kinds there are stands in gifts/prizes/kinds only, so that a new kind needs no migration.
      handler_system_name text not null,
      retailer text not null default '',
      name text not null,
      description text not null default '',
      image_url text not null default '',
      price integer not null check (price > 0),
      is_enabled boolean not null default true,
      position integer not null default 0,
      created_at timestamptz not null default now(),
      -- Units that are left; null: as many as are wanted. A prize with sizes counts each size instead.
      stock integer check (stock >= 0)
    );
    create table prize_sizes (
      id integer generated always as identity primary key,
      prize_id integer not null references prizes on delete cascade,
      value text not null,
      stock integer not null check (stock >= 0),
      position integer not null default 0,
      unique (prize_id, value)
    );
    create table mobile_operators (
      id integer generated always as identity primary key,
      name text not null unique
    );

    -- A file of orders for the agent that pays them out. Its orders are in processing until the agent's answer.
    create table agent_batches (
      id integer generated always as identity primary key,
      handler_system_name text not null,
      orders integer not null,
      points bigint not null,
      created_at timestamptz not null default now()
    );

    create table exchanges (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      prize_id integer not null references prizes,
      price integer not null check (price > 0),
      status text not null default 'new' check (status in
        ('new', 'processing', 'need_documents', 'sent', 'ready_for_pickup', 'completed', 'rejected', 'cancelled')),
      reject_reason text not null default '',
      idempotency_key text,
      -- The digest of the request, sealed: another request under the same key is refused.
      request_digest_sealed bytea,
      basket_uuid text not null,
      -- Phone or card digits, sealed; the masked form is what people see.
      recipient_sealed bytea,
      recipient_masked text not null default '',
      operator_id integer references mobile_operators,
      card_holder_sealed bytea,
      size text not null default '',
      delivery_city text not null default '',
      delivery_address text not null default '',
      pickup_point_code text not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      tracking_number text not null default '',
      batch_id integer references agent_batches,
      unique (user_id, idempotency_key)
    );
    create index exchanges_by_user on exchanges (user_id, created_at desc);
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
