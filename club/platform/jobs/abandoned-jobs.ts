import { sql } from "kysely";
import { ADVISORY_LOCKS } from "../db/advisory-locks";
import type { Db } from "../services";

export interface AbandonedJob {
  readonly id: string;
  readonly queue: string;
  /** Whether this was the last attempt. */
  readonly isLast: boolean;
}

/** A process takes a job first and locks it then; this is longer than that takes. */
const GRACE_SECONDS = 5;

/** Lists the jobs that are marked as running although no process holds their lock: it died, or lost the result. */
export async function findAbandonedJobs(
  db: Db,
  queues: readonly string[],
  runningHere: readonly string[],
): Promise<AbandonedJob[]> {
  const { rows } = await sql<AbandonedJob>`
    select id, name as queue, retry_count >= retry_limit as "isLast"
    from pgboss.job
    where name = any(${queues}::text[])
      and state = 'active'
      and started_on < now() - make_interval(secs => ${GRACE_SECONDS})
      and id <> all(${runningHere}::uuid[])
      and not exists (
        select from pg_locks
        where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())
          and classid = ${ADVISORY_LOCKS.runningJobs}::int::oid
          and objid = hashtext(job.id::text)::oid
          and objsubid = 2
      )
  `.execute(db);
  return rows;
}
