import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { alias } from "../../../contract/values";
import type { UserRow } from "../../platform/db/types";
import { hashSecret } from "../../platform/http/authentication";
import { RefusalError } from "../../platform/http/refusal-error";
import { mailboxSpellings } from "../../platform/outbox/mailbox";
import type { Db, Services, Trx } from "../../platform/services";
import { endAccess } from "./end-access";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a change of contacts can be taken back. */
export const UNDO_DAYS = 7;

/**
 * Remembers the contacts of before a change, and lets orders wait for a day. Call it before the contacts are changed.
 * @returns a link for the former e-mail: whoever opens it sets a new password and gets the former contacts back
 */
export async function rememberContacts(trx: Trx, services: Services, person: UserRow): Promise<string> {
  const checkWord = randomBytes(32).toString("base64url");
  const now = services.now();
  await trx
    .insertInto("contact_changes")
    .values({
      user_id: person.id,
      changed_at: now,
      phone: person.phone,
      email: person.email,
      phone_confirmed_at: person.phone_confirmed_at,
      password_hash: person.password_hash,
      check_word_hash: hashSecret(checkWord),
      expires_at: new Date(now.getTime() + UNDO_DAYS * DAY_MS),
    })
    .execute();
  await letOrdersWait(trx, services, person.id);
  return `${services.settings.publicOrigin}/?check_word=${checkWord}&email=${encodeURIComponent(person.email)}`;
}

/**
 * Gives a person the contacts of before a change, and everything that came after it ends. Orders wait for another day: the
 * former mail may be in other hands.
 * @returns the person's id; null when no change has this word
 * @throws RefusalError collision when somebody else has one of the contacts by now
 */
export async function undoContactChange(
  trx: Trx,
  services: Services,
  { checkWord, email }: { checkWord: string; email: string },
): Promise<number | null> {
  const change = await trx
    .selectFrom("contact_changes")
    .innerJoin("users", "users.id", "user_id")
    .selectAll("contact_changes")
    .where("check_word_hash", "=", hashSecret(checkWord))
    .where("expires_at", ">", services.now())
    .where(sql`lower(contact_changes.email)`, "=", email.toLowerCase())
    .where("users.is_disabled", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (!change) return null;
  const { user_id: id, phone, phone_confirmed_at } = change;
  const taken = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "!=", id)
    .where((where) =>
      where.or([where("phone", "=", phone), where(sql<string>`lower(email)`, "in", mailboxSpellings(change.email))]),
    )
    .executeTakeFirst();
  if (taken) {
    const message = "Прежние контакты уже у другого участника. Напишите в поддержку клуба.";
    throw new RefusalError(alias.collision, message, "check_word");
  }
  await trx.updateTable("users").set({ phone, email: change.email, phone_confirmed_at }).where("id", "=", id).execute();
  await endAccess(trx, id);
  // The links of later changes lead to contacts that weren't the person's.
  await trx.deleteFrom("contact_changes").where("user_id", "=", id).where("id", ">=", change.id).execute();
  await letOrdersWait(trx, services, id);
  return id;
}

/**
 * Lets a person order at once who has given the password of before every change of contacts that can still be taken back: one
 * that was set between two of them may be that of whoever has the account now.
 */
export async function allowOrdersByPassword(
  db: Db,
  services: Services,
  user: Pick<UserRow, "id" | "password_hash" | "orders_wait_until">,
): Promise<void> {
  if (user.orders_wait_until === null || user.orders_wait_until <= services.now()) return;
  await sql`
    update users set orders_wait_until = null
    where id = ${user.id} and password_hash = ${user.password_hash}
      and coalesce((
        select bool_and(change.password_hash is not distinct from users.password_hash)
        from contact_changes change where change.user_id = users.id
      ), false)
  `.execute(db);
}

async function letOrdersWait(trx: Trx, services: Services, id: number): Promise<void> {
  const until = new Date(services.now().getTime() + DAY_MS);
  await trx.updateTable("users").set({ orders_wait_until: until }).where("id", "=", id).execute();
}
