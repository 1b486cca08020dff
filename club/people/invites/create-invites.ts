import { sql } from "kysely";
import { mailboxSpellings, spellMailbox } from "../../platform/outbox/mailbox";
import { listUnsubscribed } from "../../platform/outbox/unsubscribed-addresses";
import type { Services, Trx } from "../../platform/services";
import { type InviteRecipient, sendInviteLetters } from "./send-invite-letters";

export interface NewInvite {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly sur_name: string;
  readonly target_role: "manager" | "member";
}

export type InviteOutcome = { readonly id: string } | { readonly refused: "participant" | "unsubscribed" | "invited" };

/**
 * Creates invitations and sends their letters, in a few statements for any number of them. Returns the outcome of each in the
 * given order. The same person invites an address once; when that invitation has expired, it is renewed. Addresses within the
 * list must differ.
 */
export async function createInvites(
  trx: Trx,
  services: Services,
  inviterId: number,
  typed: readonly NewInvite[],
  taskId: string | null = null,
): Promise<InviteOutcome[]> {
  const invites = typed.map((invite) => ({ ...invite, email: spellMailbox(invite.email) }));
  const emails = invites.map(({ email }) => email);
  const participants = await findParticipants(trx, emails);
  const unsubscribed = await listUnsubscribed(trx, emails);
  const invitable = invites.filter(
    ({ email }) => !participants.has(email.toLowerCase()) && !unsubscribed.has(email.toLowerCase()),
  );
  const column = (value: (invite: NewInvite) => string) => invitable.map(value);
  const { rows: written } = await sql<InviteRecipient>`
    insert into invites (inviter_id, task_id, created_at, email, first_name, last_name, sur_name, target_role)
    select ${inviterId}::int, ${taskId}::uuid, ${services.now()}::timestamptz, invite.*
    from unnest(
      ${column(({ email }) => email)}::text[], ${column(({ first_name }) => first_name)}::text[],
      ${column(({ last_name }) => last_name)}::text[], ${column(({ sur_name }) => sur_name)}::text[],
      ${column(({ target_role }) => target_role)}::text[]
    ) as invite (email, first_name, last_name, sur_name, target_role)
    order by lower(invite.email)
    on conflict (inviter_id, lower(email)) do update set
      task_id = excluded.task_id, created_at = excluded.created_at, email = excluded.email, first_name = excluded.first_name,
      last_name = excluded.last_name, sur_name = excluded.sur_name, target_role = excluded.target_role
    where invites.expires_at <= excluded.created_at and invites.status not in ('registered', 'confirmed')
    returning id, email, unsubscribe_secret
  `.execute(trx);
  await sendInviteLetters(trx, services, inviterId, written);
  const ids = new Map(written.map(({ id, email }) => [email.toLowerCase(), id]));
  return invites.map(({ email }): InviteOutcome => {
    if (participants.has(email.toLowerCase())) return { refused: "participant" };
    if (unsubscribed.has(email.toLowerCase())) return { refused: "unsubscribed" };
    const id = ids.get(email.toLowerCase());
    return id === undefined ? { refused: "invited" } : { id };
  });
}

/** Returns the addresses, in lower case, that belong to participants with a confirmed phone. */
async function findParticipants(trx: Trx, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from users
    where lower(email) = any(${emails.flatMap(mailboxSpellings)}::text[]) and phone_confirmed_at is not null
  `.execute(trx);
  return new Set(rows.map(({ email }) => spellMailbox(email)));
}
