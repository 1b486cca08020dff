import { sql } from "kysely";
import type { Trx } from "../../platform/services";
import { matchFilters } from "./invite-filters";
import { RESEND_MINUTES, type ResendScope, selectResendable } from "./run-resend";

/** Notes with a task why some of the unanswered invitations that the inviter meant aren't sent again. */
export async function noteLeftOut(trx: Trx, taskId: string, scope: ResendScope): Promise<void> {
  const isIn = (table: "users" | "unsubscribed_addresses") =>
    table === "users"
      ? sql<boolean>`exists (select from users where lower(users.email) = lower(invites.email) and phone_confirmed_at is not null)`
      : sql<boolean>`exists (select from unsubscribed_addresses where unsubscribed_addresses.email = lower(invites.email))`;
  const { members, unsubscribed, recent } = await trx
    .selectFrom("invites")
    .leftJoin("outbox", "outbox.id", "invites.outbox_id")
    .where("invites.inviter_id", "=", scope.inviterId)
    .where("invites.status", "not in", ["registered", "confirmed"])
    .where(matchFilters(scope.filters, scope.at))
    .where("invites.id", "not in", selectResendable(trx, scope).select("invites.id"))
    .select([
      sql<number>`count(*) filter (where ${isIn("users")})`.as("members"),
      sql<number>`count(*) filter (where not ${isIn("users")} and ${isIn("unsubscribed_addresses")})`.as(
        "unsubscribed",
      ),
      sql<number>`count(*) filter (where not ${isIn("users")} and not ${isIn("unsubscribed_addresses")})`.as("recent"),
    ])
    .executeTakeFirstOrThrow();
  const notes = [
    { field: "recent", count: recent, why: `письмо ещё в очереди или ушло меньше ${RESEND_MINUTES} минут назад` },
    { field: "unsubscribed", count: unsubscribed, why: "просили не присылать приглашений" },
    { field: "members", count: members, why: "уже в клубе" },
  ].filter(({ count }) => count > 0);
  if (notes.length === 0) return;
  await trx
    .insertInto("task_errors")
    .values(
      notes.map(({ field, count, why }) => ({
        task_id: taskId,
        row: 0,
        field,
        message: `Ещё раз не отправили: ${count} — ${why}.`,
      })),
    )
    .execute();
}
