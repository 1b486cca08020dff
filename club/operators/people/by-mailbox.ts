import { type RawBuilder, sql } from "kysely";
import { mailboxSpellings } from "../../platform/outbox/mailbox";

/** Whether a column has somebody's mailbox, in whatever spelling it was stored. */
export function isMailboxOf(column: string, { email }: { readonly email: string }): RawBuilder<boolean> {
  return sql<boolean>`lower(${sql.ref(column)}) in (${sql.join(mailboxSpellings(email))})`;
}

/** Whether a text has somebody's phone or mailbox in it. */
export function namesContact(
  column: string,
  { phone, email }: { readonly phone: string; readonly email: string },
): RawBuilder<boolean> {
  const text = sql.ref(column);
  const mailboxes = mailboxSpellings(email).map((spelling) => sql`position(${spelling} in lower(${text})) > 0`);
  return sql<boolean>`(position(${phone} in ${text}) > 0 or ${sql.join(mailboxes, sql` or `)})`;
}
