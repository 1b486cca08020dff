import { phoneField } from "../../../../contract/fields";
import { choiceMessages } from "../../../../contract/values";
import type { Db } from "../../../platform/services";
import { invalidField, readField } from "../read-field";
import { agentAnswer } from "./evidence";
import type { PrizeKind } from "./prize-kind";

/** A top-up of a mobile phone: number and operator. */
export const phone: PrizeKind = {
  title: "Пополнение телефона",
  isCertificate: false,
  hasSizes: false,
  isDelivered: false,
  evidence: agentAnswer,
  async readRecipient(db, [typed = "", operator = ""]) {
    const recipient = readField(phoneField, typed, "recipient");
    return { recipient, recipientMasked: maskPhone(recipient), operatorId: await readOperator(db, operator) };
  },
};

function maskPhone(digits: string): string {
  return `+${digits.slice(0, 1)} (${digits.slice(1, 4)}) •••-••-${digits.slice(-2)}`;
}

async function readOperator(db: Db, wireId: string): Promise<number> {
  const operators = await db.selectFrom("mobile_operators").select("id").execute();
  const operator = operators.find(({ id }) => String(id) === wireId.trim());
  if (!operator) throw invalidField("operator", choiceMessages.mobileOperator);
  return operator.id;
}
