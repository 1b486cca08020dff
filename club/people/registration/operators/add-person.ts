import { sql } from "kysely";
import { emailField, nameField, phoneField } from "../../../../contract/fields";
import { alias, fieldMessages } from "../../../../contract/values";
import type { ActContext } from "../../../platform/acts/act";
import { optionalTextBy, textBy } from "../../../platform/acts/field";
import type { NewUser } from "../../../platform/db/types";
import { formatHours } from "../../../platform/http/format-wait";
import { RefusalError } from "../../../platform/http/refusal-error";
import { mailboxSpellings, spellMailbox } from "../../../platform/outbox/mailbox";
import { sendMessage } from "../../../platform/outbox/send-message";
import { issuePasswordLink } from "../../accounts/password-link";
import { lockRegistrations } from "../earlier-registration";

/** What is asked about somebody whom an operator adds. */
export const personFields = {
  last_name: textBy(nameField(fieldMessages.lastName), { label: "Фамилия", help: "last name", isPrivate: true }),
  first_name: textBy(nameField("Укажите имя."), { label: "Имя", help: "first name", isPrivate: true }),
  sur_name: optionalTextBy(nameField(fieldMessages.surName), {
    label: "Отчество",
    help: "patronymic",
    isPrivate: true,
  }),
  phone: textBy(phoneField, { label: "Телефон", help: "such as 79001112233", isPrivate: true }),
  email: textBy(emailField, { label: "E-mail", help: "for the link to set the password", isPrivate: true }),
};

interface PersonInput {
  readonly last_name: string;
  readonly first_name: string;
  readonly sur_name: string | undefined;
  readonly phone: string;
  readonly email: string;
}

/**
 * Adds a person who has no form of registration (§1.2) and mails the link by which the person sets the first password. The
 * operator answers for the phone, so no code is asked for.
 * @returns the person's id
 * @throws RefusalError collision on `phone` or `email`
 */
export async function addPersonWithLink(
  { trx, services }: ActContext,
  { last_name, first_name, sur_name = "", phone, ...typed }: PersonInput,
  kind: Pick<NewUser, "role" | "is_system" | "first_report_waits">,
  welcome: string,
): Promise<number> {
  const email = spellMailbox(typed.email);
  await lockRegistrations(trx);
  const taken = await trx
    .selectFrom("users")
    .select(["id", "phone"])
    .where((where) =>
      where.or([where("phone", "=", phone), where(sql<string>`lower(email)`, "in", mailboxSpellings(email))]),
    )
    .executeTakeFirst();
  if (taken) {
    const what = taken.phone === phone ? "Этот телефон" : "Этот e-mail";
    const message = `${what} уже у участника № ${taken.id}.`;
    throw new RefusalError(alias.collision, message, taken.phone === phone ? "phone" : "email");
  }
  const { id } = await trx
    .insertInto("users")
    .values({ ...kind, last_name, first_name, sur_name, phone, email, phone_confirmed_at: services.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { publicOrigin, firstPasswordHours } = services.settings;
  const link = await issuePasswordLink(trx, services, { id, email }, firstPasswordHours);
  await sendMessage(trx, services, {
    channel: "email",
    to: email,
    subject: "Доступ в клуб",
    text: `Здравствуйте, ${`${first_name} ${sur_name}`.trimEnd()}.\n\n${welcome} Задайте пароль по ссылке, она действует ${formatHours(firstPasswordHours)} и только один раз:\n\n${link}\n\nВход: ${publicOrigin}/login\nЛогин: ${email}\n\nЕсли ссылка уже не действует, запросите новую: ${publicOrigin}/recovery. После входа примите правила программы.`,
    secret: true,
  });
  return id;
}
