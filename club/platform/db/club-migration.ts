import type { Migration } from "kysely";

/** A step of the schema. Most only add something, so that releases that don't know them go on. */
export interface ClubMigration extends Migration {
  /** The oldest release that uses nothing of what the step takes away; left out where it takes nothing away. */
  readonly oldestRelease?: string;
  /** The moves of data that must have ended before the step, which takes away what they have moved rows out of. */
  readonly needsMoves?: readonly string[];
  /** Indexes over large tables by their names, such as `on deals (sold_on)`: they are built while everybody goes on writing. */
  readonly indexes?: Readonly<Record<string, string>>;
}
