import { type Kysely, sql } from "kysely";

/** Operators' log-in: printed passwords expire, and a session holds the secret of an authenticator app that is being set up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A printed password works until then, and only to set one's own; null for one's own.
    alter table operators add column password_expires_at timestamptz;
    alter table operator_sessions
      add column id integer generated always as identity unique,
      -- Becomes the operator's with the first code.
      add column enrolment_secret_sealed bytea;
    create index audit_log_by_act on audit_log (act, id);
  `.execute(db);
}
