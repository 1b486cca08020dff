import { type Kysely, sql } from "kysely";

/**
 * A manager chooses the distributor freely, so the choice alone must not open the distributor's data. Managers whom the
 * distributor's curator has invited are confirmed; an operator confirms the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column distributor_confirmed_at timestamptz`.execute(db);
  await sql`
    update users set distributor_confirmed_at = now()
    from invites
    where users.invite_id = invites.id and users.role = 'manager' and invites.inviter_id = users.curator_id
  `.execute(db);
}
