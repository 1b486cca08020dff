import { type Kysely, sql } from "kysely";

/** Operators find people and messages by an index, and two accounts of one person become one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The account that has all of this one since an operator has merged the two. Never the id of an account merged itself.
    alter table users add column merged_into_id integer references users check (merged_into_id <> id);
    create index users_by_merged_account on users (merged_into_id) where merged_into_id is not null;

    -- By bytes, so that the beginning of a name is a range whatever the database's collation.
    create index users_by_name on users (lower(last_name) collate "C", id);
    create index users_by_role on users (role, is_system, id);
    create index users_disabled on users (id) where is_disabled;
    create index users_not_active on users (id)
      where not is_disabled and (phone_confirmed_at is null or agreement_accepted_at is null);
    create index users_with_unconfirmed_distributor on users (id)
      where role = 'manager' and curator_id is not null and phone_confirmed_at is not null
        and distributor_confirmed_at is null and not is_disabled;

    create index documents_waiting on documents (id) where status = 'pending';

    create index outbox_by_recipient on outbox (lower(recipient), id);
    create index outbox_unsent on outbox (id) where sent_at is null and failed_at is null;
    create index outbox_failed on outbox (id) where failed_at is not null;
  `.execute(db);
}
