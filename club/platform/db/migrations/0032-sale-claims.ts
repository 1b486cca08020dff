import { type Kysely, sql } from "kysely";

/** Participants claim sales that no report has, with photos of the document. An accepted claim becomes a deal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sale_claims (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      -- Of the distributor that sold.
      curator_id integer not null references users,
      -- Null: a shop claims, and its own manager isn't one of this distributor.
      manager_id integer references users,
      company_id integer not null references companies,
      sell_date date not null,
      article_code text not null,
      article_name text not null,
      sell_count integer not null check (sell_count > 0),
      document_number text not null,
      comment text not null default '',
      status text not null default 'pending' check (status in ('pending', 'accepted', 'refused')),
      -- What the participant reads of a refusal.
      reason text not null default '',
      decided_by text check (decided_by in ('curator', 'operator')),
      decided_at timestamptz,
      deal_id integer unique references deals,
      created_at timestamptz not null,
      check ((status = 'pending') = (decided_at is null)),
      check ((status = 'accepted') = (deal_id is not null))
    );
    create index sale_claims_by_user on sale_claims (user_id, id);
    create index sale_claims_by_curator on sale_claims (curator_id, id);
    create index sale_claims_pending on sale_claims (id) where status = 'pending';

    create table sale_claim_photos (
      id integer generated always as identity primary key,
      claim_id integer not null references sale_claims on delete cascade,
      -- Its media type, as the content says.
      type text not null,
      -- Empty when its time has passed.
      photo_sealed bytea not null
    );
    create index sale_claim_photos_by_claim on sale_claim_photos (claim_id);
  `.execute(db);
}
