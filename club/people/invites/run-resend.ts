import { subMinutes } from "date-fns";
import { sql } from "kysely";
import { toShortDate } from "../../../contract/russian-date";
import { moscowDate } from "../../platform/moscow-date";
import type { Db, Services, Trx } from "../../platform/services";
import { type InviteFilters, matchFilters } from "./invite-filters";
import { sendInviteLetters } from "./send-invite-letters";

/** Shortest time between two letters of one invitation, in minutes. */
export const RESEND_MINUTES = 10;
const BATCH_INVITES = 500;

/** Whose invitations are sent again, and which of them. */
export interface ResendScope {
  readonly inviterId: number;
  readonly filters: InviteFilters;
  /** The moment of the press. */
  readonly at: Date;
}

/**
 * Selects the unanswered invitations of a person whose last letter is `RESEND_MINUTES` old and no longer in the
 * queue. Addresses of participants and of people who unsubscribed are left out.
 */
export function selectResendable(db: Db, { inviterId, filters, at }: ResendScope) {
  const before = subMinutes(at, RESEND_MINUTES);
  return db
    .selectFrom("invites")
    .leftJoin("outbox", "outbox.id", "invites.outbox_id")
    .where("invites.inviter_id", "=", inviterId)
    .where(matchFilters(filters, at))
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
    .select(["owner_id", "created_at", "search", "invite_status"])
    .where("id", "=", taskId)
    .where("kind", "=", "invite_resend")
    .executeTakeFirst();
  if (!task) return;
  const { search, invite_status } = task;
  const scope = { inviterId: task.owner_id, filters: { search, invite_status }, at: task.created_at };
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
      const batch = await selectResendable(trx, scope)
        .select(["invites.id", "invites.email", "invites.unsubscribe_secret"])
        .orderBy("invites.id")
        .limit(BATCH_INVITES)
        .forUpdate("invites")
        .execute();
      const last = await sendInviteLetters(trx, services, task.owner_id, batch);
      if (last && last > services.now()) await noteWaiting(trx, taskId, last);
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

/** Notes the day of the last letter when letters are above the day's limits. Later batches have later days. */
async function noteWaiting(trx: Trx, taskId: string, last: Date): Promise<void> {
  const message = `Писем больше, чем уходит за день. Последние уйдут ${toShortDate(moscowDate(last))}.`;
  await trx
    .insertInto("task_errors")
    .values({ task_id: taskId, row: 0, field: "limit", message })
    .onConflict((conflict) => conflict.columns(["task_id", "row", "field"]).doUpdateSet({ message }))
    .execute();
}
