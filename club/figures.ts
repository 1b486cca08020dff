import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { countWaiting, type Waiting } from "./operators/count-waiting";
import type { OpenedDatabase } from "./platform/db/open";
import type { ReadReplica } from "./platform/db/read-replica";
import { type MoveState, readMoves } from "./platform/moves/read-moves";
import { readWaitingMessages, type WaitingMessages } from "./platform/outbox/waiting-messages";
import { readLagging } from "./platform/read-lagging";
import type { Services } from "./platform/services";
import { within } from "./platform/within";
import { type LedgerCheckResult, readLedgerCheck } from "./points/ledger-check";

/** The state of the club as of now, for the metrics: of the database, so that every node tells the same. */
export interface ClubFigures {
  readonly messages: readonly WaitingMessages[];
  /** Jobs that are due, run, or have failed for good, with the seconds for which the oldest has been so. */
  readonly jobs: readonly {
    readonly queue: string;
    readonly state: "waiting" | "active" | "failed";
    readonly count: number;
    readonly oldest: number;
  }[];
  readonly waiting: readonly Waiting[];
  /** When the ledger was last verified, and how many differences there were. Null before the first time. */
  readonly ledger: LedgerCheckResult | null;
  /** The moves of data that a job has begun. */
  readonly moves: readonly MoveState[];
}

/** What this process has left. The database isn't asked, so that it is known also when nobody gets a connection. */
export interface ClubResources {
  /** The connections of this process for requests, and how many requests wait for one. */
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number };
  /** By how many seconds the read replica lags behind the primary; null where it doesn't serve. Undefined: there is none. */
  readonly replicaLag: number | null | undefined;
  /** Bytes of the disk on which DATA_DIR is. */
  readonly disk: { readonly free: number; readonly size: number };
}

/** Prometheus gives up after ten seconds by default. */
const LIMIT_MS = 5_000;

/** @throws Error when the database doesn't tell them in time */
export function readClubFigures(services: Services): Promise<ClubFigures> {
  return within(readLagging(services, readFigures), LIMIT_MS);
}

async function readFigures(services: Services): Promise<ClubFigures> {
  return {
    messages: await readWaitingMessages(services),
    jobs: await readJobs(services),
    waiting: await countWaiting(services),
    ledger: await readLedgerCheck(services.db),
    moves: await readMoves(services.db),
  };
}

export async function readClubResources(
  { settings, readReplica }: Services,
  { pool }: OpenedDatabase,
): Promise<ClubResources> {
  const { bavail, blocks, bsize } = await statfs(settings.dataDir);
  return {
    connections: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    replicaLag: describeLag(readReplica),
    disk: { free: bavail * bsize, size: blocks * bsize },
  };
}

async function readJobs({ db }: Services): Promise<ClubFigures["jobs"]> {
  const { rows } = await sql<ClubFigures["jobs"][number]>`
    select name as queue, kind as state, count(*)::int as count,
      extract(epoch from now() - min(since))::float as oldest
    from (
      select name,
        case state when 'active' then 'active' when 'failed' then 'failed' else 'waiting' end as kind,
        case state when 'active' then started_on when 'failed' then completed_on else start_after end as since
      from pgboss.job
      where state in ('created', 'retry', 'active', 'failed') and start_after <= now()
    ) due
    group by name, kind
  `.execute(db);
  return rows;
}

/** As `ClubResources.replicaLag`. */
function describeLag(replica: ReadReplica | null): number | null | undefined {
  if (!replica) return undefined;
  return replica.lagMs === null ? null : replica.lagMs / 1000;
}
