import type { OperatorPart } from "../../acts/view";
import { messageCard, messages } from "./list-messages";
import { giveUpMessage, resendMessage } from "./resend-message";

/** What operators do about SMS and mails. */
export const outboxPart: OperatorPart = {
  acts: [resendMessage, giveUpMessage],
  lists: [messages],
  cards: [messageCard],
};
