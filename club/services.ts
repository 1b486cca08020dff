import type { Kysely, Transaction } from "kysely";
import type { Database } from "./db/schema";
import type { Jobs } from "./jobs/jobs";
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

/** Either the database or a transaction of it: rules work in whichever they are given. */
export type Db = Kysely<Database> | Transaction<Database>;

/** What every endpoint, rule and job may use. */
export interface Services {
  readonly db: Kysely<Database>;
  readonly jobs: Jobs;
  readonly seal: Seal;
  readonly settings: ClubSettings;
  readonly log: Log;
  now(): Date;
}
