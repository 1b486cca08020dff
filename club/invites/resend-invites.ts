import { subMinutes } from "date-fns";
import { sql } from "kysely";
import { resendAllInvites, resendInvite } from "../../contract/invites";
import { alias } from "../../contract/values";
import { endpoint } from "../http/endpoint";
import { isUuid } from "../http/parse-id";
import { RefusalError } from "../http/refusal-error";
import { waitInWords } from "../http/wait-in-words";
import { listUnsubscribed } from "../outbox/unsubscribed-addresses";
import { postInvites } from "./invite-mail";
import { resendInvitesJob } from "./jobs";
import { RESEND_MINUTES, selectResendable } from "./run-resend";

/** Sends one invitation again, also an expired one, which then runs anew; not more often than every ten minutes. */
export const resendInviteEndpoint = endpoint(resendInvite, async ({ invite_id }, { services, actor }) => {
  const now = services.now();
  await services.db.transaction().execute(async (trx) => {
    const invite = isUuid(invite_id)
      ? await trx
          .selectFrom("invites")
          .leftJoin("outbox", "outbox.id", "invites.outbox_id")
          .select(["invites.id", "invites.email", "invites.first_name", "invites.sur_name", "invites.status"])
          .select("invites.unsubscribe_secret")
          .select(["invites.sent_at", "invites.created_at"])
          .select(
            sql<boolean>`outbox.id is not null and outbox.sent_at is null and outbox.failed_at is null`.as("waits"),
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
      throw new RefusalError(alias.collision, "Этот человек просил не присылать ему приглашений.");
    }
    if (invite.waits) throw new RefusalError(alias.tooOften, "Письмо ещё в очереди на отправку.");
    const lastAt = invite.sent_at ?? invite.created_at;
    const wait = Math.ceil((lastAt.getTime() + RESEND_MINUTES * 60_000 - now.getTime()) / 1000);
    if (wait > 0) {
      const message = `Повторить письмо можно через ${waitInWords(wait)}.`;
      throw new RefusalError(alias.tooOften, message, undefined, wait);
    }
    await postInvites(trx, services, actor.id, [invite]);
  });
  return {};
});

/** Sends all unanswered invitations again, in the background; one such task at a time. */
export const resendAllInvitesEndpoint = endpoint(resendAllInvites, async (_input, { services, actor }) => {
  const now = services.now();
  return services.db.transaction().execute(async (trx) => {
    // One after the other, so that a double press finds the task of the first.
    await sql`select from users where id = ${actor.id} for update`.execute(trx);
    const running = await trx
      .selectFrom("tasks")
      .select("id")
      .where("owner_id", "=", actor.id)
      .where("kind", "=", "invite_resend")
      .where("status", "in", ["queued", "in_progress"])
      .executeTakeFirst();
    if (running) return { task_id: running.id };
    const { total } = await selectResendable(trx, actor.id, subMinutes(now, RESEND_MINUTES))
      .select((invite) => invite.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    const task = await trx
      .insertInto("tasks")
      .values({ owner_id: actor.id, kind: "invite_resend", total, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await services.jobs.send(resendInvitesJob, { taskId: task.id }, { within: trx });
    return { task_id: task.id };
  });
});
