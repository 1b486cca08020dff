import { type RawBuilder, sql } from "kysely";
import type { UserRow } from "../../platform/db/types";
import { isMailboxOf, namesContact } from "./by-mailbox";

/** What an erasure does to the rows of a table that are about a person. */
export interface ErasureStep {
  /** What the rows are, for the operator. */
  readonly name: string;
  readonly table: string;
  /** The columns with what they become; null: the rows are deleted. */
  readonly set: Readonly<Record<string, unknown>> | null;
  readonly where: RawBuilder<boolean>;
}

const LAST_NAME = "Удалённый";
const FIRST_NAME = "участник";

/**
 * The steps in their order; texts that name the person are found by what the person's row still says. Each column that no
 * step sets stands in `KEPT_AFTER_ERASURE`.
 */
export function listErasureSteps(person: UserRow, now: Date): ErasureStep[] {
  const { id } = person;
  return [
    ...listMessageSteps(person, now),
    remove("документы", "documents", sql`user_id = ${id}`),
    change("получатели заказов", "exchanges", sql`user_id = ${id}`, {
      recipient_sealed: null,
      recipient_masked: "",
      card_holder_sealed: null,
      request_digest_sealed: null,
      delivery_city: "",
      delivery_address: "",
      pickup_point_code: "",
      tracking_number: "",
      reject_reason: "",
    }),
    change(
      "коды сертификатов",
      "certificate_codes",
      sql`code_sealed <> '' and coalesce(exchange_id, withdrawn_from) in (select id from exchanges where user_id = ${id})`,
      { code_sealed: Buffer.alloc(0) },
    ),
    change(
      "причины в истории заказов",
      "exchange_changes",
      sql`reason <> '' and exchange_id in (select id from exchanges where user_id = ${id})`,
      { reason: "" },
    ),
    change("компании предпринимателя", "companies", sql`owner_id = ${id} and length(inn) = 12`, {
      inn: sql`lpad(id::text, 12, '0')`,
      actual_name_organization: "Удалённая компания",
      legal_name_organization: "",
      actual_address_organization: "",
      legal_address_organization: "",
    }),
    change("названия и адреса магазинов", "companies", sql`owner_id = ${id} and length(inn) = 10`, {
      actual_address_organization: "",
      actual_name_organization: sql`coalesce(nullif(legal_name_organization, ''), 'ИНН ' || inn)`,
    }),
    remove(
      "просьбы отдать компанию",
      "company_claims",
      sql`phone = ${person.phone} or ${isMailboxOf("email", person)}`,
    ),
    change(
      "файлы заявок о продажах",
      "report_files",
      sql`content <> '' and id in (
        select file_id from deals where id in (select deal_id from sale_claims where ${id} in (user_id, manager_id))
      )`,
      { content: Buffer.alloc(0) },
    ),
    remove("проверенные отчёты", "report_previews", sql`curator_id = ${id}`),
    remove(
      "фотографии заявок о продажах",
      "sale_claim_photos",
      sql`claim_id in (select id from sale_claims where user_id = ${id})`,
    ),
    remove("заявки о продажах", "sale_claims", sql`user_id = ${id}`),
    change("заявки о продажах: без менеджера", "sale_claims", sql`manager_id = ${id}`, { manager_id: null }),
    remove("обращения", "feedback", isMailboxOf("email", person)),
    ...listInvitationSteps(person, now),
    change("согласия: без сетевого адреса", "consents", sql`user_id = ${id} and address <> ''`, { address: "" }),
    remove("входы", "sessions", sql`user_id = ${id}`),
    remove("сети входов", "known_networks", sql`user_id = ${id}`),
    remove("ссылки для входа", "redirect_tokens", sql`user_id = ${id}`),
    remove("ссылки на новый пароль", "password_resets", sql`user_id = ${id}`),
    remove("прежние контакты", "contact_changes", sql`user_id = ${id}`),
    remove("коды", "phone_codes", sql`phone = ${person.phone}`),
    remove("счётчики ограничений", "rate_limits", namesContact("key", person)),
    change("магазины: без менеджера", "users", sql`manager_id = ${id}`, { manager_id: null }),
    change("участники: без дистрибьютора", "users", sql`curator_id = ${id}`, {
      curator_id: null,
      distributor_confirmed_at: null,
    }),
    change("участник", "users", sql`id = ${id}`, {
      last_name: LAST_NAME,
      first_name: FIRST_NAME,
      sur_name: "",
      phone: sql`lpad(id::text, 11, '0')`,
      email: sql`'erased-' || id || '@erased.invalid'`,
      employee_position: "",
      phone_confirmed_at: sql`coalesce(phone_confirmed_at, agreement_accepted_at)`,
      password_hash: null,
      password_expires_at: null,
      registration_network: "",
      is_disabled: true,
      referral_code: sql`gen_random_uuid()`,
      unsubscribe_secret: sql`gen_random_uuid()`,
      registration_promo_code: "",
      curator_id: null,
      manager_id: null,
      distributor_confirmed_at: null,
      erased_at: now,
    }),
  ];
}

/** The statement of a step. */
export function erasureStatement({ table, set, where }: ErasureStep): RawBuilder<unknown> {
  if (set === null) return sql`delete from ${sql.table(table)} where ${where}`;
  const values = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return sql`update ${sql.table(table)} set ${sql.join(values)} where ${where}`;
}

function change(
  name: string,
  table: string,
  where: RawBuilder<boolean>,
  set: Readonly<Record<string, unknown>>,
): ErasureStep {
  return { name, table, set, where };
}

function remove(name: string, table: string, where: RawBuilder<boolean>): ErasureStep {
  return { name, table, set: null, where };
}

/** Messages to the person, to others about the person, and the person's invitations. What hasn't gone yet never goes. */
function listMessageSteps(person: UserRow, now: Date): ErasureStep[] {
  return [
    change(
      "сообщения",
      "outbox",
      sql`recipient <> '' and (recipient = ${person.phone} or ${isMailboxOf("recipient", person)}
        or ${namesContact("text", person)} or id in (select outbox_id from invites where inviter_id = ${person.id}))`,
      {
        recipient: "",
        subject: "",
        text: "",
        unsubscribe_url: "",
        failed_at: sql`case when sent_at is null then coalesce(failed_at, ${now}) end`,
        last_error: sql`case when sent_at is null then coalesce(last_error, 'erased') end`,
      },
    ),
    remove("ошибки отчётов", "report_errors", namesContact("message", person)),
    remove(
      "ошибки списков",
      "task_errors",
      sql`${namesContact("value", person)} or ${namesContact("message", person)}
        or exists (select from unnest(cells) cell where ${namesContact("cell", person)})
        or task_id in (select id from tasks where owner_id = ${person.id})`,
    ),
  ];
}

function listInvitationSteps(person: UserRow, now: Date): ErasureStep[] {
  const { id } = person;
  return [
    remove(
      "свои приглашения без ответа",
      "invites",
      sql`inviter_id = ${id} and registered_user_id is null
        and not exists (select from users where users.invite_id = invites.id)`,
    ),
    change(
      "приглашения этому участнику",
      "invites",
      sql`registered_user_id = ${id} or ${isMailboxOf("email", person)}`,
      {
        last_name: LAST_NAME,
        first_name: FIRST_NAME,
        sur_name: "",
        email: sql`'erased-' || id || '@erased.invalid'`,
      },
    ),
    change("загруженные списки", "tasks", sql`owner_id = ${id}`, {
      file_name: "",
      file_content: null,
      // Whom the person looked for, when invitations were sent again.
      search: "",
      status: sql`case when status in ('queued', 'in_progress') then 'failed' else status end`,
      finished_at: sql`coalesce(finished_at, ${now})`,
    }),
  ];
}
