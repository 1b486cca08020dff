import type { Kysely, Transaction } from "kysely";
import type { Database } from "./db/schema";
import type { Seal } from "./seal/seal";

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the club is told from outside; see `configuration.ts` for the variables. */
export interface ClubSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where participants find the portal, for links in messages; no trailing slash. */
  readonly publicOrigin: string;
  /** Roubles of prizes a year above which personal documents are needed. */
  readonly documentsLimit: number;
  readonly smtpUrl: string | null;
  readonly smsUrl: string | null;
  readonly mailFrom: string;
  /** Where `outbox.jsonl` is written when no gateway is set. */
  readonly dataDir: string;
}

/** A running transaction: what is written in it exists only if the transaction commits. */
export type Trx = Transaction<Database>;

/** The database or a transaction of it, for functions that work in either. */
export type Db = Kysely<Database> | Trx;

/** Work in the background: a queue and what is done with each of its jobs. Jobs may run again after a crash, so they are idempotent. */
export interface JobDefinition<Data extends object = object> {
  readonly queue: string;
  /** Jobs worked on at the same time. */
  readonly concurrency?: number;
  readonly retryLimit?: number;
  /** Longest run of one job in seconds. */
  readonly expireInSeconds?: number;
  /** With it the job also runs by itself, at these times (cron). */
  readonly schedule?: string;
  handle(data: Data, services: Services): Promise<void>;
}

export interface Jobs {
  /** Queues a job; within a transaction the job exists only if the transaction commits. */
  send<Data extends object>(
    job: JobDefinition<Data>,
    data: Data,
    options?: { within?: Db; singletonKey?: string },
  ): Promise<void>;
}

/** What every endpoint, rule and job may use. */
export interface Services {
  readonly db: Kysely<Database>;
  readonly jobs: Jobs;
  readonly seal: Seal;
  readonly settings: ClubSettings;
  readonly log: Log;
  now(): Date;
}
