import { type Kysely, sql } from "kysely";
import { listRanMigrations } from "../../platform/db/newer-schema";
import type { Database } from "../../platform/db/schema";
import { checkDataKeys, findDataKeys } from "../../platform/seal/data-key";
import { createSeal, type Seal } from "../../platform/seal/seal";
import { SEALED_COLUMNS, type SealedColumn } from "../../platform/seal/sealed-columns";
import type { Check, ClubToCheck } from "./check";

/** Of each column the newest value among so many of its newest rows is tried: most rows have none. */
const ROWS_LOOKED_AT = 200;

/** Whether the key that encrypts documents and cards is there and opens what the database holds. */
export const dataKey: Check<ClubToCheck> = {
  name: "data key",
  async try({ db, configuration }) {
    const keys = findDataKeys(configuration);
    const place = configuration.dataKeys ? "CLUB_DATA_KEY" : `club-data-key in ${configuration.dataDir}`;
    const ran = await listRanMigrations(db);
    if (ran.length > 0) await checkDataKeys(db, keys);
    if (!keys) return `none yet: the first start makes ${place}`;
    const opened =
      ran.length > 0
        ? await openNewestValues(
            db,
            createSeal(() => keys),
          )
        : 0;
    const count = keys.length === 1 ? "one key" : `${keys.length} keys, the first of which seals`;
    return `${place} has ${count}; values of the database opened: ${opened}`;
  },
};

/** @returns how many columns have a value, each of which was opened. @throws Error that names one that wasn't */
async function openNewestValues(db: Kysely<Database>, seal: Seal): Promise<number> {
  let opened = 0;
  for (const [table, columns] of Object.entries(SEALED_COLUMNS)) {
    for (const column of columns) {
      const { rows } = await sql<{ id: number; value: Buffer }>`
        select id, value from (
          select id, ${sql.ref(column)} as value from ${sql.table(table)} order by id desc limit ${ROWS_LOOKED_AT}
        ) as newest where value <> '' order by id desc limit 1
      `.execute(db);
      const [row] = rows;
      if (!row) continue;
      const purpose = `${table}.${column}` as SealedColumn;
      try {
        seal.open(purpose, row.value);
      } catch {
        throw new Error(
          `no key opens ${purpose} of row ${row.id}: put the key that sealed it behind the others. Every backup contains it`,
        );
      }
      opened += 1;
    }
  }
  return opened;
}
