import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { personalTables } from "../../club/operators/people/personal-tables";
import { extensionCalls, calls as specified } from "../../contract";
import { type CallDescriptor, pathParameters } from "../../contract/call";
import { createRequest } from "../../contract/request";
import type { Participant } from "../../contract/values";
import { addPerson, freshInn, freshPhone } from "../club/club-people";
import { openTestClub, type TestClub } from "../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../setup/club-call";
import { findPerson, phones } from "../setup/demo";

/** Stands in every text of the victims, and in nothing else. */
const MARK = "Пострадавш";

const calls = [...specified, ...extensionCalls];
const nameOf = ({ method, path }: CallDescriptor) => `${method} ${path}`;

/** Fields that name a person, or something that belongs to one. Each is asked with everything of the victims. */
const NAMING_FIELDS = [
  "id",
  "user_id",
  "invite_id",
  "referral_from_user_id",
  "related_to_user_id",
  "session_id",
  "file_id",
  "report_id",
  "entry_id",
  "task_id",
  "basket_uuid",
  "inn",
  "tin",
  "company_inn",
  "phone",
  "email",
  "login",
  "name",
  "search",
  "promo_code",
  "token",
  "check_word",
  "hash",
  "query",
];

/** All other fields. A new field of a call is added to one of the two lists. */
const OTHER_FIELDS = [
  "action_id",
  "birth_date",
  "cdek_address_full",
  "cdek_pvz_code",
  "city",
  "code",
  "company_actual_address_organization",
  "company_actual_name_organization",
  "company_segment_id",
  "corrected_rows",
  "current_password",
  "date_from",
  "date_to",
  "delivery_city",
  "delivery_country",
  "delivery_flat",
  "delivery_house",
  "delivery_street",
  "display_name",
  "employee_position",
  "equal_rows",
  "face",
  "first_name",
  "gone_sales",
  "invite_status",
  "is_allow_email_notify",
  "is_enabled",
  "last_name",
  "message",
  "month",
  "new_password",
  "page",
  "passport_code",
  "passport_issue_date",
  "passport_issued_by",
  "passport_number",
  "passport_series",
  "password",
  "per_page",
  "period_from",
  "period_to",
  "prize_id",
  "registration_address",
  "selected_additional_fields",
  "sort",
  "sur_name",
  "target_promo_group_system_name",
  "type",
  "user_role",
];

/** What a call says of a person to anybody who knows the contact or holds the link, by the specification. */
const SAID_TO_ANYBODY: Record<string, string> = {
  "GET user/manager/phone/{phone}": "§3.5 a shop names its manager by phone or e-mail, and sees whom it has named",
  "GET referral/{id}": "§2.4.1 the page of a referral link names who sent it",
  "GET invites/{id}": "§2.4.1 an invitation's id is its secret; the form is filled in from it",
};

/** A system manager's regional search has every distributor as its area (§6.4). */
const SAID_TO_SYSTEM_MANAGERS = [
  "GET regional/search/users/inn/{inn}",
  "GET regional/search/users/{id}/list/reports/months",
  "GET regional/search/users/export/reports/rows",
];

/** Calls that need no more than the name of what is asked for: somebody else's is unknown. */
const UNKNOWN_TO_OTHERS = [
  "GET deals/report/details",
  "GET deals/report/download/file/{id}",
  "GET invites/tasks/{id}/import/status",
  "GET invites/tasks/{id}/resend/status",
  "POST invites/user/current/resend",
  "GET regional/search/users/{id}/list/reports/months",
  "GET regional/search/users/export/reports/rows",
];

type Attacker = Participant | "manager who named the victims' distributor" | "guest";
const attackers: readonly Attacker[] = [
  "guest",
  "curator",
  "manager",
  "member",
  "tadam",
  "system-curator",
  "system-manager",
  "manager who named the victims' distributor",
];

let club: TestClub;
const tokens: Partial<Record<Attacker | "victim curator" | "victim manager" | "victim member", string>> = {};
const victims: { id: number; phone: string; email: string }[] = [];
/** Everything that names the victims or what is theirs. */
let names: string[] = [];

beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  for (const phone of [phones.curator, phones.manager, phones.member]) {
    const id = Number(await findPerson(club, phone));
    const { email } = await club.db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirstOrThrow();
    victims.push({ id, phone, email });
  }
  await addVictimsData();
  await addAttackers();
  names = await listNames();
});
afterAll(() => club?.close());

/** Marks the texts of the victims and gives them what the demo lacks. */
async function addVictimsData() {
  const { db } = club;
  const ids = victims.map(({ id }) => id);
  const [curator = 0, manager = 0, member = 0] = ids;
  await db
    .updateTable("users")
    .set({ last_name: `${MARK}ий`, sur_name: `${MARK}ий` })
    .where("id", "in", ids)
    .execute();
  await db
    .updateTable("companies")
    .set({ actual_name_organization: `${MARK}ая лавка`, legal_name_organization: `ООО «${MARK}ая лавка»` })
    .where("owner_id", "in", ids)
    // The name of a distributor is in the list from which everybody chooses one (§3.2).
    .where("kind", "=", "retail")
    // The name of a distributor is in the list from which everybody chooses one (§3.2).
    .where("kind", "=", "retail")
    .execute();
  await db
    .updateTable("deals")
    .set({ article_name: `${MARK}ее масло` })
    .where("member_id", "=", member)
    .execute();
  await db
    .updateTable("report_files")
    .set({ file_name: `${MARK}ий.csv`, content: Buffer.from(MARK) })
    .where("curator_id", "=", curator)
    .execute();
  await db
    .updateTable("invites")
    .set({ last_name: `${MARK}ий` })
    .where("inviter_id", "in", ids)
    .execute();
  for (const owner_id of [curator, manager]) {
    const { id } = await db
      .insertInto("tasks")
      .values({ owner_id, kind: "invite_import", status: "done", file_name: `${MARK}ий.csv` })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("task_errors")
      .values({ task_id: id, row: 2, field: "E-mail", message: `${MARK}ий`, value: `${MARK}ий` })
      .execute();
  }
  tokens["victim curator"] = await club.logIn(phones.curator);
  tokens["victim manager"] = await club.logIn(phones.manager);
  tokens["victim member"] = await club.logIn(phones.member);
  await db
    .updateTable("sessions")
    .set({ user_agent: `${MARK}ий` })
    .where("user_id", "in", ids)
    .execute();
}

/** Adds a person of every kind, all of another distributor. One manager has named the victims' and isn't confirmed. */
async function addAttackers() {
  const curator = await addPerson(club, { role: "curator" });
  const confirmed = { curator_id: curator.id, distributor_confirmed_at: new Date() };
  const people = {
    curator,
    manager: await addPerson(club, { role: "manager", ...confirmed }),
    member: await addPerson(club, { role: "member", ...confirmed }),
    tadam: await addPerson(club, { role: "tadam" }),
    "system-curator": await addPerson(club, { role: "curator", is_system: true }),
    "system-manager": await addPerson(club, { role: "manager", is_system: true }),
    "manager who named the victims' distributor": await addPerson(club, {
      role: "manager",
      curator_id: victims[0]?.id ?? 0,
    }),
  };
  for (const [attacker, person] of Object.entries(people)) tokens[attacker as Attacker] = await person.logIn();
}

async function listNames(): Promise<string[]> {
  const { db } = club;
  const ids = victims.map(({ id }) => id);
  const [curator = 0, , member = 0] = ids;
  const rows: Record<string, unknown>[] = [
    ...(await db
      .selectFrom("users")
      .select(["id", "phone", "email", "referral_code"])
      .where("id", "in", ids)
      .execute()),
    ...(await db.selectFrom("companies").select(["id", "inn"]).where("owner_id", "in", ids).execute()),
    ...(await db.selectFrom("report_files").select("id").where("curator_id", "=", curator).limit(1).execute()),
    ...(await db.selectFrom("deals").select("id").where("member_id", "=", member).limit(1).execute()),
    ...(await db.selectFrom("invites").select("id").where("inviter_id", "in", ids).limit(2).execute()),
    ...(await db.selectFrom("tasks").select("id").where("owner_id", "in", ids).execute()),
    ...(await db.selectFrom("sessions").select("id").where("user_id", "in", ids).execute()),
    ...(await db.selectFrom("exchanges").select(["id", "basket_uuid"]).where("user_id", "in", ids).limit(1).execute()),
    { name: MARK },
  ];
  return [...new Set(rows.flatMap((row) => Object.values(row).map(String)))].filter(Boolean);
}

/** The fields of a call, also those of each variant of its input. */
function fieldsOf({ input }: CallDescriptor): string[] {
  const variants = input instanceof z.ZodDiscriminatedUnion ? input.options : [input];
  return [...new Set((variants as z.AnyZodObject[]).flatMap(({ shape }) => Object.keys(shape)))];
}

const person = { last_name: "Чужой", first_name: "Олег", sur_name: "Ильич" };
const contact = () => ({ phone: freshPhone(), email: `${freshPhone()}@example.org` });
const shop = () => ({
  company_inn: freshInn(),
  company_actual_address_organization: "Тверь, Лесная, 4",
  company_segment_id: "1",
});

/** The rest of a call's input, so that it isn't refused for what it lacks. */
const rest: Record<string, () => object> = {
  "POST login": () => ({ password: "gear-box-42" }),
  "POST register": () => ({ user_role: "member", ...person, ...contact(), ...shop() }),
  "POST restore/password": () => ({ check_word: "x", email: "x@example.org", new_password: "gear-box-4242" }),
  "POST invites": () => ({ ...person, email: contact().email, target_promo_group_system_name: "member" }),
  "POST content/feedback": () => ({ ...person, name: "Олег", email: contact().email, message: "Как дела?" }),
  "POST user/profile/add/company": shop,
  "POST prize/exchange": () => ({ prize_id: "1", basket_uuid: "x" }),
  "GET regional/search/users/export/reports/rows": () => ({ month: "2026-03" }),
  "GET mailings/unsubscribe": () => ({ id: "x", hash: "x" }),
};

/** Asks for every value in a field, and returns what came back. */
async function ask(call: CallDescriptor, input: object, token: string | undefined) {
  const upstream = { origin: club.origin, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const placeholders = Object.fromEntries(pathParameters(call.path).map((name) => [name, "1"]));
  const address = `203.0.${Math.floor(asked / 250) % 250}.${asked++ % 250}`;
  const request = createRequest(upstream, call, { ...placeholders, ...input }, { token, address });
  const response = await club.club.fetch(request);
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString("utf8") };
}
let asked = 0;

/** Every question by which somebody could ask for what is the victims'. */
function* listQuestions(call: CallDescriptor) {
  const base = rest[nameOf(call)];
  const naming = call.files ? [] : fieldsOf(call).filter((field) => NAMING_FIELDS.includes(field));
  yield { ...base?.() };
  for (const field of naming) {
    for (const name of names) yield { ...base?.(), [field]: name };
  }
}

const mayCall = ({ audience }: CallDescriptor, attacker: Attacker) => {
  const participant = attacker.startsWith("manager") ? "manager" : attacker;
  return audience === "client" ? attacker === "guest" : audience.includes(participant as Participant);
};

/** Calls that answer 401 to a wrong password, and 429 after so many guesses. */
const LIMITED = /^POST (login|login\/redirect|restore\/password|user\/actions\/promo-codes) .* (401|429)$/;

/** Ends the participant's own session, which the other questions still need. */
const ENDS_SESSION = ["POST user/logout/device", "POST user/sessions/end/all"];

async function readVictimsRows() {
  // What strangers may write without reading it: feedback with any address, a mailed link, a claim of the company.
  const changing = [
    "outbox",
    "password_resets",
    "phone_codes",
    "company_claims",
    "feedback",
    "rate_limits",
    "sessions",
  ];
  const rows: Record<string, unknown> = {};
  for (const victim of victims) {
    for (const { table, rowsOf } of personalTables.filter((one) => !changing.includes(one.table))) {
      const query = sql`select md5(t::text) as row from ${sql.table(table)} as t where ${rowsOf(victim)} order by 1`;
      rows[`${table} of ${victim.id}`] = (await query.execute(club.db)).rows;
    }
    const sessions = club.db.selectFrom("sessions").select("id").where("user_id", "=", victim.id).orderBy("id");
    rows[`sessions of ${victim.id}`] = await sessions.execute();
  }
  return rows;
}

test("architecture: every field of every call is known as one that names a person's things or as another", () => {
  const fields = [...new Set(calls.flatMap(fieldsOf))].sort();
  expect(fields).toEqual([...NAMING_FIELDS, ...OTHER_FIELDS].sort());
});

describe("somebody else's phone, INN, id or secret", () => {
  test("§6.4 the victims themselves find their data by these questions", async () => {
    const found = new Set<string>();
    const owners = ["curator", "manager", "member"] as const;
    for (const owner of owners) {
      for (const call of calls.filter((one) => one.method === "GET" && mayCall(one, owner))) {
        for (const question of listQuestions(call)) {
          if (found.has(nameOf(call))) break;
          const { text } = await ask(call, question, tokens[`victim ${owner}`]);
          if (text.includes(MARK)) found.add(nameOf(call));
        }
      }
    }
    expect([...found]).toEqual(
      expect.arrayContaining([
        "GET user/profile",
        "GET user/company/",
        "GET user/sessions",
        "GET deals/report/titles",
        "GET deals/report/download/file/{id}",
        "GET deals/current/user",
        "GET deals/current/user/export",
        "GET invites/list/user/current/errors/export",
        "GET regional/search/users/inn/{inn}",
        "GET user/profile/export/members",
        "GET user/profile/export/managers",
      ]),
    );
  });

  test.each(attackers)(
    "§6.4 §6.1 nothing of the victims comes back to a %s, whatever field of whatever call names it",
    async (attacker) => {
      const before = await readVictimsRows();
      const leaks = new Set<string>();
      const failures = new Set<string>();
      const answered = new Set<string>();
      let questions = 0;
      for (const call of calls.filter((one) => mayCall(one, attacker) && !ENDS_SESSION.includes(nameOf(one)))) {
        const isOpen =
          nameOf(call) in SAID_TO_ANYBODY ||
          (attacker === "system-manager" && SAID_TO_SYSTEM_MANAGERS.includes(nameOf(call)));
        for (const question of listQuestions(call)) {
          questions++;
          const { status, text } = await ask(call, question, tokens[attacker]);
          // What was asked for may be repeated in the answer.
          const said = text.replaceAll(MARK, (found) => (Object.values(question).includes(found) ? "" : found));
          const what = `${nameOf(call)} ${JSON.stringify(question)} ${status}`;
          if (!isOpen && said.includes(MARK)) leaks.add(what);
          if (status >= 500 || status === 401 || status === 429) failures.add(what);
          const isForeign = Object.keys(question).some((field) => NAMING_FIELDS.includes(field));
          if (isForeign && UNKNOWN_TO_OTHERS.includes(nameOf(call)) && !isOpen && ![400, 404, 422].includes(status)) {
            answered.add(what);
          }
        }
      }
      expect(questions).toBeGreaterThan(10);
      expect([...leaks]).toEqual([]);
      expect([...failures].filter((what) => !LIMITED.test(what))).toEqual([]);
      expect([...answered]).toEqual([]);
      expect(await readVictimsRows()).toEqual(before);
    },
    300_000,
  );
});
