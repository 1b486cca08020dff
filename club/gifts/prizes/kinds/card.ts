import { cardHolderField, cardNumberField } from "../../../../contract/fields";
import { readField } from "../read-field";
import { agentAnswer } from "./evidence";
import type { PrizeKind } from "./prize-kind";

/** A payout to a bank card: number and holder. */
export const card: PrizeKind = {
  title: "Выплата на карту",
  isCertificate: false,
  hasSizes: false,
  isDelivered: false,
  evidence: agentAnswer,
  async readRecipient(_db, [number = "", holder = ""]) {
    const recipient = readField(cardNumberField, number, "recipient");
    return {
      recipient,
      recipientMasked: `•••• ${recipient.slice(-4)}`,
      cardHolder: readField(cardHolderField, holder, "card_holder"),
    };
  },
};
