import { subMinutes } from "date-fns";
import { sql } from "kysely";
import type { Db, Services } from "../services";
import { sendInviteLetters } from "./send-invite-letters";

/** Shortest time between two letters of one invitation, in minutes. */
export const RESEND_MINUTES = 10;
const BATCH_INVITES = 500;

/**
 * Selects the unanswered invitations of a person whose last letter was written before a given time and is no longer in the
 * queue. Addresses of participants and of people who unsubscribed are left out.
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
 * Sends the letters of a person's unanswered invitations again. An invitation whose letter was written no longer matches the
 * selection in the same transaction, so the job can be interrupted and started again.
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
  let hasMore = true;
  while (hasMore) {
    hasMore = await services.db.transaction().execute(async (trx) => {
      const { status } = await trx
        .selectFrom("tasks")
        .select("status")
        .where("id", "=", taskId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (status === "done" || status === "failed") return false;
      const batch = await selectResendable(trx, task.owner_id, before)
        .select(["invites.id", "invites.email", "invites.unsubscribe_secret"])
        .orderBy("invites.id")
        .limit(BATCH_INVITES)
        .forUpdate("invites")
        .execute();
      await sendInviteLetters(trx, services, task.owner_id, batch);
      const isDone = batch.length < BATCH_INVITES;
      await trx
        .updateTable("tasks")
        .set({
          status: isDone ? "done" : "in_progress",
          processed: sql`processed + ${batch.length}`,
          // Some invitations may have been answered since they were counted.
          ...(isDone && { total: sql`processed + ${batch.length}`, finished_at: services.now() }),
        })
        .where("id", "=", taskId)
        .execute();
      return !isDone;
    });
  }
}
