import { type RawBuilder, sql } from "kysely";
import { alias } from "../../../contract/values";
import type { UserRow } from "../../platform/db/types";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Services, Trx } from "../../platform/services";
import { lockBalance } from "../../points/ledger";

/** What an erasure changed. */
export interface Erasure {
  /** Rows by what they are, without those that had none. */
  readonly changed: Readonly<Record<string, number>>;
  /** Points that stay on the account and can't be spent any more. */
  readonly points: number;
}

const LAST_NAME = "Удалённый";
const FIRST_NAME = "участник";

/** Orders on their way need the recipient. */
const OPEN_STATUSES = ["new", "processing", "need_documents", "sent", "ready_for_pickup"] as const;

/**
 * Erases a person: name, contacts, companies, recipients, documents, messages and sessions go; the row of the person, deals,
 * orders and ledger entries stay under a pseudonym, so that everybody's points still add up. Nobody can log in as the person,
 * and phone and e-mail are free for a new registration.
 *
 * @throws RefusalError on `person` while orders are open, or a distributor has no other curator
 */
export async function erasePerson(trx: Trx, services: Services, userId: number): Promise<Erasure> {
  await sql`set local statement_timeout = 0`.execute(trx);
  const points = await lockBalance(trx, userId);
  const person = await trx
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await requireErasable(trx, person);
  const changed: Record<string, number> = {};
  const { rows: texts } = await sql<{ changed: number }>`select erase_entry_texts(${userId}) as changed`.execute(trx);
  if (texts[0]?.changed) changed["тексты записей о баллах"] = texts[0].changed;
  for (const [name, statement] of listStatements(person, services.now())) {
    const { numAffectedRows } = await statement.execute(trx);
    const rows = Number(numAffectedRows ?? 0);
    if (rows > 0) changed[name] = (changed[name] ?? 0) + rows;
  }
  return { changed, points };
}

async function requireErasable(trx: Trx, person: UserRow): Promise<void> {
  if (person.erased_at) throw refuse("Данные этого участника уже стёрты.");
  const orders = await trx
    .selectFrom("exchanges")
    .select("id")
    .where("user_id", "=", person.id)
    .where("status", "in", OPEN_STATUSES)
    .orderBy("id")
    .execute();
  if (orders.length > 0) {
    const ids = orders.map(({ id }) => id).join(", ");
    throw refuse(`Сначала завершите, отклоните или отмените заказы в пути: ${ids}.`);
  }
  const distributor = await trx
    .selectFrom("companies")
    .select("inn")
    .where("owner_id", "=", person.id)
    .where("kind", "=", "distributor")
    .executeTakeFirst();
  if (distributor) {
    throw refuse(
      `Это куратор дистрибьютора ${distributor.inn}: сначала отдайте компанию другому куратору (company-owner ${distributor.inn}).`,
    );
  }
}

function refuse(message: string): RefusalError {
  return new RefusalError(alias.validation, message, "person");
}

/** The changes in their order; texts that name the person are found by what the person's row still says. */
function listStatements(person: UserRow, now: Date): [name: string, statement: RawBuilder<unknown>][] {
  const { id } = person;
  return [
    ...listMessageStatements(person, now),
    ["документы", sql`delete from documents where user_id = ${id}`],
    [
      "получатели заказов",
      sql`update exchanges set recipient_sealed = null, recipient_masked = '', card_holder_sealed = null,
          request_digest_sealed = null, delivery_city = '', delivery_address = '', pickup_point_code = '', tracking_number = '',
          reject_reason = ''
        where user_id = ${id}`,
    ],
    [
      "коды сертификатов",
      sql`update certificate_codes set code_sealed = ''
        where code_sealed <> '' and exchange_id in (select id from exchanges where user_id = ${id})`,
    ],
    [
      "компании предпринимателя",
      sql`update companies set inn = lpad(id::text, 12, '0'), actual_name_organization = 'Удалённая компания',
          legal_name_organization = '', actual_address_organization = '', legal_address_organization = ''
        where owner_id = ${id} and length(inn) = 12`,
    ],
    [
      "названия и адреса магазинов",
      sql`update companies set actual_address_organization = '',
          actual_name_organization = coalesce(nullif(legal_name_organization, ''), 'ИНН ' || inn)
        where owner_id = ${id} and length(inn) = 10`,
    ],
    ["заявки на компании", sql`delete from company_claims where phone = ${person.phone} or ${isEmail(person)}`],
    [
      "файлы заявок о продажах",
      sql`update report_files set content = '' where content <> '' and id in (
          select file_id from deals where id in (
            select deal_id from sale_claims where ${id} in (user_id, manager_id)
          )
        )`,
    ],
    ["заявки о продажах", sql`delete from sale_claims where user_id = ${id}`],
    ["заявки о продажах: без менеджера", sql`update sale_claims set manager_id = null where manager_id = ${id}`],
    ["обращения", sql`delete from feedback where ${isEmail(person)}`],
    ...listInvitationStatements(person, now),
    ["согласия: без сетевого адреса", sql`update consents set address = '' where user_id = ${id} and address <> ''`],
    ["входы", sql`delete from sessions where user_id = ${id}`],
    ["сети входов", sql`delete from known_networks where user_id = ${id}`],
    ["ссылки для входа", sql`delete from redirect_tokens where user_id = ${id}`],
    ["ссылки на новый пароль", sql`delete from password_resets where user_id = ${id}`],
    ["коды", sql`delete from phone_codes where phone = ${person.phone}`],
    [
      "счётчики ограничений",
      sql`delete from rate_limits
        where position(${person.phone} in key) > 0 or position(lower(${person.email}) in lower(key)) > 0`,
    ],
    ["магазины: без менеджера", sql`update users set manager_id = null where manager_id = ${id}`],
    [
      "участники: без дистрибьютора",
      sql`update users set curator_id = null, distributor_confirmed_at = null where curator_id = ${id}`,
    ],
    [
      "участник",
      sql`update users set last_name = ${LAST_NAME}, first_name = ${FIRST_NAME}, sur_name = '',
          phone = lpad(id::text, 11, '0'), email = 'erased-' || id || '@erased.invalid', employee_position = '',
          phone_confirmed_at = coalesce(phone_confirmed_at, agreement_accepted_at),
          password_hash = null, password_expires_at = null, registration_network = '', is_disabled = true, referral_code = gen_random_uuid(),
          unsubscribe_secret = gen_random_uuid(), registration_promo_code = '', curator_id = null, manager_id = null,
          distributor_confirmed_at = null, erased_at = ${now}
        where id = ${id}`,
    ],
  ];
}

function isEmail(person: UserRow): RawBuilder<boolean> {
  return sql<boolean>`lower(email) = lower(${person.email})`;
}

/** Whether a text has the person's phone or e-mail. A name may be another person's, too. */
function isNamedIn(column: string, { phone, email }: UserRow): RawBuilder<boolean> {
  const text = sql.ref(column);
  return sql<boolean>`(position(${phone} in ${text}) > 0 or position(lower(${email}) in lower(${text})) > 0)`;
}

/** Messages to the person, to others about the person, and the person's invitations. What hasn't gone yet never goes. */
function listMessageStatements(person: UserRow, now: Date): [string, RawBuilder<unknown>][] {
  return [
    [
      "сообщения",
      sql`update outbox set recipient = '', subject = '', text = '', unsubscribe_url = '',
          failed_at = case when sent_at is null then coalesce(failed_at, ${now}) end,
          last_error = case when sent_at is null then coalesce(last_error, 'erased') end
        where recipient <> '' and (recipient = ${person.phone} or lower(recipient) = lower(${person.email})
          or ${isNamedIn("text", person)} or id in (select outbox_id from invites where inviter_id = ${person.id}))`,
    ],
    ["ошибки отчётов", sql`delete from report_errors where ${isNamedIn("message", person)}`],
    [
      "ошибки списков",
      sql`delete from task_errors where ${isNamedIn("value", person)} or ${isNamedIn("message", person)}
        or exists (select from unnest(cells) cell where ${isNamedIn("cell", person)})
        or task_id in (select id from tasks where owner_id = ${person.id})`,
    ],
  ];
}

function listInvitationStatements(person: UserRow, now: Date): [string, RawBuilder<unknown>][] {
  const { id } = person;
  return [
    [
      "свои приглашения без ответа",
      sql`delete from invites where inviter_id = ${id} and registered_user_id is null
        and not exists (select from users where users.invite_id = invites.id)`,
    ],
    [
      "приглашения этому участнику",
      sql`update invites set last_name = ${LAST_NAME}, first_name = ${FIRST_NAME}, sur_name = '',
          email = 'erased-' || id || '@erased.invalid'
        where registered_user_id = ${id} or ${isEmail(person)}`,
    ],
    [
      "загруженные списки",
      sql`update tasks set file_name = '', file_content = null,
          status = case when status in ('queued', 'in_progress') then 'failed' else status end,
          finished_at = coalesce(finished_at, ${now})
        where owner_id = ${id}`,
    ],
  ];
}
