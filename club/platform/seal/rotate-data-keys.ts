import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../db/advisory-locks";
import type { Database } from "../db/schema";
import type { Db, Trx } from "../services";
import {
  checkDataKeys,
  DataKeyError,
  type DataKeySource,
  findDataKeys,
  writeDataKeyFile,
  writeProbe,
} from "./data-key";
import { createSeal, HEADER_BYTES, headerOf, type Seal } from "./seal";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns";

type SealedTable = keyof typeof SEALED_COLUMNS;
type ColumnName = (typeof SEALED_COLUMNS)[SealedTable][number];
type SealedRow = { readonly id: number } & Partial<Readonly<Record<ColumnName, Buffer | null>>>;

const SEALED_TABLES = Object.keys(SEALED_COLUMNS) as SealedTable[];

/** Rows that are read at once and sealed again in one transaction. A row of documents has two scans of up to 10 MB. */
const BATCH_ROWS: Record<SealedTable, number> = {
  // Its input may hold uploaded files.
  act_requests: 1,
  certificate_codes: 500,
  documents: 1,
  exchanges: 500,
  ledger_checkpoints: 500,
  operator_sessions: 500,
  operators: 500,
  // A photo has up to 10 MB.
  sale_claim_photos: 2,
};

/**
 * Seals everything with a new key, while the portal may run. The new key is added to the file in the data folder; with
 * CLUB_DATA_KEY, its first key is the new one. The old keys stay until `dropOldDataKeys`. A rotation that was broken off goes
 * on where it was when it is started again. At the end every value has been opened with the new key alone.
 *
 * @returns how many rows were sealed again
 * @throws DataKeyError when there is no key to rotate
 */
export async function rotateDataKeys(db: Kysely<Database>, source: DataKeySource): Promise<number> {
  const keys = await addDataKey(db, source);
  let resealed = 0;
  for (const table of SEALED_TABLES) resealed += await resealTable(db, table, keys);
  await db.transaction().execute((trx) => writeProbe(trx, keys, { isKept: false }));
  for (const table of SEALED_TABLES) await verifyTable(db, table, keys.slice(0, 1));
  return resealed;
}

/**
 * Removes all keys but the newest from the file in the data folder. No value may need them any more.
 *
 * @returns how many keys were removed
 * @throws DataKeyError while a value is sealed with an old key, or when CLUB_DATA_KEY has the keys
 */
export async function dropOldDataKeys(db: Kysely<Database>, source: DataKeySource): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const keys = await requireDataKeys(trx, source);
    // Whoever is still writing a value that was sealed with an old key is waited for.
    await sql`lock table ${sql.join(SEALED_TABLES.map((table) => sql.table(table)))} in share row exclusive mode`.execute(
      trx,
    );
    let stale = 0;
    for (const table of SEALED_TABLES) stale += await countStale(trx, table, keys);
    if (stale > 0) {
      throw new DataKeyError(
        `${stale} rows are still sealed with an old key. First run: npm run club -- rotate-data-key`,
      );
    }
    if (source.dataKeys) {
      throw new DataKeyError(
        "Nothing is sealed with an old key. Leave only the first key in CLUB_DATA_KEY, everywhere.",
      );
    }
    writeDataKeyFile(source.dataDir, keys.slice(0, 1));
    return keys.length - 1;
  });
}

/** Returns the keys with a new one in front, unless a rotation has added one that isn't the only one yet. */
async function addDataKey(db: Kysely<Database>, source: DataKeySource): Promise<readonly Buffer[]> {
  return db.transaction().execute(async (trx) => {
    const keys = await requireDataKeys(trx, source);
    if (keys.length > 1) return keys;
    if (source.dataKeys) {
      throw new DataKeyError(
        "CLUB_DATA_KEY has one key. Put a new one (openssl rand -hex 32) and a comma in front of it on every node, restart them, and run this command again.",
      );
    }
    const added = [randomBytes(32), ...keys];
    writeDataKeyFile(source.dataDir, added);
    return added;
  });
}

async function requireDataKeys(trx: Trx, source: DataKeySource): Promise<readonly Buffer[]> {
  await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.dataKey);
  const keys = findDataKeys(source);
  await checkDataKeys(trx, keys);
  if (!keys) throw new DataKeyError("There is no data key yet. The first start of the portal makes one.");
  return keys;
}

async function resealTable(db: Kysely<Database>, table: SealedTable, keys: readonly Buffer[]): Promise<number> {
  const seal = createSeal(() => keys);
  let resealed = 0;
  let lastId = 0;
  for (;;) {
    const ids = await db.transaction().execute(async (trx) => {
      const rows = await readRows(trx, table, sql`id > ${lastId} and (${isStale(table, keys)})`, sql`for update`);
      if (rows.length > 0)
        await writeRows(trx, table, rows, (purpose, value, id) =>
          seal.seal(purpose, openOrExplain(seal, purpose, id, value)),
        );
      return rows.map(({ id }) => id);
    });
    if (ids.length === 0) return resealed;
    resealed += ids.length;
    lastId = ids.at(-1) ?? lastId;
  }
}

/** @throws DataKeyError for a value that the keys don't open */
async function verifyTable(db: Kysely<Database>, table: SealedTable, keys: readonly Buffer[]): Promise<void> {
  const seal = createSeal(() => keys);
  let lastId = 0;
  for (;;) {
    const rows = await readRows(db, table, sql`id > ${lastId}`);
    for (const row of rows) {
      lastId = row.id;
      for (const column of SEALED_COLUMNS[table]) {
        const value = row[column];
        if (value?.length) openOrExplain(seal, `${table}.${column}` as SealedColumn, row.id, value);
      }
    }
    if (rows.length === 0) return;
  }
}

function openOrExplain(seal: Seal, purpose: SealedColumn, id: number, value: Buffer): Buffer {
  try {
    return seal.open(purpose, value);
  } catch (error) {
    throw new DataKeyError(`No known key opens ${purpose} of row ${id}. Nothing is lost: all keys stay.`, {
      cause: error,
    });
  }
}

async function countStale(db: Db, table: SealedTable, keys: readonly Buffer[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${isStale(table, keys)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** The condition for rows with a value that isn't sealed with the newest key. Removed values are empty. */
function isStale(table: SealedTable, [newest]: readonly Buffer[]) {
  const header = headerOf(newest ?? Buffer.alloc(0));
  const conditions = SEALED_COLUMNS[table].map(
    (column) =>
      sql<boolean>`(${sql.ref(column)} <> '' and substring(${sql.ref(column)} from 1 for ${sql.lit(HEADER_BYTES)}) <> ${header})`,
  );
  return sql.join(conditions, sql` or `);
}

async function readRows(
  db: Db,
  table: SealedTable,
  condition: ReturnType<typeof sql>,
  lock = sql``,
): Promise<SealedRow[]> {
  const columns = sql.join(SEALED_COLUMNS[table].map((column) => sql.ref(column)));
  const { rows } = await sql<SealedRow>`
    select id, ${columns} from ${sql.table(table)} where ${condition} order by id limit ${BATCH_ROWS[table]} ${lock}
  `.execute(db);
  return rows;
}

async function writeRows(
  trx: Trx,
  table: SealedTable,
  rows: readonly SealedRow[],
  change: (purpose: SealedColumn, value: Buffer, id: number) => Buffer,
): Promise<void> {
  const columns: readonly ColumnName[] = SEALED_COLUMNS[table];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = columns.map((column) => {
    const purpose = `${table}.${column}` as SealedColumn;
    return sql`${rows.map(({ id, [column]: value }) => (value?.length ? change(purpose, value, id) : (value ?? null)))}::bytea[]`;
  });
  const assignments = columns.map((column) => sql`${sql.ref(column)} = batch.${sql.ref(column)}`);
  await sql`
    update ${sql.table(table)} as target set ${sql.join(assignments)}
    from unnest(${rows.map(({ id }) => id)}::int[], ${sql.join(values)}) as batch (id, ${names})
    where target.id = batch.id
  `.execute(trx);
}
