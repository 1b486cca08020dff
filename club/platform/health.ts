import { sql } from "kysely";
import { findErrorCode } from "./db/error-code";
import type { Services } from "./services";
import { within } from "./within";

/** What the club can't do at the moment, and why. */
export interface ClubTrouble {
  readonly name: "database" | "writing" | "jobs";
  readonly reason: string;
}

const LIMIT_MS = 3_000;
/** PostgreSQL's code where the disk takes nothing more. */
const DISK_FULL = "53100";

/**
 * Finds out what the club can't do. A message goes to PostgreSQL's log of changes and belongs to no table: it can't be written
 * on a standby or where the disk doesn't take it.
 * @param jobsWork whether this process still looks for background jobs
 */
export async function checkClub({ db }: Services, jobsWork: boolean): Promise<ClubTrouble[]> {
  const jobs: ClubTrouble[] = jobsWork ? [] : [{ name: "jobs", reason: "background jobs aren't looked for" }];
  try {
    const { rows } = await within(
      sql<{ isReadOnly: boolean }>`
        select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(db),
      LIMIT_MS,
    );
    if (rows[0]?.isReadOnly) return [{ name: "writing", reason: "the database is read-only" }, ...jobs];
  } catch {
    return [{ name: "database", reason: "the database does not answer" }, ...jobs];
  }
  try {
    await within(sql`select pg_logical_emit_message(true, 'club', '')`.execute(db), LIMIT_MS);
    return jobs;
  } catch (error) {
    const isFull = findErrorCode(error) === DISK_FULL;
    return [
      { name: "writing", reason: isFull ? "the disk of the database is full" : "the database does not write" },
      ...jobs,
    ];
  }
}
