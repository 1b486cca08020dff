import { sendFeedback } from "../../contract/content";
import { endpoint } from "../platform/http/endpoint";
import { spellMailbox } from "../platform/outbox/mailbox";
import { sendMessage } from "../platform/outbox/send-message";
import { readLinks } from "./links";

const MESSAGES_PER_ADDRESS_AND_HOUR = 20;

/** Stores a message to the club's managers and mails it to support if a support address is set (§4.13). */
export const sendFeedbackEndpoint = endpoint(
  sendFeedback,
  async (input, { services }) => {
    const { support } = await readLinks(services.db);
    await services.db.transaction().execute(async (trx) => {
      await trx
        .insertInto("feedback")
        .values({ ...input, email: spellMailbox(input.email) })
        .execute();
      if (!support.email) return;
      await sendMessage(trx, services, {
        channel: "email",
        to: support.email,
        subject: "Обратная связь: сообщение с сайта клуба",
        text: `Имя: ${input.name}\nE-mail для ответа: ${input.email}\n\n${input.message}`,
      });
    });
  },
  {
    rateLimits: [
      {
        name: "feedback",
        by: "address",
        max: MESSAGES_PER_ADDRESS_AND_HOUR,
        seconds: 60 * 60,
        message: "Сообщений слишком много.",
      },
    ],
  },
);
