import { sql } from "kysely";
import type { Db, Services } from "../services";
import { mailboxSpellings, spellMailbox } from "./mailbox";

/** Returns those of the addresses, in lower case and in today's spelling, that unsubscribed from mailings. */
export async function listUnsubscribed(db: Db, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from unsubscribed_addresses
    where email = any(${emails.flatMap(mailboxSpellings)}::text[])
  `.execute(db);
  return new Set(rows.map(({ email }) => spellMailbox(email)));
}

/** Stops mailings to an address, including those that aren't delivered yet. A second call changes nothing. */
export async function stopMailings(db: Db, services: Services, email: string): Promise<void> {
  const now = services.now();
  await db
    .insertInto("unsubscribed_addresses")
    // Also as it stands in an invitation that was stored before mailboxes had one spelling.
    .values([...new Set([spellMailbox(email), email])].map((one) => ({ email: one.toLowerCase(), created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable("outbox")
    .set({ failed_at: now, last_error: "unsubscribed" })
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .where("unsubscribe_url", "!=", "")
    .where(sql<string>`lower(recipient)`, "in", mailboxSpellings(email))
    .execute();
}
