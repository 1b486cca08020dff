import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { DEFAULT_MIGRATION_TABLE, type Kysely, sql, type Transaction } from "kysely";
import { ADVISORY_LOCKS, lockMigrations } from "../db/advisory-locks";
import type { Database } from "../db/schema";
import { checkDataKeys, formatDataKeys } from "../seal/data-key";
import { type BackedUpTable, BackupError, FIRST_LINE, type Manifest } from "./manifest";
import { readBackup } from "./read-backup";
import { listTables, type TableColumns } from "./tables";

/** Rows are fetched in groups of about this many bytes, so that large files don't fill the memory. */
const GROUP_BYTES = 4_000_000;
const GROUP_ROWS = 1_000;

/**
 * Writes the club's tables and its data key into one file, all as of one moment, while the portal may run. The file is
 * read again and checked before it gets its name, and only its owner may read it.
 *
 * The format: JSON lines, compressed by gzip. Each table is a line `# table <name>` and a line for each row; a line
 * `# manifest <JSON>` and one with its SHA-256 end the file.
 *
 * @throws BackupError, DataKeyError
 */
export async function writeBackup(
  db: Kysely<Database>,
  file: string,
  dataKeys: readonly Buffer[] | null,
): Promise<Manifest> {
  if (existsSync(file)) throw new BackupError(`The file ${file} exists already. Choose another name.`);
  await checkDataKeys(db, dataKeys);
  const draft = `${file}.partial`;
  await rm(draft, { force: true });
  try {
    await inSnapshot(db, (trx, tables) =>
      pipeline(
        Readable.from(composeBackup(trx, tables, dataKeys)),
        createGzip(),
        createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }),
      ),
    );
    const manifest = await readBackup(draft);
    await rename(draft, file);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Runs `write` in a transaction that sees one moment of the database. The tables are locked against migrations before
 * the moment is chosen: a table that is rewritten later would seem to be empty.
 */
async function inSnapshot(
  db: Kysely<Database>,
  write: (trx: Transaction<Database>, tables: readonly TableColumns[]) => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await lockMigrations(connection, "shared");
    let isLocked = true;
    const unlock = async (executor: Kysely<Database>) => {
      if (isLocked) await sql`select pg_advisory_unlock_shared(${ADVISORY_LOCKS.schemaMigrations})`.execute(executor);
      isLocked = false;
    };
    try {
      const tables = await listTables(connection);
      const snapshot = connection.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
      await snapshot.execute(async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        const names = [...tables.map(({ name }) => name), DEFAULT_MIGRATION_TABLE];
        await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in access share mode`.execute(trx);
        await unlock(trx);
        await write(trx, tables);
      });
    } finally {
      await unlock(connection);
    }
  });
}

/** The text of the backup, group by group. */
async function* composeBackup(
  trx: Transaction<Database>,
  tables: readonly TableColumns[],
  dataKeys: readonly Buffer[] | null,
): AsyncGenerator<string> {
  const createdAt = new Date().toISOString();
  yield `${FIRST_LINE}\n`;
  const written: BackedUpTable[] = [];
  for (const table of tables) {
    yield `# table ${table.name}\n`;
    const hash = createHash("sha256");
    let rows = 0;
    for await (const lines of readRows(trx, table)) {
      const text = `${lines.join("\n")}\n`;
      hash.update(text);
      rows += lines.length;
      yield text;
    }
    written.push({ name: table.name, columns: [...table.columns], rows, sha256: hash.digest("hex") });
  }
  const migrations = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name
  `.execute(trx);
  const sequences = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1
  `.execute(trx);
  const manifest: Manifest = {
    createdAt,
    migrations: migrations.rows.map(({ name }) => name),
    tables: written,
    sequences: sequences.rows,
    dataKey: dataKeys && formatDataKeys(dataKeys),
  };
  const text = JSON.stringify(manifest);
  yield `# manifest ${text}\n# sha256 ${createHash("sha256").update(text).digest("hex")}\n`;
}

/** Groups of rows, each row as one line of JSON. PostgreSQL writes the JSON, so that no number and no time is rounded. */
async function* readRows(trx: Transaction<Database>, table: TableColumns): AsyncGenerator<string[]> {
  const rowsAtOnce = Math.max(1, Math.min(GROUP_ROWS, Math.floor(GROUP_BYTES / (await measureWidestRow(trx, table)))));
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  await sql`
    declare backup_rows no scroll cursor for
      select row_to_json(chosen)::text as line from (select ${columns} from ${sql.table(table.name)}) chosen
  `.execute(trx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from backup_rows`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close backup_rows`.execute(trx);
}

/** The bytes of the files in the table's widest row; at least 1. */
async function measureWidestRow(trx: Transaction<Database>, table: TableColumns): Promise<number> {
  if (table.binaryColumns.length === 0) return 1;
  const widths = table.binaryColumns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  const { rows } = await sql<{ width: number }>`
    select coalesce(max(${sql.join(widths, sql` + `)}), 0) as width from ${sql.table(table.name)}
  `.execute(trx);
  return Math.max(1, rows[0]?.width ?? 1);
}
