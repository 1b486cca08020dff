import { addDays } from "date-fns";
import { sql } from "kysely";
import { fullName } from "../accounts/person";
import { moscowDate } from "../moscow-date";
import { sendMessages } from "../outbox/send-message";
import type { Services, Trx } from "../services";
import { INVITE_DAYS } from "./find-open-invite";

/** An invitation whose letter is sent. */
export interface InviteRecipient {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly sur_name: string;
  readonly unsubscribe_secret: string;
}

/** Puts a letter for each invitation into the outbox. Each can then be answered for `INVITE_DAYS` from now. */
export async function sendInviteLetters(
  trx: Trx,
  services: Services,
  inviterId: number,
  invites: readonly InviteRecipient[],
): Promise<void> {
  if (invites.length === 0) return;
  const now = services.now();
  const expiresAt = addDays(now, INVITE_DAYS);
  const inviter = await trx
    .selectFrom("users")
    .select(["last_name", "first_name", "sur_name"])
    .where("id", "=", inviterId)
    .executeTakeFirstOrThrow();
  const outboxIds = await sendMessages(
    trx,
    services,
    invites.map((invite) => ({
      channel: "email",
      to: invite.email,
      subject: "Приглашение в клуб",
      text: writeLetter(invite, fullName(inviter), expiresAt, services.settings.publicOrigin),
      unsubscribeUrl: `${services.settings.publicOrigin}/unsubscribe/mail?${unsubscribeQuery(invite)}`,
    })),
  );
  await sql`
    update invites set outbox_id = letter.outbox_id, sent_at = ${now}, expires_at = ${expiresAt}
    from unnest(${invites.map(({ id }) => id)}::uuid[], ${outboxIds}::bigint[]) as letter (id, outbox_id)
    where invites.id = letter.id
  `.execute(trx);
}

function writeLetter(invite: InviteRecipient, inviter: string, expiresAt: Date, origin: string): string {
  const [year = "", month = "", day = ""] = moscowDate(expiresAt).split("-");
  return [
    `Здравствуйте, ${[invite.first_name, invite.sur_name].filter(Boolean).join(" ")}.`,
    `${inviter} приглашает вас в клуб для партнёров бренда: баллы за сделки и приглашения можно обменять на подарки.`,
    `Чтобы вступить, откройте ссылку и заполните короткую форму:\n${origin}/?invite=${invite.id}`,
    `Ссылка действует до ${day}.${month}.${year.slice(2)}. Если вы не ждали этого письма, просто не отвечайте на него.`,
    `Чтобы приглашения больше не приходили, отпишитесь от рассылки:\n${origin}/?${unsubscribeQuery(invite)}`,
  ].join("\n\n");
}

/** The parameters of the unsubscribe link. The secret stands only in the letter: the inviter knows the id, but not the secret. */
function unsubscribeQuery(invite: InviteRecipient): string {
  return `id=${invite.id}&hash=${invite.unsubscribe_secret}`;
}
