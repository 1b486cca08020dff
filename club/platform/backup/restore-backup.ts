import { type Kysely, sql, type Transaction } from "kysely";
import { migrateDatabase } from "../db/migrate";
import { migrations as clubMigrations } from "../db/migrations/index";
import type { Database } from "../db/schema";
import { checkDataKeys, type DataKeySource, findDataKeys, parseDataKeys, writeDataKeyFile } from "../seal/data-key";
import { BackupError, type Manifest } from "./manifest";
import { readBackup, readRows } from "./read-backup";
import { listTables } from "./tables";

/** Rows are inserted in groups of about this many characters. */
const GROUP_LENGTH = 2_000_000;
const GROUP_ROWS = 1_000;

/**
 * Restores a backup into a database without data: the schema as of the backup, all rows in one transaction, the key, and
 * then the migrations since. What fails leaves no rows, so that it can be repeated.
 *
 * @throws BackupError, DataKeyError
 */
export async function restoreBackup(db: Kysely<Database>, file: string, keySource: DataKeySource): Promise<Manifest> {
  const manifest = await readBackup(file);
  const newer = manifest.migrations.find((name) => !(name in clubMigrations));
  if (newer) {
    throw new BackupError(`A newer release has made this backup (migration ${newer}). Restore it with that release.`);
  }
  const keys = manifest.dataKey === null ? null : parseDataKeys(manifest.dataKey);
  const existing = findDataKeys(keySource);
  if (existing && keys?.some((key) => !existing.some((known) => known.equals(key)))) {
    throw new BackupError(
      "CLUB_DATA_KEY, or the file club-data-key in DATA_DIR, has another key than the backup. Leave the variable out, or choose another DATA_DIR.",
    );
  }
  await requireEmptyDatabase(db);
  const before = Object.entries(clubMigrations).filter(([name]) => manifest.migrations.includes(name));
  await migrateDatabase(db, Object.fromEntries(before));
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await withoutConstraints(trx, () => loadRows(trx, file, manifest));
    await setSequences(trx, manifest);
    await checkDataKeys(trx, keys);
    // Before the rows are there for good: without its key they would be lost.
    if (keys && !existing) writeDataKeyFile(keySource.dataDir, keys);
  });
  await migrateDatabase(db);
  return manifest;
}

/** @throws BackupError for a database of a club that was started, or of another program */
async function requireEmptyDatabase(db: Kysely<Database>): Promise<void> {
  const tables = await listTables(db);
  if (tables.length === 0) return;
  const isClub = tables.some(({ name }) => name === "settings") && tables.some(({ name }) => name === "users");
  if (isClub && (await isWithoutClubData(db))) return;
  throw new BackupError(
    "The database isn't empty. A backup is restored into a new DATA_DIR or an empty database only, before the first start.",
  );
}

/** Every start stores settings. A restore that failed leaves the tables without them. */
async function isWithoutClubData(db: Kysely<Database>): Promise<boolean> {
  const settings = await db.selectFrom("settings").select("name").limit(1).execute();
  const users = await db.selectFrom("users").select("id").limit(1).execute();
  return settings.length === 0 && users.length === 0;
}

/**
 * Runs `load` without foreign keys and triggers, then sets them up again. Rows may refer to rows of later tables and of
 * their own; creating a foreign key checks all of them.
 */
async function withoutConstraints(trx: Transaction<Database>, load: () => Promise<void>): Promise<void> {
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace
  `.execute(trx);
  const tables = await listTables(trx);
  for (const { table, name } of keys) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx);
  }
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
  // A start at the same time may have stored something before these locks.
  if (!(await isWithoutClubData(trx)))
    throw new BackupError("The database isn't empty any more: the portal was started.");
  // Rows that migrations have inserted are in the backup, as they were then.
  for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(trx);
  await load();
  for (const { table, name, definition } of keys) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx);
  }
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx);
}

/** Inserts every row. @throws BackupError when the database has other counts afterwards */
async function loadRows(trx: Transaction<Database>, file: string, manifest: Manifest): Promise<void> {
  let group: string[] = [];
  let length = 0;
  let table = "";
  const columns = new Map(manifest.tables.map((backedUp) => [backedUp.name, backedUp.columns]));
  const flush = async () => {
    if (group.length > 0) await insertRows(trx, table, columns.get(table) ?? [], group);
    group = [];
    length = 0;
  };
  for await (const row of readRows(file)) {
    if (row.table !== table || group.length === GROUP_ROWS || length > GROUP_LENGTH) await flush();
    table = row.table;
    group.push(row.line);
    length += row.line.length;
  }
  await flush();
  for (const { name, rows: expected } of manifest.tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(trx);
    if (rows[0]?.count !== expected) {
      throw new BackupError(`The table ${name} has ${rows[0]?.count} rows after loading; the backup has ${expected}.`);
    }
  }
}

async function insertRows(
  trx: Transaction<Database>,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(",")}]`}::json)
  `.execute(trx);
}

/** The next ids go on where the club was: a number that was given out is never given out again. */
async function setSequences(trx: Transaction<Database>, manifest: Manifest): Promise<void> {
  for (const { name, value } of manifest.sequences) {
    await sql`select setval(${name}::text::regclass, ${value}::bigint)`.execute(trx);
  }
}
