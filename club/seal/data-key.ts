import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { ADVISORY_LOCKS, lockUntilTransactionEnds } from "../db/advisory-locks";
import type { Database } from "../db/schema";
import type { Db } from "../services";
import { createSeal, type Seal } from "./seal";

/** The data key is missing, can't be read, or isn't the one that sealed the data. The message says what to do. */
export class DataKeyError extends Error {
  override name = "DataKeyError";
}

/** The setting that stores a sealed text. Only the key that sealed it opens the club's data. */
const PROBE = "data_key_probe";
const PROBE_TEXT = "club data key";

const pathOf = (dataDir: string) => join(dataDir, "club-data-key");

/**
 * Reads the 32 bytes of the key that is kept in the data folder. Null when there is no file.
 *
 * @throws DataKeyError for an empty or damaged file
 */
export function readDataKeyFile(dataDir: string): Buffer | null {
  const path = pathOf(dataDir);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, "utf8").trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new DataKeyError(
      `The key in ${path} is empty or damaged: 64 hexadecimal digits are needed. Restore the file, or set CLUB_DATA_KEY.`,
    );
  }
  return Buffer.from(text, "hex");
}

/** Writes the key to the data folder, readable for its owner only. After a power cut the file is either whole or not there. */
export function writeDataKeyFile(dataDir: string, key: Buffer): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${pathOf(dataDir)}.new`;
  const file = openSync(draft, "w", 0o600);
  writeSync(file, `${key.toString("hex")}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, pathOf(dataDir));
}

/**
 * Returns the key of a migrated database. The first start makes one, unless CLUB_DATA_KEY is set, and stores a probe that
 * every later start opens.
 *
 * @throws DataKeyError when the database's data are sealed with another key, or there is no key for them
 */
export async function prepareDataKey(
  db: Kysely<Database>,
  { dataKey, dataDir }: { dataKey: Buffer | null; dataDir: string },
): Promise<Buffer> {
  return db.transaction().execute(async (trx) => {
    await lockUntilTransactionEnds(trx, ADVISORY_LOCKS.dataKey);
    // Read again: another process that started at the same time may have made it.
    const found = dataKey ?? readDataKeyFile(dataDir);
    await checkDataKey(trx, found);
    const key = found ?? randomBytes(32);
    if (!found) writeDataKeyFile(dataDir, key);
    await trx
      .insertInto("settings")
      .values({ name: PROBE, value: createSeal(key).seal(PROBE_TEXT).toString("hex") })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return key;
  });
}

/** @throws DataKeyError when the database has sealed data which this key doesn't open */
export async function checkDataKey(db: Db, key: Buffer | null): Promise<void> {
  const sealed = await readSealedSamples(db);
  if (sealed.length === 0) return;
  if (!key) {
    throw new DataKeyError(
      "The key of this database's sealed data is missing, and a new one can't open them. Put the file club-data-key back into DATA_DIR, or set CLUB_DATA_KEY to the former key. Every backup contains it.",
    );
  }
  const seal = createSeal(key);
  if (!sealed.every((value) => canOpen(seal, value))) {
    throw new DataKeyError(
      "This database's data are sealed with another key than CLUB_DATA_KEY or the file club-data-key in DATA_DIR has. Restore the former key. Every backup contains it.",
    );
  }
}

/** The probe. A database of an earlier release has none: there, the newest sealed values. */
async function readSealedSamples(db: Db): Promise<Buffer[]> {
  const probe = await db.selectFrom("settings").select("value").where("name", "=", PROBE).executeTakeFirst();
  if (probe) return [Buffer.from(probe.value, "hex")];
  const order = await db
    .selectFrom("exchanges")
    .select("request_digest_sealed as sealed")
    .where("request_digest_sealed", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const documents = await db
    .selectFrom("documents")
    .select("answers_sealed as sealed")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return [order?.sealed, documents?.sealed].filter((sealed) => Buffer.isBuffer(sealed));
}

function canOpen(seal: Seal, sealed: Buffer): boolean {
  try {
    seal.open(sealed);
    return true;
  } catch {
    return false;
  }
}
