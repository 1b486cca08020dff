import type { UserRow } from "../db/types";
import type { Services, Trx } from "../services";
import { sendMessage } from "./send-message";

/** What an act tells its operator of a letter to the participant. */
export const LETTER_GOES_OUT = "Участнику уйдёт письмо.";

type Recipient = Pick<UserRow, "email" | "phone_confirmed_at" | "erased_at">;

/**
 * Mails a participant what an operator has changed. An address that came with an unconfirmed phone may be a stranger's and
 * gets nothing.
 * @returns a sentence for the operator
 */
export async function tellPerson(
  trx: Trx,
  services: Services,
  person: Recipient,
  message: { readonly subject: string; readonly text: string },
): Promise<string> {
  if (person.erased_at || !person.phone_confirmed_at) return "Письмо не отправляется: телефон не подтверждён.";
  await sendMessage(trx, services, { channel: "email", to: person.email, ...message });
  return LETTER_GOES_OUT;
}
