import type { Selectable } from "kysely";
import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { type ActContext, type ActOutcome, defineAct } from "../../acts/act";
import { count, text } from "../../acts/field";
import { formatMoment } from "../../acts/format";
import type { Outbox } from "../../db/schema";
import { RefusalError } from "../../http/refusal-error";
import type { Services, Trx } from "../../services";
import { CLAIM_SECONDS } from "../deliver-messages";
import { deliveryJobs } from "../jobs";
import { describeMessageState, maskRecipient, quietEnds } from "../message-state";
import { sendMessages } from "../send-message";
import { listUnsubscribed } from "../unsubscribed-addresses";

type MessageRow = Selectable<Outbox>;

const messageField = count({ label: "Номер сообщения", help: "the message's number", isPositional: true });

/**
 * A message that waits for its next attempt is tried at once. One that has ended goes out as a new one: its gateway may know
 * the former by its number.
 */
export const resendMessage = defineAct({
  name: "resend-message",
  group: "messages",
  title: "Отправить ещё раз",
  summary:
    "Send a message again: at once when it waits after a failure, as a new one when it was delivered or given up.",
  gives: "nothing",
  roles: ["support"],
  fields: { message: messageField },
  async run({ services, trx }, input) {
    const message = await lockMessage(trx, input.message);
    await requireResendable(services, message);
    const isWaiting = !message.sent_at && !message.failed_at;
    if (isWaiting) await tryNow(trx, services, message);
    else await sendCopy(trx, services, message);
    return describe(message, {
      line: isWaiting ? "Следующая попытка — сейчас." : "Уйдёт новым сообщением.",
      after: isWaiting ? "waiting" : "sent again",
    });
  },
});

export const giveUpMessage = defineAct({
  name: "give-up-message",
  group: "messages",
  title: "Больше не отправлять",
  summary: "Stop a message that isn't delivered, or take one that has failed off the list.",
  gives: "nothing",
  roles: ["support"],
  fields: {
    message: messageField,
    reason: text({ label: "Причина", help: "why it is no use" }),
  },
  async run({ services, trx, operator }, input) {
    const message = await lockMessage(trx, input.message);
    if (message.sent_at) throw new RefusalError(alias.validation, "Это сообщение уже отправлено.", "message");
    if (message.failed_at && (message.last_error ?? "") in quietEnds) {
      throw new RefusalError(alias.validation, "Это сообщение уже не отправляется.", "message");
    }
    await trx
      .updateTable("outbox")
      .set({
        failed_at: message.failed_at ?? services.now(),
        last_error: "given up" satisfies keyof typeof quietEnds,
        // A code or password that nobody will get isn't kept.
        ...(message.is_secret && { text: "" }),
      })
      .where("id", "=", message.id)
      .execute();
    // It may tell somebody of what this operator has done or asked for.
    const isUntried = message.failed_at === null && message.last_error === null;
    return {
      ...describe(message, { line: "Больше не отправляется.", after: "given up" }),
      whySecondOperator:
        isUntried && operator.kind !== "shell" ? ["Его ещё не пробовали доставить: кто-то о чём-то не узнает."] : [],
    };
  },
});

async function lockMessage(trx: ActContext["trx"], id: number): Promise<MessageRow> {
  const message = await trx.selectFrom("outbox").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!message) throw new RefusalError(alias.notFound, `Сообщения № ${id} нет.`, "message");
  return message;
}

/** @throws RefusalError when sending again can't do what the operator wants */
async function requireResendable(services: Services, message: MessageRow): Promise<void> {
  const refuse = (text: string) => new RefusalError(alias.validation, text, "message");
  if (message.recipient === "") throw refuse("Адрес и текст этого сообщения уже удалены: срок хранения прошёл.");
  if (message.is_secret && message.text === "") {
    throw refuse(
      "Здесь были код или пароль, их текст уже стёрт. Нужны новые: код участник запрашивает на странице активации, пароль — по ссылке «Забыли пароль?».",
    );
  }
  if (message.unsubscribe_url !== "" && (await listUnsubscribed(services.db, [message.recipient])).size > 0) {
    throw refuse("Получатель отписался от рассылок.");
  }
  if (message.sent_at || message.failed_at) return;
  const now = services.now().getTime();
  const next = message.next_attempt_at.getTime();
  if (!message.last_error && message.attempts === 0 && next > now) {
    throw refuse(`Сообщение отложено до ${formatMoment(message.next_attempt_at)}: на сегодня писем достаточно.`);
  }
  if (!message.last_error || (next > now && next <= now + CLAIM_SECONDS * 1000)) {
    throw refuse("Сообщение уже в очереди и вот-вот уйдёт.");
  }
}

async function tryNow(trx: Trx, services: Services, message: MessageRow): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({ attempts: 0, next_attempt_at: services.now() })
    .where("id", "=", message.id)
    .execute();
  await services.jobs.send(deliveryJobs[message.channel], {});
}

async function sendCopy(trx: Trx, services: Services, message: MessageRow): Promise<void> {
  const [id] = await sendMessages(trx, services, [
    {
      channel: message.channel,
      to: message.recipient,
      subject: message.subject,
      text: message.text,
      secret: message.is_secret,
      unsubscribeUrl: message.unsubscribe_url,
    },
  ]);
  // The status of an invitation is that of its newest letter.
  await trx
    .updateTable("invites")
    .set({ outbox_id: id ?? null, sent_at: services.now() })
    .where("outbox_id", "=", message.id)
    .execute();
  if (message.sent_at) return;
  await trx
    .updateTable("outbox")
    .set({ last_error: "sent again" satisfies keyof typeof quietEnds })
    .where("id", "=", message.id)
    .execute();
}

function describe(message: MessageRow, { line, after }: { line: string; after: string }): ActOutcome {
  return {
    lines: [
      `Сообщение № ${message.id} для ${maskRecipient(message)}, было ${quote(describeMessageState(message))}.`,
      line,
    ],
    subject: { kind: "message", id: message.id },
    before: { attempts: message.attempts, error: message.last_error },
    after: { state: after },
    link: { card: "message", id: String(message.id) },
  };
}
