import { type Kysely, sql } from "kysely";
import type { Database } from "../../club/platform/db/schema";

/** The numbers of each table begin at a multiple of its own, so that a text tells which table a number is of. */
export const NUMBERS_PER_TABLE = 1_000_000;

/** Replaces what differs from run to run by what stays: numbers of rows, phones, random values and moments get names. */
export interface StableText {
  /** @param text the same value gets the same name in all texts of one call */
  of(text: string): string;
}

/**
 * Moves the numbers of all tables apart, before the first row is added to which a text refers.
 * @param options.clockStands whether the clock doesn't run on: seconds are told then
 */
export async function openStableText(
  db: Kysely<Database>,
  now: () => Date,
  { clockStands = false } = {},
): Promise<StableText> {
  const { rows: sequences } = await sql<{ sequence: string; table: string }>`
    select s.relname as sequence, t.relname as table
    from pg_class s
    join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i')
    join pg_class t on t.oid = d.refobjid
    where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace
    order by t.relname
  `.execute(db);
  for (const [index, { sequence }] of sequences.entries()) {
    await sql`select setval(${sequence}::regclass, ${(index + 1) * NUMBERS_PER_TABLE})`.execute(db);
  }
  const tableOf = (id: number) => sequences[Math.floor(id / NUMBERS_PER_TABLE) - 1]?.table;
  return { of: (text) => replaceAll(text, tableOf, (moment) => nameMoment(moment, now(), clockStands)) };
}

/**
 * Moves what the database has dated by its own clock to the club's time, so that no text tells the day of the run. Called when
 * the rows of a test are there; they lie close together then, and keep their order.
 */
export async function alignDates(db: Kysely<Database>, now: Date): Promise<void> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select n.nspname || '.' || c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where (n.nspname, c.relname) in (select current_schema(), c.relname union all select 'pgboss', 'job')
      and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid = 'timestamptz'::regtype and a.attnum > 0 and not a.attisdropped
  `.execute(db);
  await db.transaction().execute(async (trx) => {
    // Some tables refuse changes by triggers.
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const { table, column } of columns) {
      await sql`
        update ${sql.table(table)}
        set ${sql.ref(column)} = ${now}::timestamptz + (${sql.ref(column)} - clock_timestamp()) / 10000 + interval '1 second'
        where ${sql.ref(column)} between clock_timestamp() - interval '10 minutes' and clock_timestamp()
      `.execute(trx);
    }
  });
}

function replaceAll(
  text: string,
  tableOf: (id: number) => string | undefined,
  momentOf: (moment: Date) => string,
): string {
  const names = new Map<string, Map<string, string>>();
  const nameOf = (kind: string, value: string) => {
    const known = names.get(kind) ?? new Map<string, string>();
    names.set(kind, known);
    const name = known.get(value) ?? `${kind} ${known.size + 1}`;
    known.set(value, name);
    return `‹${name}›`;
  };
  return text
    .replace(MOMENT, (value) => momentOf(new Date(value)))
    .replace(ACCESS_TOKEN, (_, before: string, token: string) => before + nameOf("token", token))
    .replace(PASSWORD_HASH, (value) => nameOf("password hash", value))
    .replace(UUID, (value) => nameOf("uuid", value))
    .replace(BYTES, (value) => nameOf("bytes", value))
    .replace(PHONE, (value) => nameOf("phone", value.replace(/\D/g, "")))
    .replace(INN, (value) => nameOf("inn", value))
    .replace(NUMBERED_LOGIN, (_, login: string) => `${login}-‹n›`)
    .replace(/\b\d{7,8}\b/g, (value) => {
      const table = tableOf(Number(value));
      return table === undefined ? value : nameOf(table, value);
    })
    .replace(RANDOM, (value) => nameOf("random", value))
    .replace(PASSWORD, "‹password›")
    .replace(SMS_CODE, "‹code›");
}

const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
const ACCESS_TOKEN = /(access_token"?: ?")([\w-]{43})/g;
const PASSWORD_HASH = /\bscrypt\$[\w$-]+/g;
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const BYTES = /\\\\x[0-9a-f]{8,}/g;
const PHONE = /(?<!\d)\+?7 ?\(?9\d{2}\)?[ -]?\d{3}[ -]?\d{2}[ -]?\d{2}(?!\d)/g;
const INN = /\b77\d{8}\b/g;
const NUMBERED_LOGIN = /\b(new|sample|operator)-\d+/g;
/**
 * What tests and the club draw at random: hexadecimal digits, promo codes, or many letters and digits without a space. A word of
 * 32 random bytes, or the salt of a password, may have no digit, and may begin with a hyphen.
 */
const RANDOM =
  /\b[0-9a-f]{8}\b|\b[0-9a-f]{12}\b|\bREM[0-9A-Z]{8}\b|(?<![\w-])[\w-]{43}(?![\w-])|(?<![\w-])[\w-]{22}(?=\$)|\b(?=[A-Za-z_-]*\d)[\w-]{22,}/g;

/** A password that the club mails, and a code that it sends to a phone. */
const PASSWORD = /(?<=Пароль:(?:\\+n)+)[0-9a-z]{4}(?:-[0-9a-z]{4}){2}/g;
const SMS_CODE = /\b\d{4}(?= — код клуба)/g;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function nameMoment(moment: Date, now: Date, clockStands: boolean): string {
  if (Math.abs(moment.getTime() - Date.now()) < 10 * MINUTE_MS) return "‹the database's now›";
  const away = moment.getTime() - now.getTime();
  if (clockStands && away !== 0 && Math.abs(away) < 60 * MINUTE_MS) return `‹now ${away / 1000} s›`;
  if (Math.abs(away) < 10 * MINUTE_MS) return "‹now›";
  if (Math.abs(away) > 400 * DAY_MS) return moment.toISOString();
  const days = Math.trunc(away / DAY_MS);
  const hours = Math.round((away - days * DAY_MS) / (60 * MINUTE_MS));
  return `‹now ${days} d ${hours} h›`;
}
