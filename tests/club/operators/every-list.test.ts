import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAct, lists } from "../../../club/operators/operator-parts";
import { askSecondOperator } from "../../../club/platform/acts/act-requests";
import { LIST_ROWS, type List, readPage } from "../../../club/platform/acts/view";
import { moscowDate } from "../../../club/platform/moscow-date";
import type { ViewRow } from "../../../contract/operator/views";
import { openTestClub, type TestClub } from "../../setup/club";
import { addTestOperator } from "../../setup/operators";
import { addCompany, addPerson, freshPhone } from "../club-people";
import { readPages } from "../operators";
import { samples } from "../platform/acts/samples";
import { credit } from "../points/people";
import { COPIED, type Copied, copyRows } from "./copy-rows";

/** What every list of operators leaves, in which order, page by page, and what today's page counts of it. From the catalogue. */

let club: TestClub;
const NOW = new Date("2026-12-15T09:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  club = await openTestClub({ now: NOW, work: false });
  for (const make of Object.values(samples)) await make(club);
  await fillLists();
});
afterAll(() => club?.close());

/** A row of a table as the database has it. */
// biome-ignore lint/suspicious/noExplicitAny: the columns are those of whatever table a list is of
type Row = Record<string, any>;

/** Makes what the samples lack: in each list some rows that a filter leaves and some that it doesn't. */
async function fillLists(): Promise<void> {
  const { db } = club;
  for (const name of [
    "confirm-manager",
    "look-at-documents",
    "approve-report",
    "retry-job",
    "look-at-claim",
    "recall-deal",
    "recall-deal",
    "recall-deal",
  ]) {
    await samples[name]?.(club);
    await samples[name]?.(club);
  }
  for (const role of ["curator", "manager"] as const) await addPerson(club, { role, is_system: true });
  for (const _ of ["one", "another"]) await addPerson(club, { role: "manager", is_disabled: true });
  await sql`update documents set status = 'rejected', decided_at = ${NOW} where id = (select min(id) from documents)`.execute(
    db,
  );
  await sql`update exchanges set created_at = ${NOW}::timestamptz - id * interval '7 hours'`.execute(db);
  await sql`update exchanges set status = 'need_documents' where status = 'new' and id % 4 = 0`.execute(db);
  await sql`insert into banners (title, text) values ('Старая', 'Текст'), ('Новая', 'Текст')`.execute(db);
  await sql`
    insert into audit_log (at, actor, act, subject_kind, subject_id, input) values (${NOW}, 'vera', 'log-out', 'operator', '1', '{}'),
      (${NOW}, 'vera', 'complete-order', 'prize', '1', '{}'), (${NOW}, 'vera', 'complete-order', 'order', '1', '{}')
  `.execute(db);
  await sql`
    insert into audit_log (at, actor, act, subject_kind, subject_id, input)
    select at, actor, 'complete-order', subject_kind, subject_id, '{}' from (select * from audit_log order by id limit 1) first,
      generate_series(1, 2)
  `.execute(db);
  await sql`update report_files set created_at = ${NOW}::timestamptz - id * interval '10 hours'`.execute(db);
  await sql`update deals set sell_date = date '2026-03-02' - id`.execute(db);
  await sql`update deals set article_code = 'BT-070' where id % 2 = 0`.execute(db);
  await sql`
    update sale_claims set status = 'refused', reason = 'Нет', decided_by = 'operator', decided_at = ${NOW} where id % 3 = 0
  `.execute(db);
  await sql`
    update sale_claims set status = 'accepted', decided_by = 'curator', decided_at = ${NOW}, deal_id = (select min(id) from deals)
    where id = (select max(id) from sale_claims where status = 'pending')
  `.execute(db);
  await sql`update prizes set stock = 0 where id % 4 = 0`.execute(db);
  await sql`update prizes set is_enabled = false where id % 8 < 2`.execute(db);
  await sql`
    insert into promotions (name, is_enabled, date_start, date_end, bonus_points, budget, bonus_spent)
    select 'Акция ' || n, n % 3 > 0, '2026-01-01', (array[null, '2026-12-14', '2026-12-15', '2026-12-16'])[n % 4 + 1]::date,
      5, 100, (array[99, 100])[n % 2 + 1]
    from generate_series(1, 24) n
  `.execute(db);
  await sql`
    insert into outbox (channel, recipient, text, sent_at, failed_at, last_error)
    select (array['sms', 'email'])[n % 2 + 1], case n % 2 when 0 then '79005550011' else 'guest' || n || '@example.com' end, 'Текст',
      (array[now(), null, null, null])[n % 4 + 1], (array[null, now(), null, null])[n % 4 + 1],
      (array[null, 'timeout', 'timeout', null])[n % 4 + 1]
    from generate_series(1, 12) n
  `.execute(db);
  await sql`
    insert into pgboss.job (name, data, state, start_after) values
      ('privacy-retention', '{}', 'created', now() - interval '1 hour'), ('privacy-retention', '{}', 'created', now() + interval '1 hour'),
      ('privacy-retention', '{}', 'completed', now() - interval '1 hour')
  `.execute(db);
  const owner = await addPerson(club);
  for (const kind of ["retail", "retail"] as const) {
    const company = await addCompany(club, owner.id, kind);
    const claimant = { phone: freshPhone(), email: "who@example.com", full_name: "Пётр Иной", claimed_at: NOW };
    await db
      .insertInto("company_claims")
      .values({ company_id: company.id, ...claimant })
      .execute();
  }
  const { id, login } = await addTestOperator(club, ["owner"]);
  const asker = { kind: "operator", id, login, fullName: "", roles: ["owner"] } as const;
  for (const name of ["add-operator", "enable-operator"]) {
    const input = (await samples[name]?.(club)) ?? {};
    await askSecondOperator(club.club.services, asker, findAct(name), input, { lines: [] });
  }
  await db
    .updateTable("articles")
    .set({ code: "ZZ-1" })
    .where("code", "=", (from) => from.selectFrom("articles").select(({ fn }) => fn.max("code").as("code")))
    .execute();
  await sql`insert into articles (code, name, manager_points, member_points) values ('ZZ-2', 'Ремень', 1, 2), ('zz-3', 'Ремень', 1, 2)
    on conflict do nothing`.execute(db);
}

/** The rows of all pages that the list offers. */
const readAll = async (list: List, filters: Readonly<Record<string, string>>) =>
  (await readPages(club, list.name, filters)).flat();

const idOf = ({ link, cells }: ViewRow) => (link && "id" in link ? link.id : (cells[0] ?? ""));
const dayOf = (at: Date) => moscowDate(at);

interface FilteredList {
  /** The statement for what the list is of; each row has an `id`. */
  readonly rows: string;
  /** What else is said, so that all of them are listed. */
  readonly all?: Readonly<Record<string, string>>;
  /** Values of each filter, with what they leave. One that depends on the rows is made of them. */
  readonly filters: Readonly<Record<string, (rows: readonly Row[]) => readonly [string, (row: Row) => boolean][]>>;
}

const choices = (name: string, values: readonly string[]) => () =>
  values.map((value) => [value, (row: Row) => row[name] === value] as [string, (row: Row) => boolean]);
const middle = (days: readonly string[]) => [...days].sort()[Math.floor(days.length / 2)] ?? "";
const daysOf = (rows: readonly Row[]) => rows.map((row): string => row.day ?? dayOf(row.created_at));
const isOpen = ({ sent_at, failed_at }: Row) => sent_at === null && failed_at === null;
const QUIET = ["given up", "sent again", "unsubscribed", "erased"];
const today = "2026-12-15";

const FILTERED: Readonly<Record<string, FilteredList>> = {
  orders: {
    rows: "select exchanges.*, prizes.handler_system_name as kind, phone from exchanges join prizes on prizes.id = prize_id join users on users.id = user_id",
    all: { status: "all" },
    filters: {
      kind: choices("kind", ["phone", "card", "giftery", "souvenir"]),
      status: choices("status", ["new", "sent", "completed"]),
      days: () => [["2", ({ created_at }) => created_at.getTime() < NOW.getTime() - 2 * DAY_MS]],
      person: ([first]) => [[first?.phone, ({ user_id }) => user_id === first?.user_id]],
    },
  },
  people: {
    rows: "select * from users",
    filters: {
      role: () => [
        ["manager", ({ role, is_system }) => role === "manager" && !is_system],
        ["system-curator", ({ role, is_system }) => role === "curator" && is_system],
      ],
      state: () => [
        ["disabled", ({ is_disabled }) => is_disabled],
        [
          "waiting",
          (row) =>
            row.role === "manager" &&
            row.curator_id !== null &&
            row.phone_confirmed_at !== null &&
            row.distributor_confirmed_at === null &&
            !row.is_disabled,
        ],
      ],
    },
  },
  reports: {
    rows: "select report_files.*, phone from report_files join users on users.id = report_files.curator_id",
    filters: {
      status: choices("status", ["done", "waiting_approval"]),
      curator: ([first]) => [[first?.phone, ({ curator_id }) => curator_id === first?.curator_id]],
      date_from: (rows) => {
        const day = middle(daysOf(rows));
        return [[day, ({ created_at }) => dayOf(created_at) >= day]];
      },
      date_to: (rows) => {
        const day = middle(daysOf(rows));
        return [[day, ({ created_at }) => dayOf(created_at) <= day]];
      },
    },
  },
  deals: {
    rows: "select deals.*, sell_date::text as day, phone from deals join users on users.id = deals.manager_id",
    filters: {
      person: ([first]) => [
        [first?.phone, ({ manager_id }) => manager_id === first?.manager_id],
        [String(first?.member_id), ({ member_id }) => member_id === first?.member_id],
      ],
      report: ([first]) => [[String(first?.file_id), ({ file_id }) => file_id === first?.file_id]],
      article: () => [["BT-070", ({ article_code }) => article_code === "BT-070"]],
      date_from: (rows) => [[middle(daysOf(rows)), ({ day }) => day >= middle(daysOf(rows))]],
      date_to: (rows) => [[middle(daysOf(rows)), ({ day }) => day <= middle(daysOf(rows))]],
    },
  },
  "sale-claims": {
    rows: "select * from sale_claims",
    filters: { status: choices("status", ["pending", "accepted", "refused"]) },
  },
  messages: {
    rows: "select * from outbox",
    filters: {
      channel: choices("channel", ["sms", "email"]),
      recipient: () => [
        ["guest3@EXAMPLE.com", ({ recipient }) => recipient === "guest3@example.com"],
        ["8 900 555-00-11", ({ recipient }) => recipient === "79005550011"],
      ],
      state: () => [
        ["sent", ({ sent_at }) => sent_at !== null],
        ["failed", (row) => row.failed_at !== null && row.sent_at === null && !QUIET.includes(row.last_error)],
        ["stuck", (row) => isOpen(row) && row.last_error !== null],
        ["waiting", (row) => isOpen(row) && row.last_error === null],
      ],
    },
  },
  prizes: {
    rows: "select *, handler_system_name as kind from prizes",
    filters: {
      kind: choices("kind", ["souvenir", "giftery"]),
      state: () => [
        ["enabled", ({ is_enabled }) => is_enabled],
        ["disabled", ({ is_enabled }) => !is_enabled],
        ["empty", ({ is_enabled, stock }) => is_enabled && stock === 0],
      ],
    },
  },
  promotions: {
    rows: "select promotions.*, date_end::text as last_day from promotions",
    filters: {
      state: () => [
        ["running", ({ is_enabled, last_day }) => is_enabled && (last_day === null || last_day >= today)],
        ["over", ({ last_day }) => last_day !== null && last_day < today],
        ["disabled", ({ is_enabled }) => !is_enabled],
        [
          "used_up",
          (row) =>
            row.is_enabled &&
            row.budget !== null &&
            row.bonus_spent >= row.budget &&
            (row.last_day === null || row.last_day >= today),
        ],
      ],
    },
  },
  operators: {
    rows: "select * from operators",
    filters: {
      state: () => [
        ["active", ({ is_disabled }) => !is_disabled],
        ["disabled", ({ is_disabled }) => is_disabled],
      ],
    },
  },
  audit: {
    rows: "select *, subject_kind || ':' || subject_id as subject from audit_log",
    filters: {
      act: choices("act", ["complete-order", "issue-certificate"]),
      actor: ([first]) => [[first?.actor, ({ actor }) => actor === first?.actor]],
      subject: ([first]) => [
        [first?.subject, ({ subject }) => subject === first?.subject],
        ["order", ({ subject_kind }) => subject_kind === "order"],
      ],
    },
  },
  segments: {
    rows: "select * from segments",
    filters: { custom: () => [["on", ({ is_custom }) => is_custom]] },
  },
  jobs: {
    rows: "select id, state from pgboss.job where state = 'failed' or (state = 'created' and start_after < now() - interval '15 minutes')",
    filters: {
      trouble: () => [
        ["failed", ({ state }) => state === "failed"],
        ["stuck", ({ state }) => state === "created"],
      ],
    },
  },
  articles: {
    rows: "select *, code as id from articles",
    filters: { search: () => [["zz-", ({ code }) => code.toUpperCase().startsWith("ZZ-")]] },
  },
};

/** Filters whose lists have tests of their own: people by name, codes in stock, points of one person, costs that are counted. */
const ELSEWHERE: readonly string[] = ["people.search", "certificate-stock.low", "entries.person"];
const isCounted = ({ name }: List) => name === "promotion-costs";

const readRows = async (statement: string) => (await sql<Row>`${sql.raw(statement)}`.execute(club.db)).rows;
const sorted = (ids: readonly unknown[]) => ids.map(String).sort();

describe("filters", () => {
  test("architecture: every filter of every list is tried", () => {
    const tried = Object.entries(FILTERED).flatMap(([name, { filters }]) =>
      Object.keys(filters).map((filter) => `${name}.${filter}`),
    );
    const known = lists
      .filter((list) => !isCounted(list))
      .flatMap(({ name, filters }) => Object.keys(filters).map((filter) => `${name}.${filter}`));
    expect([...tried, ...ELSEWHERE].sort()).toEqual(known.sort());
  });

  test.each(Object.entries(FILTERED))(
    "architecture: a filter of %s leaves just the rows that have it",
    async (name, of) => {
      const list = lists.find((candidate) => candidate.name === name) as List;
      const rows = await readRows(of.rows);
      expect(sorted((await readAll(list, of.all ?? {})).map(idOf))).toEqual(sorted(rows.map(({ id }) => id)));
      for (const [filter, values] of Object.entries(of.filters)) {
        for (const [value, isLeft] of values(rows)) {
          const left = rows.filter(isLeft);
          expect([filter, value, left.length > 0, left.length < rows.length]).toEqual([filter, value, true, true]);
          const shown = await readAll(list, { ...of.all, [filter]: value });
          expect([filter, value, sorted(shown.map(idOf))]).toEqual([filter, value, sorted(left.map(({ id }) => id))]);
        }
      }
    },
  );

  const combined = Object.entries(FILTERED).filter(([, { filters }]) => Object.keys(filters).length > 1);

  test.each(combined)(
    "architecture: two filters of %s leave the rows that have both, page by page",
    async (name, of) => {
      const list = lists.find((candidate) => candidate.name === name) as List;
      const rows = await readRows(of.rows);
      const tried = Object.entries(of.filters).map(([filter, values]) =>
        values(rows).map(([value, isLeft]) => ({ filter, value, isLeft })),
      );
      const pairs = tried.flatMap((ones, place) =>
        tried.slice(place + 1).flatMap((others) => ones.flatMap((one) => others.map((other) => [one, other] as const))),
      );
      let most = 0;
      for (const [one, other] of pairs) {
        const left = rows.filter((row) => one.isLeft(row) && other.isLeft(row));
        if (left.length < Math.min(rows.filter(one.isLeft).length, rows.filter(other.isLeft).length)) {
          most = Math.max(most, left.length);
        }
        const filters = { ...of.all, [one.filter]: one.value, [other.filter]: other.value };
        const shown = await readAll(list, filters);
        expect([filters, sorted(shown.map(idOf))]).toEqual([filters, sorted(left.map(({ id }) => id))]);
        for (const [place, row] of shown.entries()) {
          const next = await readPage(club.club.services, list, filters, idOf(row));
          expect([filters, next.rows]).toEqual([filters, shown.slice(place + 1).slice(0, next.rows.length)]);
          if (place === shown.length - 1) expect([filters, next.rows]).toEqual([filters, []]);
        }
      }
      // Some pair leaves fewer rows than each of its filters, and more than one.
      expect(most).toBeGreaterThan(1);
    },
  );
});

/** Whose rows don't show by what they are numbered: the statement for their numbers, in the order of the list. */
const NUMBERED: Readonly<Record<string, string>> = {
  documents: "select id from documents where status = 'pending' order by id",
  "disputed-companies": "select id from company_claims order by id",
  "act-requests": "select id from act_requests where state = 'waiting' order by id",
};
/** All on one page. */
const WHOLE: readonly string[] = [
  "questions",
  "rules",
  "mobile-operators",
  "first-day",
  "data-moves",
  "promotion-costs",
];

const pages = lists.filter(({ name }) => !WHOLE.includes(name)).map((list) => [list.name, list] as const);

test.each(pages)(
  "architecture: %s stands in its order, and a page goes on after the row with its key",
  async (name, list) => {
    const phone = name === "entries" ? await phoneWithEntries() : undefined;
    const filters = { ...FILTERED[name]?.all, ...(phone && { person: phone }) };
    const { rows } = await readPage(club.club.services, list, filters);
    expect(rows.length).toBeGreaterThan(1);
    const statement = NUMBERED[name] ?? (name === "entries" ? entriesOf(phone ?? "") : undefined);
    const keys = statement ? (await readRows(statement)).map(({ id }) => String(id)) : rows.map(idOf);
    for (const place of [0, Math.floor(rows.length / 2) - 1]) {
      const next = await readPage(club.club.services, list, filters, keys[place]);
      const rest = rows.slice(place + 1);
      expect(next.rows.slice(0, rest.length)).toEqual(rest);
    }
    const order = /(newest|oldest)( claim)? first/.exec(list.summary)?.[1];
    if (order === undefined || name === "jobs") return;
    const numbers = keys.slice(0, rows.length).map(Number);
    expect(numbers).toEqual([...numbers].sort((one, other) => (order === "oldest" ? one - other : other - one)));
  },
);

async function phoneWithEntries(): Promise<string> {
  const [row] = await readRows(
    "select phone from users where id in (select user_id from ledger_entries where reason = 'exchange') order by id limit 1",
  );
  return row?.phone;
}
const entriesOf = (phone: string) =>
  `select ledger_entries.id from ledger_entries join users on users.id = user_id where phone = '${phone}' order by ledger_entries.id desc`;

const attentions = lists.flatMap(({ today: counted = [], ...list }) =>
  counted.map((attention) => [attention.title, list as List, attention] as const),
);

test.each(attentions)("architecture: today's «%s» counts what its list then shows", async (_title, list, attention) => {
  const shown = await readAll(list, attention.filters);
  const count = await attention.count(club.club.services);
  if (list.name === "first-day") {
    expect(count).toBe(shown.filter(({ cells }) => cells[0] === "нет").length);
    return;
  }
  expect([shown.length > 0, count]).toEqual([true, shown.length]);
});

test("§1.3 of a report that waits the list shows the points that it would bring, of any other those that it has brought", async () => {
  await club.db.updateTable("report_files").set({ points: 7 }).where("status", "!=", "waiting_approval").execute();
  const list = lists.find(({ name }) => name === "reports") as List;
  const shown = (await readAll(list, {})).map(({ cells }) => `${cells[6]}: ${cells[5]}`);
  expect([...new Set(shown)].sort()).toEqual(["Ждёт решения: 80", "Посчитан: 7"]);
});

describe("more than a page", () => {
  test("architecture: every list that has pages is tried", () => {
    expect(Object.keys(COPIED).sort()).toEqual(
      pages
        .map(([name]) => name)
        .filter((name) => name !== "entries")
        .sort(),
    );
  });

  test.each(Object.entries(COPIED))(
    "architecture: the pages of %s are full, and have every row once",
    async (name, copied) => {
      const list = lists.find((candidate) => candidate.name === name) as List;
      const before = await readAll(list, {});
      await copyRows(club, copied, 2 * LIST_ROWS);
      const first = await readPage(club.club.services, list, {});
      const second = await readPage(club.club.services, list, {}, first.next ?? undefined);
      expect([first.rows.length, second.rows.length]).toEqual([LIST_ROWS, LIST_ROWS]);
      expect(await readAll(list, {})).toHaveLength(before.length + 2 * LIST_ROWS);
    },
  );

  test.each(Object.entries(COPIED))(
    "architecture: after a full page %s offers another only when it has a row more",
    async (name, copied) => {
      const list = lists.find((candidate) => candidate.name === name) as List;
      const missing = LIST_ROWS - ((await readAll(list, {})).length % LIST_ROWS);
      const first = 2 * LIST_ROWS + 1;
      await copyRows(club, copied, missing, first);
      const full = await readPages(club, list.name, {});
      expect(full.map(({ length }) => length)).toEqual(full.map(() => LIST_ROWS));

      await copyRows(club, copied, 1, first + missing);
      const more = await readPages(club, list.name, {});
      expect(more.map(({ length }) => length)).toEqual([...full.map(() => LIST_ROWS), 1]);
      const [before, rows] = [full.flat(), more.flat()];
      const place = rows.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(before[at]));
      expect(rows.toSpliced(place, 1)).toEqual(before);
    },
  );

  test("architecture: today's page counts the certificates that are short of codes beyond a page, too", async () => {
    const list = lists.find(({ name }) => name === "certificate-stock") as List;
    await copyRows(club, COPIED["certificate-stock"] as Copied, LIST_ROWS + 1, 4 * LIST_ROWS);
    await sql`
      insert into certificate_codes (prize_id, code_sealed)
      select id, '' from prizes
      where handler_system_name = 'giftery' and id not in (select prize_id from certificate_codes)
    `.execute(club.db);
    const short = await readAll(list, { low: "on" });
    expect(short.length).toBeGreaterThan(LIST_ROWS);
    expect(await list.today?.[0]?.count(club.club.services)).toBe(short.length);
  });

  test("architecture: the pages of a participant's entries are full, none is empty, and each row is there once", async () => {
    const person = await addPerson(club);
    const given = { userId: person.id, amount: 5, reason: "correction", action: "Подарок" } as const;
    const references = Array.from({ length: LIST_ROWS }, (_, n) => `copy:${n}`);
    await credit(
      club,
      references.map((reference) => ({ ...given, reference })),
    );
    const list = lists.find(({ name }) => name === "entries") as List;
    const filters = { person: person.phone };
    expect((await readPages(club, list.name, filters)).map(({ length }) => length)).toEqual([LIST_ROWS]);
    await credit(club, [{ ...given, reference: "copy:more" }]);
    expect((await readPages(club, list.name, filters)).map(({ length }) => length)).toEqual([LIST_ROWS, 1]);
  });
});
