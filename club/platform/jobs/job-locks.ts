import pg from "pg";
import { ADVISORY_LOCKS } from "../db/advisory-locks";

/** Shows every process of the club which jobs run in this one. */
export interface JobLocks {
  /** Returns the ids of the jobs that run in this process. */
  held(): string[];
  hold(jobId: string): Promise<void>;
  release(jobId: string): Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/**
 * Seconds after which PostgreSQL notices that the machine at the other end is gone: 4 + 3 × 2. A process that dies alone is
 * noticed at once, since its system closes the connection. A Unix socket ignores these settings.
 */
const KEEPALIVE_SETTINGS = "-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3";

/**
 * Holds an advisory lock per running job on a connection of its own. PostgreSQL releases the locks when the process ends,
 * however it ends. A connection that is cut is opened again and takes the locks again.
 */
export function openJobLocks(connectionString: string): JobLocks {
  /** A job that failed may run again here before the lock of its last run is released. */
  const held = new Map<string, number>();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async () => {
    const opened = new pg.Client({
      connectionString,
      application_name: "club jobs",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      options: KEEPALIVE_SETTINGS,
    });
    // The end of the connection, which follows, is what counts.
    opened.on("error", () => undefined);
    opened.once("end", () => {
      if (client === opened) client = undefined;
      if (!isClosed) retry = setTimeout(connect, RECONNECT_MS);
    });
    try {
      await opened.connect();
    } catch {
      return void opened.end().catch(() => undefined);
    }
    if (isClosed) return void opened.end().catch(() => undefined);
    client = opened;
    await change("pg_advisory_lock_shared", [...held.keys()]);
  };
  /** One change at a time, in their order, so that a lock that is taken again can't outlive its release. */
  let changes: Promise<unknown> = Promise.resolve();
  const change = (call: "pg_advisory_lock_shared" | "pg_advisory_unlock_shared", jobIds: string[]) => {
    changes = changes
      .then(() =>
        client?.query(`select ${call}($1, hashtext(id)) from unnest($2::text[]) id`, [
          ADVISORY_LOCKS.runningJobs,
          jobIds,
        ]),
      )
      // A failure means that the connection is lost: the next one takes the locks that are still held.
      .catch(() => undefined);
    return changes;
  };

  const connecting = connect();
  return {
    held: () => [...held.keys()],
    async hold(jobId) {
      await connecting;
      const runs = held.get(jobId) ?? 0;
      held.set(jobId, runs + 1);
      if (runs === 0) await change("pg_advisory_lock_shared", [jobId]);
    },
    async release(jobId) {
      const runs = held.get(jobId) ?? 0;
      if (runs > 1) return void held.set(jobId, runs - 1);
      held.delete(jobId);
      await change("pg_advisory_unlock_shared", [jobId]);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}
