import { type Kysely, sql } from "kysely";

/** The browsers in which operators have completed a log-in: wrong passwords of others don't keep their operator out there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_browsers (
      token_hash bytea primary key,
      operator_id integer not null references operators on delete cascade,
      known_until timestamptz not null
    );
    create index operator_browsers_by_operator on operator_browsers (operator_id);
  `.execute(db);
}
