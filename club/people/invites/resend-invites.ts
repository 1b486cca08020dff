import { sql } from "kysely";
import { resendAllInvites, resendInvite } from "../../../contract/invites";
import { alias } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { formatWait } from "../../platform/http/format-wait";
import { isUuid } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import { listUnsubscribed } from "../../platform/outbox/unsubscribed-addresses";
import { inviteMessages } from "./invite-messages";
import { resendInvitesJob } from "./jobs";
import { requireLetterDay } from "./letter-days";
import { noteLeftOut } from "./note-left-out";
import { RESEND_MINUTES, selectResendable } from "./run-resend";
import { sendInviteLetters } from "./send-invite-letters";

/**
 * Sends the letter of one invitation again, at most once in `RESEND_MINUTES`. An expired invitation can then be answered again.
 * @throws RefusalError notFound, collision for a participant or an unsubscribed address, tooOften
 */
export const resendInviteEndpoint = endpoint(resendInvite, async ({ invite_id }, { services, actor }) => {
  const now = services.now();
  await requireLetterDay(services.db, services, actor.id);
  await services.db.transaction().execute(async (trx) => {
    const invite = isUuid(invite_id)
      ? await trx
          .selectFrom("invites")
          .leftJoin("outbox", "outbox.id", "invites.outbox_id")
          .select(["invites.id", "invites.email", "invites.status"])
          .select("invites.unsubscribe_secret")
          .select(["invites.sent_at", "invites.created_at"])
          .select(
            sql<boolean>`outbox.id is not null and outbox.sent_at is null and outbox.failed_at is null`.as("is_queued"),
          )
          .select((row) =>
            row
              .exists(
                row
                  .selectFrom("users")
                  .select("users.id")
                  .where(sql<boolean>`lower(users.email) = lower(invites.email)`)
                  .where("users.phone_confirmed_at", "is not", null),
              )
              .as("is_participant"),
          )
          .where("invites.id", "=", invite_id)
          .where("invites.inviter_id", "=", actor.id)
          .forUpdate("invites")
          .executeTakeFirst()
      : undefined;
    if (!invite) throw new RefusalError(alias.notFound, "Такого приглашения нет. Обновите список.");
    if (invite.status === "confirmed" || invite.is_participant) {
      throw new RefusalError(alias.collision, "Этот человек уже участвует в клубе.");
    }
    if ((await listUnsubscribed(trx, [invite.email])).size > 0) {
      throw new RefusalError(alias.collision, inviteMessages.unsubscribed);
    }
    if (invite.is_queued) throw new RefusalError(alias.tooOften, "Письмо ещё в очереди на отправку.");
    const lastAt = invite.sent_at ?? invite.created_at;
    const wait = Math.ceil((lastAt.getTime() + RESEND_MINUTES * 60_000 - now.getTime()) / 1000);
    if (wait > 0) {
      const message = `Отправить ещё раз можно через ${formatWait(wait)}.`;
      throw new RefusalError(alias.tooOften, message, undefined, wait);
    }
    await sendInviteLetters(trx, services, actor.id, [invite]);
  });
  return {};
});

/** Queues the job that sends the letters of unanswered invitations again, and notes which aren't sent. A person has one such task at a time. */
export const resendAllInvitesEndpoint = endpoint(
  resendAllInvites,
  async ({ search = "", invite_status = "" }, { services, actor }) => {
    const now = services.now();
    const scope = { inviterId: actor.id, filters: { search, invite_status }, at: now };
    await requireLetterDay(services.db, services, actor.id);
    return services.db.transaction().execute(async (trx) => {
      // The lock makes a double press wait and then find the first task.
      await sql`select from users where id = ${actor.id} for no key update`.execute(trx);
      const running = await trx
        .selectFrom("tasks")
        .select("id")
        .where("owner_id", "=", actor.id)
        .where("kind", "=", "invite_resend")
        .where("status", "in", ["queued", "in_progress"])
        .executeTakeFirst();
      if (running) return { task_id: running.id };
      const { total } = await selectResendable(trx, scope)
        .select((invite) => invite.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const task = await trx
        .insertInto("tasks")
        .values({ owner_id: actor.id, kind: "invite_resend", search, invite_status, total, created_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      await noteLeftOut(trx, task.id, scope);
      await services.jobs.send(resendInvitesJob, { taskId: task.id }, { within: trx });
      return { task_id: task.id };
    });
  },
);
