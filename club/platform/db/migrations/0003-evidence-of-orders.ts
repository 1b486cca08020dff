import { type Kysely, sql } from "kysely";

/** Why an order was completed without evidence or was taken back into work, and which code it then lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An operator's, for operators; empty for changes that need none.
    alter table exchange_changes add column reason text not null default '';

    -- A code of an order that was completed by mistake: nobody else gets it, because its participant may have used it.
    alter table certificate_codes
      add column withdrawn_from integer references exchanges,
      add column withdrawn_at timestamptz;
    create index certificate_codes_withdrawn on certificate_codes (withdrawn_from) where withdrawn_from is not null;
  `.execute(db);
}
