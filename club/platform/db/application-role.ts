import { randomBytes } from "node:crypto";
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, type Kysely, sql } from "kysely";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "./advisory-locks";
import type { DatabaseLog } from "./embedded/types";
import { runsOnNewerSchema } from "./newer-schema";
import { type OpenedDatabase, openDatabase } from "./open";
import type { Database } from "./schema";
import type { DatabaseTimeouts } from "./timeouts";

/** The role that serves in the embedded PostgreSQL. */
const EMBEDDED_ROLE = "club_app";

/** Rows are added to these tables, and never changed or deleted. */
const FINAL_TABLES = ["ledger_entries", "ledger_checkpoints", "article_rates", "audit_log"];

/** Only migrations write these. */
const READ_ONLY_TABLES = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];

/** The schema of the job queue. */
const QUEUE_SCHEMA = "pgboss";

/** A query is given up this long after PostgreSQL should have cut it by itself. */
const ANSWER_MS = 5_000;

export interface ServingOptions {
  /** The operator's PostgreSQL. Null: the embedded one, in which a role is made. */
  readonly databaseUrl: string | null;
  /** A pooler before it. */
  readonly poolerUrl: string | null;
  readonly timeouts: DatabaseTimeouts;
  readonly poolSize: number;
  /** By `nameNode`. */
  readonly name: string;
  readonly log: DatabaseLog;
}

/**
 * Opens the connections that serve requests and jobs. Their role may use the club's tables and isn't their owner: it changes
 * no entry of the ledger, no trigger and no table. The rights are granted anew at each start, on a migrated database whose
 * job queue exists. An operator who gives only one role is told in the log.
 *
 * @param owner the same database as the role that owns the tables
 */
export async function openServingDatabase(owner: OpenedDatabase, options: ServingOptions): Promise<OpenedDatabase> {
  const { statementMs } = options.timeouts;
  const serving = await openDatabase({
    databaseUrl: options.poolerUrl ?? options.databaseUrl ?? (await makeEmbeddedRole(owner)),
    isPooler: options.poolerUrl !== null,
    dataDir: "",
    log: options.log,
    poolSize: options.poolSize,
    name: options.name,
    timeouts: { ...options.timeouts, ...(statementMs > 0 && { queryMs: statementMs + ANSWER_MS }) },
  });
  try {
    const { rows: roles } = await sql<{ role: string }>`select current_user as role`.execute(serving.db);
    const role = roles[0]?.role ?? "";
    if (await isOwner(owner.db, role)) {
      options.log.warn(
        `The role ${role} of DATABASE_URL owns the club's tables, so that whoever takes over the portal could change the ledger: name it in DATABASE_OWNER_URL, and a role without rights of its own in DATABASE_URL.`,
      );
    } else {
      // What a newer release has granted fits its tables, which this release doesn't know.
      if (!(await runsOnNewerSchema(owner.db))) await grantRights(owner.db, role);
      await requireTables(serving.db, role);
    }
    if (options.poolerUrl !== null && statementMs > 0) await warnOfTimeouts(serving.db, options.log);
    return serving;
  } catch (error) {
    await serving.close();
    throw error;
  }
}

/** The pooler has to set what the start of a connection through it can't. */
async function warnOfTimeouts(serving: Kysely<Database>, log: DatabaseLog): Promise<void> {
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(serving);
  if (rows[0]?.statement_timeout !== "0") return;
  log.warn("Through DATABASE_POOLER_URL no statement has a time-out: set it in connect_query of the pooler.");
}

/** Makes the role, with a new password at each start. @returns the connection string of the role */
async function makeEmbeddedRole({ db, connectionString }: OpenedDatabase): Promise<string> {
  const password = randomBytes(24).toString("hex");
  const { rows } = await sql`select from pg_roles where rolname = ${EMBEDDED_ROLE}`.execute(db);
  if (rows.length === 0) await sql`create role ${sql.ref(EMBEDDED_ROLE)}`.execute(db);
  await sql`alter role ${sql.ref(EMBEDDED_ROLE)} login password ${sql.lit(password)}`.execute(db);
  return connectionString.replace(/^(\w+:\/\/)[^@]*@/, `$1${EMBEDDED_ROLE}:${password}@`);
}

/** Whether the role may do whatever the owner of the tables may. A superuser may. */
async function isOwner(owner: Kysely<Database>, role: string): Promise<boolean> {
  const { rows } = await sql<{ isOwner: boolean }>`
    select pg_has_role(${role}, relowner, 'member') as "isOwner" from pg_class where oid = 'ledger_entries'::regclass
  `.execute(owner);
  return rows[0]?.isOwner ?? false;
}

/** @throws Error for a connection to another database, or with another search path */
async function requireTables(serving: Kysely<Database>, role: string): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('ledger_entries') is not null as exists`.execute(
    serving,
  );
  if (rows[0]?.exists) return;
  throw new Error(
    `The role ${role} of DATABASE_URL doesn't find the club's tables: it needs the same database and the same search_path as the one of DATABASE_OWNER_URL.`,
  );
}

/** Rows may be changed everywhere but in the ledger, tables nowhere. */
async function grantRights(owner: Kysely<Database>, role: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = 0`.execute(trx);
    // Two nodes that start at once would change the same rows of PostgreSQL's catalogue.
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.grants);
    const { rows } = await sql<{ schema: string; name: string; isPart: boolean }>`
      select current_schema() as schema, relname as name, relispartition as "isPart" from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    `.execute(trx);
    const schema = rows[0]?.schema ?? "public";
    const grantee = sql.ref(role);
    const tables = (names: readonly string[]) => sql.join(names.map((name) => sql.id(schema, name)));
    // A right to a table is one to its rows in every partition; beside it there is none.
    const names = rows.filter(({ isPart }) => !isPart).map(({ name }) => name);
    const isChanged = (name: string) => !FINAL_TABLES.includes(name) && !READ_ONLY_TABLES.includes(name);
    await sql`revoke all on ${tables(rows.map(({ name }) => name))} from ${grantee}`.execute(trx);
    await sql`grant select on ${tables(names)} to ${grantee}`.execute(trx);
    await sql`grant insert, update, delete on ${tables(names.filter(isChanged))} to ${grantee}`.execute(trx);
    const final = names.filter((name) => FINAL_TABLES.includes(name));
    await sql`grant insert on ${tables(final)} to ${grantee}`.execute(trx);
    await sql`grant execute on function ${sql.id(schema, "erase_entry_texts")}(integer) to ${grantee}`.execute(trx);
    await sql`grant execute on function ${sql.id(schema, "gather_ledger_statistics")}() to ${grantee}`.execute(trx);
    await sql`grant usage on schema ${sql.id(schema)}, ${sql.id(QUEUE_SCHEMA)} to ${grantee}`.execute(trx);
    await sql`
      grant select, insert, update, delete on all tables in schema ${sql.id(QUEUE_SCHEMA)} to ${grantee}
    `.execute(trx);
  });
}
