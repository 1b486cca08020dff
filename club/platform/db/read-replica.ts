import { type Kysely, sql } from "kysely";
import { within } from "../within";
import type { DatabaseLog } from "./embedded/types";
import { errorMessage } from "./error-message";
import { openDatabase } from "./open";
import type { Database } from "./schema";
import type { DatabaseTimeouts } from "./timeouts";

/** Connections of one process to the replica. */
const REPLICA_CONNECTIONS = 4;
/** How often it is asked, at most, and how long it may take to answer. */
const ASK_EVERY_MS = 1_000;
const ANSWER_MS = 2_000;
/** Positions of the primary that are remembered while the replica hasn't reached them. */
const MOST_MARKS = 600;

/** A copy of the database that follows it, for reads that may lag. */
export interface ReadReplica {
  /** Every transaction is read-only. */
  readonly db: Kysely<Database>;
  /** Whether it answers, and lags no more than it may. Asks at most once a second. */
  isUsable(): Promise<boolean>;
  /** By how many milliseconds it lags behind the primary. @throws Error that says why this isn't known */
  measureLag(): Promise<number>;
  /** After a read that has failed there: nobody is sent there until it has answered again. */
  leave(): void;
  /** What was found last. Null: it doesn't answer, or has caught up with nothing that is known. */
  readonly lagMs: number | null;
  close(): Promise<void>;
}

export interface ReadReplicaOptions {
  readonly url: string;
  readonly primary: Kysely<Database>;
  readonly maxLagMs: number;
  readonly timeouts: DatabaseTimeouts;
  readonly log: DatabaseLog;
}

/** Opens connections to a replica. One that doesn't answer fails nothing: its reads go to the primary. */
export async function openReadReplica(options: ReadReplicaOptions): Promise<ReadReplica> {
  const { url, primary, maxLagMs, timeouts, log } = options;
  const { db, close } = await openDatabase({
    databaseUrl: url,
    dataDir: "",
    log,
    poolSize: REPLICA_CONNECTIONS,
    name: "club reads",
    timeouts,
    isReadOnly: true,
    connectMs: ANSWER_MS,
  });
  /** Where the primary was at which time, the oldest first. */
  let marks: { readonly position: number; readonly at: number }[] = [];
  let lagMs: number | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  const measureLag = async () => {
    const at = performance.now();
    const written = await within(readPosition(primary), ANSWER_MS);
    // Another primary has taken over that hadn't written as much.
    if (written < (marks.at(-1)?.position ?? 0)) marks = [];
    marks = [...marks, { position: written, at }].slice(-MOST_MARKS);
    const replayed = await within(readPosition(db), ANSWER_MS);
    const reached = marks.filter(({ position }) => position <= replayed).at(-1);
    if (!reached) throw new Error("it has reached nothing that the primary has written since this was asked first");
    marks = marks.filter((mark) => mark.at >= reached.at);
    return performance.now() - reached.at;
  };
  const ask = async () => {
    const before = lagMs;
    lagMs = await measureLag().catch((error: unknown) => {
      if (before !== null) log.warn(`Reads go to the primary: the replica doesn't serve (${errorMessage(error)}).`);
      return null;
    });
    askedAt = performance.now();
  };
  return {
    db,
    measureLag,
    get lagMs() {
      return lagMs;
    },
    async isUsable() {
      if (performance.now() - askedAt > ASK_EVERY_MS) {
        const isFirst = askedAt === Number.NEGATIVE_INFINITY;
        asking ??= ask().finally(() => {
          asking = undefined;
        });
        // Nobody waits for a replica that is away.
        if (isFirst || lagMs !== null) await asking;
      }
      return lagMs !== null && lagMs <= maxLagMs;
    },
    leave() {
      lagMs = null;
      askedAt = performance.now();
    },
    async close() {
      await asking;
      await close();
    },
  };
}

/** How much has been written to a primary, or replayed on a standby, in bytes. @throws Error when PostgreSQL doesn't tell it */
async function readPosition(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ position: number | null }>`
    select ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)
      - '0/0'::pg_lsn)::float8 as position
  `.execute(db);
  const position = rows[0]?.position;
  if (typeof position !== "number") throw new Error("it doesn't tell its position");
  return position;
}
