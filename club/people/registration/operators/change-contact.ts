import { sql } from "kysely";
import { emailField, phoneField } from "../../../../contract/fields";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { optionalTextBy, person, text } from "../../../platform/acts/field";
import type { UserRow } from "../../../platform/db/types";
import { RefusalError } from "../../../platform/http/refusal-error";
import { mailboxSpellings, spellMailbox } from "../../../platform/outbox/mailbox";
import { sendMessage } from "../../../platform/outbox/send-message";
import { requireServedPhone } from "../../../platform/outbox/send-sms";
import type { Services, Trx } from "../../../platform/services";
import { rememberContacts, UNDO_DAYS } from "../../accounts/contact-changes";
import { endAccess } from "../../accounts/end-access";
import { findPerson, requireOpenAccount } from "../../accounts/find-person";
import { fullName } from "../../accounts/person";
import { lockRegistrations } from "../earlier-registration";

/**
 * A new phone has to be confirmed by a code like that of a registration (§4.9): until then nobody logs in, points wait, and the
 * new password goes to the e-mail. The former addresses are told, since whoever asked may not have been the participant.
 */
export const changeContact = defineAct({
  name: "change-contact",
  group: "people",
  title: "Изменить телефон или e-mail",
  explanation:
    "Для участника, у которого больше нет прежнего телефона или почты. Сначала убедитесь, что это он: кто получит новый контакт, получит и аккаунт. Все входы завершатся.",
  summary:
    "Change the phone or the e-mail of a participant who has lost it. A new phone has to be confirmed by a code.",
  gives: "power",
  roles: ["support"],
  needsCode: true,
  fields: {
    person: person(),
    phone: optionalTextBy(phoneField, { label: "Новый телефон", help: "the new phone", isPrivate: true }),
    email: optionalTextBy(emailField, { label: "Новый e-mail", help: "the new e-mail address", isPrivate: true }),
    reason: text({
      label: "Причина",
      hint: "Как вы убедились, что это участник",
      help: "how the person was identified",
    }),
  },
  async run({ services, trx }, input) {
    await lockRegistrations(trx);
    const found = await findPerson(services, input.person);
    requireOpenAccount(found);
    const phone = input.phone === found.phone ? undefined : input.phone;
    const typed = input.email === undefined ? undefined : spellMailbox(input.email);
    const email = typed === found.email ? undefined : typed;
    if (phone === undefined && email === undefined) {
      throw new RefusalError(alias.validation, "Укажите новый телефон или e-mail.", "phone");
    }
    if (phone !== undefined) await requireFreePhone(trx, services, found, phone);
    // Whoever has no password yet was added by an operator, who knows the phone.
    const needsConfirmation = phone !== undefined && found.password_hash !== null;
    if (email !== undefined) await requireFreeEmail(trx, found, email);
    const undoLink = await rememberContacts(trx, services, found);
    await trx
      .updateTable("users")
      .set({
        ...(phone !== undefined && { phone }),
        ...(needsConfirmation && { phone_confirmed_at: null }),
        ...(email !== undefined && { email }),
      })
      .where("id", "=", found.id)
      .execute();
    const sessions = await endAccess(trx, found.id);
    await trx
      .deleteFrom("phone_codes")
      .where("phone", "in", [found.phone, phone ?? found.phone])
      .execute();
    const mails = await tellOldAndNew(trx, services, found, { phone, email, needsConfirmation, undoLink });
    return {
      lines: [
        `${fullName(found)}, № ${found.id}:`,
        ...(phone === undefined ? [] : [`телефон ${found.phone} → ${phone}.`]),
        ...(needsConfirmation ? ["Новый телефон нужно подтвердить кодом из СМС."] : []),
        ...(email === undefined ? [] : [`e-mail ${found.email} → ${email}.`]),
        `Завершено входов: ${sessions}. Писем уйдёт: ${mails}.`,
        `Сутки участник ничего не закажет, если не войдёт с прежним паролем. Вернуть контакты можно ${UNDO_DAYS} дней по ссылке из письма на прежний e-mail.`,
      ],
      subject: { kind: "person", id: found.id },
      before: { phone_confirmed: found.phone_confirmed_at !== null },
      after: {
        phone_confirmed: !needsConfirmation && found.phone_confirmed_at !== null,
        phone_changed: phone !== undefined,
        email_changed: email !== undefined,
      },
      link: { card: "person", id: String(found.id) },
    };
  },
});

async function requireFreePhone(trx: Trx, services: Services, found: UserRow, phone: string): Promise<void> {
  requireServedPhone(services, phone);
  const other = await trx.selectFrom("users").select("id").where("phone", "=", phone).executeTakeFirst();
  if (other) throw takenError("phone", other.id);
  if (found.phone_confirmed_at === null && found.password_hash === null) {
    const message = "Участник ещё не подтвердил телефон: он может зарегистрироваться заново с новым.";
    throw new RefusalError(alias.validation, message, "phone");
  }
}

async function requireFreeEmail(trx: Trx, found: UserRow, email: string): Promise<void> {
  const other = await trx
    .selectFrom("users")
    .select("id")
    .where(sql<string>`lower(email)`, "in", mailboxSpellings(email))
    .where("id", "!=", found.id)
    .executeTakeFirst();
  if (other) throw takenError("email", other.id);
}

function takenError(field: "phone" | "email", id: number): RefusalError {
  const what = field === "phone" ? "Этот телефон" : "Этот e-mail";
  return new RefusalError(alias.collision, `${what} уже у участника № ${id}.`, field);
}

/** @returns how many mails go out */
async function tellOldAndNew(
  trx: Trx,
  services: Services,
  found: UserRow,
  changes: {
    phone: string | undefined;
    email: string | undefined;
    needsConfirmation: boolean;
    undoLink: string;
  },
): Promise<number> {
  const { phone, email } = changes;
  const { publicOrigin } = services.settings;
  const what = [...(phone ? ["телефон"] : []), ...(email ? ["e-mail"] : [])].join(" и ");
  const changed = `Здравствуйте.\n\nПо обращению в поддержку у вашего аккаунта в клубе изменён ${what}.`;
  const steps = changes.needsConfirmation
    ? `\n\nПодтвердите новый телефон кодом из СМС: ${publicOrigin}/activation. После этого пришлём новый пароль.`
    : `\n\nВходите с новым адресом или по телефону: ${publicOrigin}/login`;
  const orders = "\n\nСутки заказать подарки можно, только если войти с прежним паролем.";
  const warning = `\n\nЕсли вы об этом не просили, откройте ссылку и задайте новый пароль: прежние контакты вернутся. Она действует ${UNDO_DAYS} дней:\n\n${changes.undoLink}\n\nИ напишите нам: ${publicOrigin}/feedback`;
  const send = (to: string, text: string, secret: boolean) =>
    sendMessage(trx, services, { channel: "email", to, subject: "Контакты в клубе изменены", text, secret });
  if (email) await send(email, changed + steps + orders, false);
  if (found.phone_confirmed_at) await send(found.email, changed + (email ? "" : steps + orders) + warning, true);
  if (phone && found.phone_confirmed_at) {
    const text = `Клуб: телефон вашего аккаунта изменён. Не вы? Напишите: ${publicOrigin}/feedback`;
    await sendMessage(trx, services, { channel: "sms", to: found.phone, text });
  }
  return (email ? 1 : 0) + (found.phone_confirmed_at ? 1 : 0);
}
