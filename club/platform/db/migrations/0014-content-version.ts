import { type Kysely, sql } from "kysely";

/** What every visitor may be shown. A new table of such contents gets the trigger by a migration of its own. */
const CONTENTS = ["settings", "rules_documents", "questions", "segments", "promotions", "promotion_articles"];

/** Portals keep contents for a minute: the number tells them within seconds that something has changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table content_version (
      only_row boolean primary key default true check (only_row),
      version bigint not null default 1
    );
    insert into content_version default values;

    create function count_content_change() returns trigger language plpgsql as $$
    begin
      update content_version set version = version + 1;
      return null;
    end $$;
  `.execute(db);
  for (const table of CONTENTS) {
    await sql`
      create trigger count_content_change after insert or update or delete or truncate on ${sql.table(table)}
        for each statement execute function count_content_change();
    `.execute(db);
  }
}
