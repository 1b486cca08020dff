import { JSDOM } from "jsdom";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REMOVED_SERVICE_WORKER, SERVICE_WORKER } from "../../app/document/service-worker.server";
import { type Participant, participants } from "../../contract/values";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { listRoutes } from "./route-list";

/** Ends a tag, an attribute, a script, a title and a text field, and begins an element of its own. */
const TEXT = "\u2028'\"></script></title></textarea><x-hostile onclick=alert(1)>";
/** An element that only such a text could have begun. */
const ELEMENT = /<x-hostile/i;
const LINK = "javascript:alert(document.domain)//x-hostile";

/** Columns that aren't shown but looked up: another value would hide the row instead of showing it. */
const LOOKED_UP = [
  "article_code",
  "inn",
  "phone",
  "email",
  "code",
  "content_type",
  "handler_system_name",
  "password_hash",
  "referral_code",
  "reference",
  "digest",
  "key",
  "network",
  "basket_uuid",
  "idempotency_key",
];
/** Tables whose texts are the keys and settings of the club itself; the links among them are made hostile below. */
const OWN_TABLES = ["settings", "files", "migrations", "kysely_migration", "kysely_migration_lock", "rate_limits"];

const logins: Record<Participant, string> = {
  curator: phones.curator,
  manager: phones.manager,
  member: phones.member,
  tadam: phones.tadam,
  "system-curator": phones.systemCurator,
  "system-manager": phones.systemManager,
};

let club: TestClub;
let portal: TestPortal;
/** The columns whose texts were made hostile, such as `users.last_name`. */
const hostileColumns: string[] = [];

beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  await addRowsOfEveryKind();
  await makeTextsHostile();
  portal = await openTestPortal(club);
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

/** Adds what the demo lacks: errors of a report and of a list of invitations, a banner. */
async function addRowsOfEveryKind() {
  const { db } = club;
  const { id: owner_id } = await db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", phones.curator)
    .executeTakeFirstOrThrow();
  const { id: task_id } = await db
    .insertInto("tasks")
    .values({
      owner_id,
      kind: "invite_import",
      status: "done",
      file_name: "list.csv",
      total: 1,
      processed: 1,
      failed: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("task_errors")
    .values({ task_id, row: 2, field: "Имя", message: "Нет имени", value: "x" })
    .execute();
  const file = await db
    .selectFrom("report_files")
    .select("id")
    .where("curator_id", "=", owner_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("report_errors")
    .values({ file_id: file.id, row: 900, field: "ИНН", message: "Нет ИНН" })
    .execute();
  await db.insertInto("banners").values({ title: "Новость", text: "Текст" }).execute();
}

/** Makes every text hostile that the tables let be, so that a new column is tested without being named. */
async function makeTextsHostile() {
  const columns = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and data_type = 'text' and table_type = 'BASE TABLE'
      and table_name::text not in (select relname from pg_class where relispartition)
  `.execute(club.db);
  for (const { table, column } of columns.rows) {
    if (OWN_TABLES.includes(table) || LOOKED_UP.includes(column)) continue;
    const changed = column.endsWith("_url") ? sql`${LINK}` : sql`${sql.ref(column)} || ${TEXT}`;
    const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${changed}`;
    // A column with a list of its values, or a row that is final, refuses it.
    const isChanged = await update.execute(club.db).then(
      () => true,
      () => false,
    );
    if (isChanged) hostileColumns.push(`${table}.${column}`);
  }
  const links = {
    where_to_buy: LINK,
    support: { phone: TEXT, email: TEXT },
    socials: [{ name: TEXT, url: LINK }],
    authenticity_bot: LINK,
    privacy_policy: LINK,
    personal_data_consent: LINK,
  };
  await club.db
    .updateTable("settings")
    .set({ value: JSON.stringify(links) })
    .where("name", "=", "links")
    .execute();
}

interface Shown {
  address: string;
  status: number;
  headers: Headers;
  html: string;
}

const PAGES_PER_PARTICIPANT = 15;

/** Opens every route of the portal and what its pages link to, as one participant. */
async function openEverything(participant: Participant | "guest"): Promise<Shown[]> {
  const headers = { Cookie: participant === "guest" ? "" : await portal.logIn(logins[participant]) };
  const paths = listRoutes(portal.build).filter(({ hasPage, hasLoader }) => hasPage || hasLoader);
  const waiting = ["/", ...paths.map(({ path }) => path)].filter((path) => path !== "/logout");
  const known = new Set(waiting);
  const shown: Shown[] = [];
  const limit = waiting.length + PAGES_PER_PARTICIPANT;
  for (let address = waiting.shift(); address !== undefined && shown.length < limit; address = waiting.shift()) {
    const response = await portal.ask(address, { headers });
    const html = await response.text();
    shown.push({ address, status: response.status, headers: response.headers, html });
    for (const [, href = ""] of html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)) {
      const link = href.replaceAll("&amp;", "&");
      if (known.has(link)) continue;
      known.add(link);
      waiting.push(link);
    }
  }
  return shown;
}

/** What a page has that only a hostile text can have put there. */
function findHarm({ address, headers, html }: Shown): string[] {
  const type = headers.get("Content-Type") ?? "";
  if (!type.startsWith("text/html")) {
    const isDownload = headers.get("Content-Disposition")?.startsWith("attachment") ?? false;
    const isScript = /html|xml|javascript/.test(type) && !type.startsWith("image/svg+xml");
    // The service worker is a text of the portal's own, whatever the database has.
    const isOwn = [SERVICE_WORKER, REMOVED_SERVICE_WORKER].includes(html);
    return isScript && !isDownload && !isOwn ? [`${address} is served as ${type}`] : [];
  }
  const harm: string[] = [];
  if (ELEMENT.test(html)) harm.push(`${address}: an element of the text`);
  for (const [found] of html.matchAll(/\s(?:href|src|action|formaction|data|poster)="\s*(?:javascript|vbscript):/gi)) {
    harm.push(`${address}: ${found}`);
  }
  // Without what stands in quotes: there an escaped text may look like an attribute.
  for (const [found] of html.replace(/"[^"]*"/g, '""').matchAll(/<[a-z][^>]*\son[a-z]+=/gi)) {
    harm.push(`${address}: ${found.slice(0, 200)}`);
  }
  return harm;
}

describe("a hostile text in every column", () => {
  test("architecture: the texts that people and operators write were made hostile", () => {
    expect(hostileColumns).toEqual(
      expect.arrayContaining([
        "users.last_name",
        "users.employee_position",
        "companies.actual_name_organization",
        "companies.legal_name_organization",
        "promotions.name",
        "promotions.description",
        "prizes.name",
        "prizes.image_url",
        "banners.text",
        "questions.answer",
        "rules_documents.text",
        "invites.first_name",
        "report_files.file_name",
        "report_errors.message",
        "task_errors.message",
        "segments.display_name",
        "ledger_entries.action",
        "deals.article_name",
        "exchanges.reject_reason",
        "mobile_operators.name",
        "sessions.user_agent",
      ]),
    );
  });

  test.each([...participants, "guest"] as const)(
    "architecture: stays a text on every page that a %s can open",
    async (participant) => {
      const shown = await openEverything(participant);
      expect(shown.flatMap(findHarm)).toEqual([]);
      expect(shown.filter(({ status }) => status >= 500).map(({ address }) => address)).toEqual([]);
      // The texts were there to be shown, in the page itself and in its data.
      const withText = shown.filter(({ html }) => html.includes("&lt;x-hostile"));
      expect(withText.length).toBeGreaterThan(5);
      const [page] = withText;
      const { document } = new JSDOM(page?.html ?? "").window;
      expect(document.querySelector("x-hostile")).toBeNull();
      expect(document.body.textContent).toContain("<x-hostile");
    },
    300_000,
  );
});
