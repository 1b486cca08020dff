import { sql } from "kysely";
import { phoneDigits } from "../../../../contract/fields";
import { optionalChoice, optionalText } from "../../acts/field";
import { formatMoment } from "../../acts/format";
import { type Card, defineList, LIST_ROWS, pageOf } from "../../acts/view";
import type { Services } from "../../services";
import { describeMessageState, type MessageState, maskRecipient, messageStates, quietEnds } from "../message-state";

const channels = { email: "E-mail", sms: "СМС" } as const;

/** SMS and mails, the newest first. Whom they go to is masked, and codes are never shown. */
export const messages = defineList({
  name: "messages",
  group: "messages",
  title: "Сообщения",
  summary: "SMS and e-mails by state, channel or recipient, the newest first.",
  roles: ["support"],
  filters: {
    state: optionalChoice({ label: "Состояние", help: "such as failed", choices: messageStates }),
    channel: optionalChoice({ label: "Канал", help: "sms or email", choices: channels }),
    recipient: optionalText({
      label: "Кому",
      hint: "Телефон или e-mail",
      help: "the phone or e-mail",
      isPrivate: true,
    }),
  },
  columns: [
    { title: "№", isNumber: true },
    { title: "Создано" },
    { title: "Канал" },
    { title: "Кому" },
    { title: "О чём" },
    { title: "Попыток", isNumber: true },
    { title: "Состояние" },
    { title: "Ошибка" },
  ],
  today: [attention("Сообщения не доставлены", "failed"), attention("Сообщения задерживаются", "stuck")],
  async read(services, { state, channel, recipient }, after) {
    const found = await selectMessages(services, state)
      .select(["id", "created_at", "channel", "recipient", "subject", "is_secret", "attempts"])
      .select(["sent_at", "failed_at", "last_error"])
      .$if(channel !== undefined, (query) => query.where("channel", "=", channel ?? "email"))
      .$if(recipient !== undefined, (query) => query.where(sql`lower(recipient)`, "=", readRecipient(recipient ?? "")))
      .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
      .orderBy("id", "desc")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(found, (message) => ({
      cells: [
        String(message.id),
        formatMoment(message.created_at),
        channels[message.channel],
        maskRecipient(message),
        describeSubject(message),
        String(message.attempts),
        describeMessageState(message),
        message.failed_at || message.sent_at === null ? (message.last_error ?? "") : "",
      ],
      link: { card: "message", id: String(message.id) },
    }));
  },
});

function attention(title: string, state: MessageState) {
  return {
    title,
    filters: { state },
    async count(services: Services) {
      const { count } = await selectMessages(services, state)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

/** Failed are those about which something may be done: not those that were stopped on purpose. */
function selectMessages({ db }: Services, state: MessageState | undefined) {
  const quiet = Object.keys(quietEnds);
  return db
    .selectFrom("outbox")
    .$if(state === "sent", (query) => query.where("sent_at", "is not", null))
    .$if(state === "failed", (query) =>
      query
        .where("failed_at", "is not", null)
        .where("sent_at", "is", null)
        .where((where) => where.or([where("last_error", "is", null), where("last_error", "not in", quiet)])),
    )
    .$if(state === "stuck" || state === "waiting", (query) =>
      query.where("sent_at", "is", null).where("failed_at", "is", null),
    )
    .$if(state === "stuck", (query) => query.where("last_error", "is not", null))
    .$if(state === "waiting", (query) => query.where("last_error", "is", null));
}

function readRecipient(typed: string): string {
  return typed.includes("@") ? typed.toLowerCase() : phoneDigits(typed);
}

function describeSubject({ subject, is_secret }: { readonly subject: string; readonly is_secret: boolean }): string {
  return subject || (is_secret ? "Код или пароль" : "—");
}

/** A message with its text, unless that is secret, and what can be done about it. */
export const messageCard: Card = {
  name: "message",
  summary: "A message with its text, unless it has a code or a password, by id.",
  roles: ["support"],
  async read({ db }, id) {
    if (!/^\d{1,18}$/.test(id)) return null;
    const message = await db.selectFrom("outbox").selectAll().where("id", "=", Number(id)).executeTakeFirst();
    if (!message) return null;
    const person = await db
      .selectFrom("users")
      .select("id")
      .where((where) =>
        where.or([
          where("phone", "=", message.recipient),
          where(sql`lower(email)`, "=", message.recipient.toLowerCase()),
        ]),
      )
      .executeTakeFirst();
    const isOpen = !message.sent_at && !(message.failed_at && (message.last_error ?? "") in quietEnds);
    return {
      title: `Сообщение № ${message.id}`,
      sections: [
        {
          title: "Доставка",
          facts: [
            { label: "Канал", value: channels[message.channel] },
            {
              label: "Кому",
              value: maskRecipient(message),
              ...(person && { link: { card: "person", id: String(person.id) } }),
            },
            { label: "Состояние", value: describeMessageState(message) },
            { label: "Создано", value: formatMoment(message.created_at) },
            { label: "Попыток", value: String(message.attempts) },
            ...(message.sent_at ? [{ label: "Отправлено", value: formatMoment(message.sent_at) }] : []),
            ...(message.failed_at ? [{ label: "Больше не отправляется", value: formatMoment(message.failed_at) }] : []),
            ...(isOpen && !message.failed_at
              ? [{ label: "Следующая попытка", value: formatMoment(message.next_attempt_at) }]
              : []),
            ...(message.last_error ? [{ label: "Ошибка", value: message.last_error }] : []),
          ],
        },
        {
          title: "Текст",
          facts: [
            { label: "Тема", value: describeSubject(message) },
            {
              label: "Текст",
              value: message.is_secret ? "Код или пароль: текст не показывается" : message.text || "—",
            },
          ],
        },
      ],
      acts: [...(message.recipient !== "" ? ["resend-message"] : []), ...(isOpen ? ["give-up-message"] : [])].map(
        (act) => ({ act, input: { message: String(message.id) } }),
      ),
    };
  },
};
