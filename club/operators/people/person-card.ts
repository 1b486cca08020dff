import { sql } from "kysely";
import type { Fact, ViewSection } from "../../../contract/operator/views";
import { inviteStatusTitles, participantNames, participantOf, withdrawalStatusTitles } from "../../../contract/values";
import { findPersonOrNone } from "../../people/accounts/find-person";
import { entryColumns, readEntryRows, viewEntry } from "../../people/accounts/operators/list-movements";
import { describeState, isUnconfirmedManager } from "../../people/accounts/operators/person-state";
import { fullName, isActive } from "../../people/accounts/person";
import { formatMoment, formatNumber, formatPoints } from "../../platform/acts/format";
import { tableOfSessions } from "../../platform/acts/session-table";
import type { Card } from "../../platform/acts/view";
import type { UserRow } from "../../platform/db/types";
import { moscowDate } from "../../platform/moscow-date";
import { describeMessageState, maskRecipient } from "../../platform/outbox/message-state";
import type { Services } from "../../platform/services";
import { personHoldsPoints } from "../../points/holds-points";
import { dealColumns, readDealRows, viewDeal } from "../../sales/deals/operators/deal-rows";
import { readingEvents } from "../record-event";

/** Rows of a kind on the card. */
const ROWS = 20;

/** Everything about a participant, also by phone or e-mail. */
export const personCard: Card = {
  name: "person",
  summary: "Everything about a participant, by id, phone or e-mail.",
  roles: ["support", "fulfilment", "finance"],
  async read(services, id) {
    const person = await findPersonOrNone(services, id);
    if (!person) return null;
    const documents = await readDocumentStatus(services, person.id);
    return {
      id: person.id,
      title: `${fullName(person)}, № ${person.id}`,
      sections: [
        { title: "Участник", facts: describePerson(person) },
        { title: "Связь", facts: await describeRelation(services, person) },
        ...(await readPoints(services, person)),
        await readCompanies(services, person),
        await readSessions(services, person),
        await readDeals(services, person),
        await readOrders(services, person),
        await readInvitations(services, person),
        await readMessages(services, person),
        await readConsents(services, person, documents),
        await readAudit(services, person),
      ].filter(({ facts = [], table }) => facts.length > 0 || (table && table.rows.length > 0)),
      acts: offeredActs(person, documents, moscowDate(services.now())),
    };
  },
};

function describePerson(person: UserRow): Fact[] {
  return [
    { label: "Роль", value: participantNames[participantOf(person.role, person.is_system)] },
    { label: "Состояние", value: describeState(person) },
    { label: "Телефон", value: person.phone },
    { label: "E-mail", value: person.email },
    ...(person.employee_position ? [{ label: "Должность", value: person.employee_position }] : []),
    { label: "Зарегистрирован", value: formatMoment(person.created_at) },
    { label: "Телефон подтверждён", value: formatMoment(person.phone_confirmed_at) },
    { label: "Правила приняты", value: formatMoment(person.agreement_accepted_at) },
    ...(person.unsubscribed_at ? [{ label: "Отписан от рассылок", value: formatMoment(person.unsubscribed_at) }] : []),
    ...(person.erased_at ? [{ label: "Данные стёрты", value: formatMoment(person.erased_at) }] : []),
    ...(person.merged_into_id
      ? [{ label: "Объединён с", value: `№ ${person.merged_into_id}`, link: linkTo(person.merged_into_id) }]
      : []),
  ];
}

/** The people to whom the person belongs, who belong to the person, who invited, and merged accounts. */
async function describeRelation({ db }: Services, person: UserRow): Promise<Fact[]> {
  const related = await db
    .selectFrom("users")
    .select(["id", "last_name", "first_name", "sur_name", "merged_into_id"])
    .where((where) =>
      where.or([
        where(
          "id",
          "in",
          [person.curator_id, person.manager_id, person.referred_by_id].map((id) => id ?? 0),
        ),
        where("merged_into_id", "=", person.id),
      ]),
    )
    .execute();
  const { curated, managed } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom("users").where("curator_id", "=", person.id).select(fn.countAll<number>().as("n")).as("curated"),
      selectFrom("users").where("manager_id", "=", person.id).select(fn.countAll<number>().as("n")).as("managed"),
    ])
    .executeTakeFirstOrThrow();
  const fact = (label: string, id: number | null): Fact[] => {
    const found = related.find((candidate) => candidate.id === id);
    return found ? [{ label, value: fullName(found), link: linkTo(found.id) }] : [];
  };
  return [
    ...fact("Куратор", person.curator_id),
    ...(person.role === "manager" && person.curator_id !== null
      ? [{ label: "Дистрибьютор подтверждён", value: formatMoment(person.distributor_confirmed_at) }]
      : []),
    ...fact("Менеджер", person.manager_id),
    ...fact("Пришёл по ссылке", person.referred_by_id),
    ...related
      .filter(({ merged_into_id }) => merged_into_id === person.id)
      .map((account) => ({ label: "Прежний аккаунт", value: `№ ${account.id}`, link: linkTo(account.id) })),
    ...(curated ? [{ label: "Людей у куратора", value: formatNumber(curated) }] : []),
    ...(managed ? [{ label: "Людей у менеджера", value: formatNumber(managed) }] : []),
  ];
}

async function readPoints(services: Services, person: UserRow): Promise<ViewSection[]> {
  if (!personHoldsPoints(person)) return [];
  const { db } = services;
  const { points, pending, owed, held } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("balances").where("user_id", "=", person.id).select("points").as("points"),
      selectFrom("pending_credits")
        .where("user_id", "=", person.id)
        .select(sql<number>`coalesce(sum(amount), 0)`.as("points"))
        .as("pending"),
      selectFrom("debts")
        .where("user_id", "=", person.id)
        .where("amount_left", ">", 0)
        .select(sql<number>`coalesce(sum(amount_left), 0)`.as("points"))
        .as("owed"),
      selectFrom("held_points")
        .where("user_id", "=", person.id)
        .where("available_on", ">", moscowDate(services.now()))
        .select(sql<number>`coalesce(sum(points), 0)`.as("points"))
        .as("held"),
    ])
    .executeTakeFirstOrThrow();
  const entries = await readEntryRows(services, person.id, ROWS);
  return [
    {
      title: "Баллы",
      facts: [
        { label: "На счёте", value: formatPoints(points ?? 0) },
        ...(held && services.settings.pointsPendingDays !== null
          ? [{ label: "Из них ещё нельзя потратить", value: formatPoints(held) }]
          : []),
        ...(pending ? [{ label: "Ждут активности участника", value: formatPoints(pending) }] : []),
        ...(owed ? [{ label: "Долг", value: formatPoints(owed) }] : []),
      ],
      table: { columns: entryColumns, rows: entries.map(viewEntry) },
      more: { list: "entries", filters: { person: String(person.id) } },
    },
  ];
}

async function readDeals(services: Services, person: UserRow): Promise<ViewSection> {
  const deals = await readDealRows(services, { userId: person.id }, ROWS);
  return {
    title: person.role === "member" ? "Покупки" : "Продажи",
    table: { columns: dealColumns, rows: deals.map(viewDeal) },
    more: { list: "deals", filters: { person: String(person.id) } },
  };
}

async function readCompanies({ db }: Services, person: UserRow): Promise<ViewSection> {
  const companies = await db
    .selectFrom("companies")
    .select(["id", "inn", "actual_name_organization", "actual_address_organization"])
    .where("owner_id", "=", person.id)
    .orderBy("id")
    .limit(ROWS)
    .execute();
  return {
    title: "Компании",
    table: {
      columns: [{ title: "ИНН" }, { title: "Название" }, { title: "Адрес" }],
      rows: companies.map((company) => ({
        cells: [company.inn, company.actual_name_organization, company.actual_address_organization],
        link: { card: "company", id: String(company.id) },
      })),
    },
  };
}

async function readSessions({ db, now }: Services, person: UserRow): Promise<ViewSection> {
  const sessions = await db
    .selectFrom("sessions")
    .select(["created_at", "last_used_at", "network", "user_agent"])
    .where("user_id", "=", person.id)
    .where("expires_at", ">", now())
    .orderBy("last_used_at", "desc")
    .limit(ROWS)
    .execute();
  return {
    title: "Входы",
    table: tableOfSessions(sessions),
  };
}

async function readOrders({ db }: Services, person: UserRow): Promise<ViewSection> {
  const orders = await db
    .selectFrom("exchanges")
    .innerJoin("prizes", "prizes.id", "prize_id")
    .select(["exchanges.id", "exchanges.created_at", "prizes.name", "exchanges.price", "status"])
    .where("user_id", "=", person.id)
    .orderBy("exchanges.created_at", "desc")
    .limit(ROWS)
    .execute();
  return {
    title: "Заказы",
    table: {
      columns: [
        { title: "№", isNumber: true },
        { title: "Дата" },
        { title: "Подарок" },
        { title: "Баллы", isNumber: true },
        { title: "Состояние" },
      ],
      rows: orders.map((order) => ({
        cells: [
          String(order.id),
          formatMoment(order.created_at),
          order.name,
          formatNumber(order.price),
          withdrawalStatusTitles[order.status],
        ],
        link: { card: "order", id: String(order.id) },
      })),
    },
    more: { list: "orders", filters: { person: String(person.id), status: "all" } },
  };
}

async function readInvitations({ db }: Services, person: UserRow): Promise<ViewSection> {
  const invites = await db
    .selectFrom("invites")
    .select(["created_at", "last_name", "first_name", "sur_name", "email", "status", "registered_user_id"])
    .where("inviter_id", "=", person.id)
    .orderBy("created_at", "desc")
    .limit(ROWS)
    .execute();
  return {
    title: "Приглашения",
    table: {
      columns: [{ title: "Дата" }, { title: "Кого" }, { title: "E-mail" }, { title: "Состояние" }],
      rows: invites.map((invite) => ({
        cells: [formatMoment(invite.created_at), fullName(invite), invite.email, inviteStatusTitles[invite.status]],
        ...(invite.registered_user_id && { link: linkTo(invite.registered_user_id) }),
      })),
    },
  };
}

async function readMessages({ db }: Services, person: UserRow): Promise<ViewSection> {
  const messages = await db
    .selectFrom("outbox")
    .select([
      "id",
      "created_at",
      "channel",
      "recipient",
      "subject",
      "text",
      "is_secret",
      "sent_at",
      "failed_at",
      "last_error",
    ])
    .where(sql<string>`lower(recipient)`, "in", [person.phone, person.email.toLowerCase()])
    .orderBy("id", "desc")
    .limit(ROWS)
    .execute();
  return {
    title: "Сообщения",
    table: {
      columns: [{ title: "Дата" }, { title: "Кому" }, { title: "О чём" }, { title: "Состояние" }],
      rows: messages.map((message) => ({
        cells: [
          formatMoment(message.created_at),
          maskRecipient(message),
          message.is_secret ? "Код или пароль" : message.subject || message.text.slice(0, 60),
          describeMessageState(message),
        ],
        link: { card: "message", id: String(message.id) },
      })),
    },
  };
}

const consentTitles = {
  privacy_policy: "Политика конфиденциальности",
  personal_data: "Обработка персональных данных",
  rules: "Правила программы",
};

const documentTitles = { pending: "Ждут решения", accepted: "Приняты", rejected: "Не приняты" };
type DocumentStatus = keyof typeof documentTitles;

async function readDocumentStatus({ db }: Services, userId: number) {
  return db
    .selectFrom("documents")
    .select(["status", "reason", "created_at", "decided_at"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .executeTakeFirst();
}

async function readConsents(
  { db }: Services,
  person: UserRow,
  documents: { status: DocumentStatus; reason: string; created_at: Date; decided_at: Date | null } | undefined,
): Promise<ViewSection> {
  const consents = await db
    .selectFrom("consents")
    .select(["kind", "accepted_at"])
    .where("user_id", "=", person.id)
    .orderBy("id")
    .execute();
  return {
    title: "Документы и согласия",
    facts: [
      ...(documents
        ? [
            {
              label: "Документы",
              value: [
                `${documentTitles[documents.status]}, ${formatMoment(documents.decided_at ?? documents.created_at)}`,
                ...(documents.reason ? [documents.reason] : []),
              ].join(": "),
            },
          ]
        : []),
      ...consents.map(({ kind, accepted_at }) => ({ label: consentTitles[kind], value: formatMoment(accepted_at) })),
    ],
  };
}

async function readAudit({ db }: Services, person: UserRow): Promise<ViewSection> {
  const rows = await db
    .selectFrom("audit_log")
    .select(["at", "act", "actor", "approved_by", "points"])
    .where("subject_kind", "=", "person")
    .where("subject_id", "=", String(person.id))
    .where("act", "not in", readingEvents)
    .orderBy("id", "desc")
    .limit(ROWS)
    .execute();
  return {
    title: "Действия операторов",
    table: {
      columns: [{ title: "Когда" }, { title: "Действие" }, { title: "Кто" }, { title: "Баллы", isNumber: true }],
      rows: rows.map((row) => ({
        cells: [
          formatMoment(row.at),
          row.act,
          row.approved_by ? `${row.actor}, второй: ${row.approved_by}` : row.actor,
          row.points ? formatNumber(row.points) : "",
        ],
      })),
    },
  };
}

/** @param today the last day of the statement, which begins with its month */
function offeredActs(person: UserRow, documents: { status: DocumentStatus } | undefined, today: string) {
  if (person.erased_at) return [];
  const input = { person: String(person.id) };
  const isOwnAccount = person.merged_into_id === null;
  const belongs = (person.role === "manager" || person.role === "member") && !person.is_system;
  const names = [
    ...(documents?.status === "pending" ? ["look-at-documents", "accept-documents", "reject-documents"] : []),
    ...(documents && documents.status !== "pending" ? ["look-at-documents"] : []),
    ...(isUnconfirmedManager(person) && !person.is_disabled ? ["confirm-manager"] : []),
    ...(personHoldsPoints(person) ? ["person-statement"] : []),
    ...(isOwnAccount && personHoldsPoints(person) ? ["correct-points"] : []),
    ...(isOwnAccount && belongs ? ["change-relation"] : []),
    ...(isOwnAccount
      ? ["change-contact", "log-out-person", person.is_disabled ? "enable-person" : "disable-person"]
      : []),
    ...(isOwnAccount && !person.is_disabled && person.phone_confirmed_at ? ["redirect-token"] : []),
    ...(isOwnAccount && !person.is_disabled && isActive(person) ? ["merge-people"] : []),
    "export-person",
    "erase-person",
  ];
  const statement = { ...input, from: `${today.slice(0, -2)}01`, to: today };
  return names.map((act) => ({ act, input: act === "person-statement" ? statement : input }));
}

function linkTo(id: number) {
  return { card: "person", id: String(id) };
}
