import { sql } from "kysely";
import type { TestClub } from "../../setup/club";

/** Which row of a table is copied, and what the copy number `n` has instead of the row's values, as SQL. */
export interface Copied {
  readonly table: string;
  readonly where?: string;
  readonly instead?: Readonly<Record<string, string>>;
}

/** What no two people have in common. */
const PERSON = {
  phone: "'79' || lpad((id * 1000 + n)::text, 9, '0')",
  email: "'copy' || (id * 1000 + n) || '@example.com'",
  referral_code: "gen_random_uuid()",
};
const UNCONFIRMED =
  "role = 'manager' and curator_id is not null and phone_confirmed_at is not null and distributor_confirmed_at is null and not is_disabled";

/** Of what each list that goes on after a page has one row more by every copy. */
export const COPIED: Readonly<Record<string, Copied>> = {
  people: { table: "users", instead: PERSON },
  "unconfirmed-managers": { table: "users", where: UNCONFIRMED, instead: PERSON },
  "disputed-companies": { table: "company_claims", instead: { phone: "'7977' || lpad(n::text, 7, '0')" } },
  reports: { table: "report_files" },
  deals: { table: "deals", instead: { fingerprint: "sha256(n::text::bytea)" } },
  "sale-claims": { table: "sale_claims", where: "deal_id is null" },
  documents: { table: "documents", where: "status = 'pending'" },
  orders: { table: "exchanges", where: "status = 'new'", instead: { idempotency_key: "null" } },
  "certificate-stock": { table: "prizes", where: "handler_system_name = 'giftery'" },
  prizes: { table: "prizes" },
  promotions: { table: "promotions" },
  articles: { table: "articles", instead: { code: "'COPY-' || n" } },
  segments: { table: "segments", instead: { display_name: "'Копия ' || n" } },
  banners: { table: "banners" },
  messages: { table: "outbox" },
  jobs: { table: "pgboss.job", where: "state = 'failed'" },
  "act-requests": { table: "act_requests", where: "state = 'waiting'", instead: { key: "gen_random_uuid()" } },
  operators: { table: "operators", instead: { login: "'copy' || n" } },
  audit: { table: "audit_log" },
};

/**
 * Adds so many copies of a row, each with an id of its own.
 * @param first the number of the first copy: beyond those that the table already has
 * @throws Error without such a row
 */
export async function copyRows({ db }: TestClub, copied: Copied, count: number, first = 1): Promise<void> {
  const { table, where = "true", instead = {} } = copied;
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'
    order by attnum
  `.execute(db);
  const names = rows.map(({ name }) => name);
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => (instead[name] ? sql.raw(instead[name]) : sql.ref(name))))}
    from (select * from ${sql.table(table)} where ${sql.raw(where)} limit 1) copied,
      generate_series(${first}::int, ${first + count - 1}::int) n
  `.execute(db);
  if (numAffectedRows !== BigInt(count)) throw new Error(`${table} has no row ${where}`);
}
