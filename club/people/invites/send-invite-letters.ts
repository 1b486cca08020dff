import { addDays } from "date-fns";
import { sql } from "kysely";
import type { UserRow } from "../../platform/db/types";
import { moscowDate } from "../../platform/moscow-date";
import { sendMessages } from "../../platform/outbox/send-message";
import type { Services, Trx } from "../../platform/services";
import { type Activation, fullName } from "../accounts/person";
import { INVITE_DAYS } from "./find-open-invite";
import { isNamed } from "./inviter-name";
import { reserveLetterTimes } from "./letter-days";

/** An invitation whose letter is sent. */
export interface InviteRecipient {
  readonly id: string;
  readonly email: string;
  readonly unsubscribe_secret: string;
}

/**
 * Puts a letter for each invitation into the outbox; those above the day's limits wait for another day. Each invitation can
 * then be answered for `INVITE_DAYS` from the day of its letter.
 * @returns when the last letter goes out; null without any
 */
export async function sendInviteLetters(
  trx: Trx,
  services: Services,
  inviterId: number,
  invites: readonly InviteRecipient[],
): Promise<Date | null> {
  if (invites.length === 0) return null;
  const inviter = await trx
    .selectFrom("users")
    .select([
      "id",
      "role",
      "is_system",
      "last_name",
      "first_name",
      "sur_name",
      "phone_confirmed_at",
      "agreement_accepted_at",
    ])
    .where("id", "=", inviterId)
    .executeTakeFirstOrThrow();
  const times = await reserveLetterTimes(trx, services, inviter, invites.length);
  const letters = invites.map((invite, index) => {
    const time = times[index] ?? services.now();
    return { invite, time, expiresAt: addDays(time, INVITE_DAYS) };
  });
  const outboxIds = await sendMessages(
    trx,
    services,
    letters.map(({ invite, time, expiresAt }) => ({
      channel: "email",
      notBefore: time,
      to: invite.email,
      subject: "Приглашение в клуб",
      text: writeLetter(invite, nameInviter(inviter), expiresAt, services.settings.publicOrigin),
      unsubscribeUrl: `${services.settings.publicOrigin}/unsubscribe/mail?${unsubscribeQuery(invite)}`,
    })),
  );
  await sql`
    update invites set outbox_id = letter.outbox_id, sent_at = letter.sent_at, expires_at = letter.expires_at
    from unnest(
      ${letters.map(({ invite }) => invite.id)}::uuid[], ${outboxIds}::bigint[],
      ${letters.map(({ time }) => time)}::timestamptz[], ${letters.map(({ expiresAt }) => expiresAt)}::timestamptz[]
    ) as letter (id, outbox_id, sent_at, expires_at)
    where invites.id = letter.id
  `.execute(trx);
  return letters.at(-1)?.time ?? null;
}

function nameInviter(inviter: Pick<UserRow, "last_name" | "first_name" | "sur_name" | keyof Activation>): string {
  const { last_name, first_name, sur_name } = inviter;
  return isNamed(inviter, last_name, first_name, sur_name) ? fullName(inviter) : "Участник клуба";
}

/** The letter has nothing that the inviter typed about the invited person: anybody's address may be invited. */
function writeLetter(invite: InviteRecipient, inviter: string, expiresAt: Date, origin: string): string {
  const [year = "", month = "", day = ""] = moscowDate(expiresAt).split("-");
  return [
    "Здравствуйте.",
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
