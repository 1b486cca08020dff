import type { Kysely } from "kysely";
import { VERSION } from "../../../contract/version";
import { listRanMigrations } from "./newer-schema";

/**
 * The schema from which on this release migrates at its start, by its newest migration; here that of 1.0.0. It rises when code is
 * dropped that an older schema needs, such as that of a move of data.
 */
export const OLDEST_SCHEMA = "0001-club";

/** The database is too old for this release: one in between has to run on it first. */
export class OlderSchemaError extends Error {
  override name = "OlderSchemaError";
}

/** Makes sure that this release can migrate the database. One without tables is no older one. @throws OlderSchemaError */
export async function requireReadableSchema<Tables>(
  db: Kysely<Tables>,
  oldest = OLDEST_SCHEMA,
  release = VERSION,
): Promise<void> {
  const ran = await listRanMigrations(db);
  if (ran.length === 0 || ran.includes(oldest)) return;
  throw new OlderSchemaError(
    `This database has the schema ${ran.at(-1)}, and release ${release} reads ${oldest} and later. Start a release in between first: CHANGELOG.md says which.`,
  );
}
