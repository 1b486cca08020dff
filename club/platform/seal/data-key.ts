import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../db/advisory-locks";
import { errorMessage } from "../db/error-message";
import type { Database } from "../db/schema";
import type { Db, Trx } from "../services";
import { createSeal, type DataKeys } from "./seal";

/** The data key is missing, can't be read, or isn't the one that sealed the data. The message says what to do. */
export class DataKeyError extends Error {
  override name = "DataKeyError";
}

/** Where the keys come from. */
export interface DataKeySource {
  /** The keys of CLUB_DATA_KEY, the newest first. Null: they are in the data folder. */
  readonly dataKeys: readonly Buffer[] | null;
  readonly dataDir: string;
}

/** The setting that stores a sealed text. Only the key that sealed it opens the club's data. */
const PROBE = "data_key_probe";
const PROBE_PURPOSE = "settings.data_key_probe";
const PROBE_TEXT = "club data key";

const KEY_PATTERN = /^[0-9a-f]{64}$/i;

const pathOf = (dataDir: string) => join(dataDir, "club-data-key");

/** Reads keys of 64 hexadecimal digits each, the newest first, between commas or lines. Null for any other text. */
export function parseDataKeys(text: string): Buffer[] | null {
  const keys = text.trim().split(/\s*[,\n]\s*/);
  return keys.every((key) => KEY_PATTERN.test(key)) ? keys.map((key) => Buffer.from(key, "hex")) : null;
}

/** Writes keys as one text, which `parseDataKeys` reads. */
export function formatDataKeys(keys: readonly Buffer[], separator = ","): string {
  return keys.map((key) => key.toString("hex")).join(separator);
}

/**
 * Reads the keys of the data folder, the newest first. Null when there is no file.
 *
 * @throws DataKeyError for a file that is empty, damaged or closed to this user
 */
export function readDataKeyFile(dataDir: string): Buffer[] | null {
  const path = pathOf(dataDir);
  if (!existsSync(path)) return null;
  const keys = parseDataKeys(readText(path));
  if (keys) return keys;
  throw new DataKeyError(
    `The key in ${path} is empty or damaged: 64 hexadecimal digits are needed. Restore the file, or set CLUB_DATA_KEY.`,
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new DataKeyError(`The key in ${path} can't be read: ${errorMessage(error)}. Give the file to this user.`);
  }
}

/** Writes the keys to the data folder, readable for its owner only. After a power cut the file is either whole or as before. */
export function writeDataKeyFile(dataDir: string, keys: readonly Buffer[]): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${pathOf(dataDir)}.new`;
  const file = openSync(draft, "w", 0o600);
  writeSync(file, `${formatDataKeys(keys, "\n")}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, pathOf(dataDir));
}

/** The configured keys, or else those of the data folder. @throws DataKeyError for a damaged file */
export function findDataKeys({ dataKeys, dataDir }: DataKeySource): readonly Buffer[] | null {
  return dataKeys ?? readDataKeyFile(dataDir);
}

/**
 * Returns the keys of a migrated database. The first start makes one, unless CLUB_DATA_KEY is set, and stores a probe that
 * every later start opens. Keys of the data folder are read again when a command has changed the file.
 *
 * @throws DataKeyError when the database's data are sealed with another key, or there is no key for them
 */
export async function prepareDataKeys(db: Kysely<Database>, source: DataKeySource): Promise<DataKeys> {
  const keys = await db.transaction().execute(async (trx) => {
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.dataKey);
    // Read again: another process that started at the same time may have made it.
    const found = findDataKeys(source);
    await checkDataKeys(trx, found);
    const known = found ?? [randomBytes(32)];
    if (!found) writeDataKeyFile(source.dataDir, known);
    await writeProbe(trx, known, { isKept: true });
    return known;
  });
  return source.dataKeys ? () => keys : followKeyFile(source.dataDir, keys);
}

/** Seals the probe with the newest key. @param options.isKept an existing probe stays as it is */
export async function writeProbe(trx: Trx, keys: readonly Buffer[], { isKept }: { isKept: boolean }): Promise<void> {
  const value = createSeal(() => keys)
    .seal(PROBE_PURPOSE, PROBE_TEXT)
    .toString("hex");
  await trx
    .insertInto("settings")
    .values({ name: PROBE, value })
    .onConflict((conflict) => (isKept ? conflict.doNothing() : conflict.column("name").doUpdateSet({ value })))
    .execute();
}

/**
 * The keys of the file as it is now, so that a running portal opens and seals with a key that a command has just added. While
 * the file can't be read, the last known keys count.
 */
function followKeyFile(dataDir: string, first: readonly Buffer[]): DataKeys {
  let keys = first;
  let version = versionOf(dataDir);
  return () => {
    const current = versionOf(dataDir);
    if (current === version) return keys;
    try {
      keys = readDataKeyFile(dataDir) ?? keys;
      version = current;
    } catch (error) {
      if (!(error instanceof DataKeyError)) throw error;
    }
    return keys;
  };
}

/** Changes whenever the file is written: it is always replaced by a new one. */
function versionOf(dataDir: string): string {
  const file = statSync(pathOf(dataDir), { throwIfNoEntry: false });
  return file ? `${file.ino} ${file.mtimeMs}` : "";
}

/** @throws DataKeyError when the database has sealed data which these keys don't open */
export async function checkDataKeys(db: Db, keys: readonly Buffer[] | null): Promise<void> {
  const probe = await db.selectFrom("settings").select("value").where("name", "=", PROBE).executeTakeFirst();
  if (!probe) return;
  if (!keys) {
    throw new DataKeyError(
      "The key of this database's sealed data is missing, and a new one can't open them. Put the file club-data-key back into DATA_DIR, or set CLUB_DATA_KEY to the former key. Every backup contains it.",
    );
  }
  if (!opensProbe(keys, probe.value)) {
    throw new DataKeyError(
      "This database's data are sealed with another key than CLUB_DATA_KEY or the file club-data-key in DATA_DIR has. Restore the former key. Every backup contains it.",
    );
  }
}

function opensProbe(keys: readonly Buffer[], value: string): boolean {
  try {
    createSeal(() => keys).open(PROBE_PURPOSE, Buffer.from(value, "hex"));
    return true;
  } catch {
    return false;
  }
}
