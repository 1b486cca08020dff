import { sql } from "kysely";
import { phoneDigits } from "../../../../contract/fields";
import {
  INN_LENGTHS,
  type Participant,
  PHONE_DIGITS,
  participantNames,
  participantOf,
} from "../../../../contract/values";
import { optionalChoice, optionalText } from "../../../platform/acts/field";
import { formatMoment } from "../../../platform/acts/format";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import { mailboxSpellings } from "../../../platform/outbox/mailbox";
import type { Services } from "../../../platform/services";
import { fullName } from "../person";
import { describeState, type PersonState, personStates } from "./person-state";

/** People by whatever an operator knows of them. By a name they stand in the order of names, otherwise the newest first. */
export const people = defineList({
  name: "people",
  group: "people",
  title: "Участники",
  summary: "Participants by phone, e-mail, INN, id or the beginning of the last name, by role and by state.",
  roles: ["support", "fulfilment", "finance"],
  filters: {
    search: optionalText({
      label: "Найти",
      hint: "Телефон, e-mail, ИНН, номер участника или начало фамилии",
      help: "phone, e-mail, INN, id or the beginning of the last name",
      isPrivate: true,
    }),
    role: optionalChoice({ label: "Роль", help: "the kind of participant", choices: participantNames }),
    state: optionalChoice({ label: "Состояние", help: "such as disabled", choices: personStates }),
  },
  columns: [
    { title: "№", isNumber: true },
    { title: "Участник" },
    { title: "Роль" },
    { title: "Телефон" },
    { title: "E-mail" },
    { title: "Состояние" },
    { title: "Регистрация" },
  ],
  async read(services, { search, role, state }, after) {
    const name = search === undefined || isNumberOrAddress(search) ? undefined : search;
    const found = await selectPeople(services, { search: name === undefined ? search : undefined, role, state })
      .$if(name !== undefined, (query) => query.where(nameBegins(name ?? "")))
      .$if(after !== undefined && name !== undefined, (query) =>
        query.where(sql<boolean>`(${byName}, id) > (select ${byName}, id from users where id = ${after})`),
      )
      .$if(after !== undefined && name === undefined, (query) => query.where("id", "<", after ?? 0))
      .$if(name !== undefined, (query) => query.orderBy(byName).orderBy("id"))
      .$if(name === undefined, (query) => query.orderBy("id", "desc"))
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(found, (person) => ({
      cells: [
        String(person.id),
        fullName(person),
        participantNames[participantOf(person.role, person.is_system)],
        person.phone,
        person.email,
        describeState(person),
        formatMoment(person.created_at),
      ],
      link: { card: "person", id: String(person.id) },
    }));
  },
});

const byName = sql<string>`lower(last_name) collate "C"`;

/** Digits, or an address: everything else is a name. */
function isNumberOrAddress(search: string): boolean {
  return search.includes("@") || /^[\d\s()+-]+$/.test(search);
}

interface Filters {
  readonly search: string | undefined;
  readonly role: Participant | undefined;
  readonly state: PersonState | undefined;
}

function selectPeople({ db }: Services, { search, role, state }: Filters) {
  return db
    .selectFrom("users")
    .selectAll()
    .$if(search !== undefined, (query) => query.where(matches(search ?? "")))
    .$if(role !== undefined, (query) =>
      query
        .where("role", "=", role?.replace(/^system-/, "") as "member")
        .where("is_system", "=", role?.startsWith("system-") ?? false),
    )
    .$if(state === "disabled", (query) => query.where("is_disabled", "=", true))
    .$if(state === "inactive", (query) =>
      query
        .where("is_disabled", "=", false)
        .where((where) =>
          where.or([where("phone_confirmed_at", "is", null), where("agreement_accepted_at", "is", null)]),
        ),
    )
    .$if(state === "waiting", (query) =>
      query
        .where("role", "=", "manager")
        .where("curator_id", "is not", null)
        .where("phone_confirmed_at", "is not", null)
        .where("distributor_confirmed_at", "is", null)
        .where("is_disabled", "=", false),
    );
}

/** A number of ten digits may be a phone or an INN. */
function matches(search: string) {
  if (search.includes("@")) return sql<boolean>`lower(email) = any(${mailboxSpellings(search.trim())}::text[])`;
  const digits = search.replace(/\D/g, "");
  const phone = phoneDigits(search);
  const isInn = INN_LENGTHS.some((length) => length === digits.length);
  return sql<boolean>`id in (
    select id from users where phone = ${phone} and ${phone.length === PHONE_DIGITS}
    union all select owner_id from companies where inn = ${digits} and ${isInn}
    union all select ${digits.length < PHONE_DIGITS - 1 ? Number(digits) : 0}::integer
  )`;
}

/** The beginning of the last name, and after a space of the first name. */
function nameBegins(name: string) {
  const [last = "", first = ""] = name.toLowerCase().split(/\s+/);
  // The last character of Unicode ends the range of what begins with the text.
  return sql<boolean>`${byName} >= ${last} and ${byName} < ${`${last}\u{10ffff}`} and starts_with(lower(first_name), ${first})`;
}
