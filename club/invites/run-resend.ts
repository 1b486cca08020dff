import { subMinutes } from "date-fns";
import { sql } from "kysely";
import type { Db, Services } from "../services";
import { postInvites } from "./invite-mail";

/** Minutes between two letters of one invitation. */
export const RESEND_MINUTES = 10;
const BATCH_INVITES = 500;

/**
 * The unanswered invitations of a person whose last letter was posted before a moment and is no longer on its way;
 * addresses of people who have joined by themselves, and of those who unsubscribed, are left in peace.
 */
export function selectResendable(db: Db, inviterId: number, before: Date) {
  return db
    .selectFrom("invites")
    .leftJoin("outbox", "outbox.id", "invites.outbox_id")
    .where("invites.inviter_id", "=", inviterId)
    .where("invites.status", "not in", ["registered", "confirmed"])
    .where(sql<Date>`coalesce(invites.sent_at, invites.created_at)`, "<=", before)
    .where(sql<boolean>`(outbox.id is null or outbox.sent_at is not null or outbox.failed_at is not null)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("users")
            .select("users.id")
            .where(sql<boolean>`lower(users.email) = lower(invites.email)`)
            .where("users.phone_confirmed_at", "is not", null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("unsubscribed_addresses")
            .select("unsubscribed_addresses.email")
            .where(sql<boolean>`unsubscribed_addresses.email = lower(invites.email)`),
        ),
      ),
    );
}

/**
 * Sends a person's unanswered invitations again. What has been posted falls out of the selection in the same
 * transaction, so the work may be broken off and started again.
 */
export async function runResend(services: Services, taskId: string): Promise<void> {
  const task = await services.db
    .selectFrom("tasks")
    .select(["owner_id", "created_at"])
    .where("id", "=", taskId)
    .where("kind", "=", "invite_resend")
    .executeTakeFirst();
  if (!task) return;
  const before = subMinutes(task.created_at, RESEND_MINUTES);
  let isLeft = true;
  while (isLeft) {
    isLeft = await services.db.transaction().execute(async (trx) => {
      const { status } = await trx
        .selectFrom("tasks")
        .select("status")
        .where("id", "=", taskId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (status === "done" || status === "failed") return false;
      const batch = await selectResendable(trx, task.owner_id, before)
        .select(["invites.id", "invites.email", "invites.first_name", "invites.sur_name", "invites.unsubscribe_secret"])
        .orderBy("invites.id")
        .limit(BATCH_INVITES)
        .forUpdate("invites")
        .execute();
      await postInvites(trx, services, task.owner_id, batch);
      const isDone = batch.length < BATCH_INVITES;
      await trx
        .updateTable("tasks")
        .set({
          status: isDone ? "done" : "in_progress",
          processed: sql`processed + ${batch.length}`,
          // Some may have been answered since the count.
          ...(isDone && { total: sql`processed + ${batch.length}`, finished_at: services.now() }),
        })
        .where("id", "=", taskId)
        .execute();
      return !isDone;
    });
  }
}
