import type { Kysely, Transaction } from "kysely";
import type { GiftHandler } from "../../contract/values";
import type { ReadReplica } from "./db/read-replica";
import type { Database } from "./db/schema";
import type { CompanyRegister } from "./providers/company-register";
import type { IdentityProvider } from "./providers/identity-provider";
import type { Seal } from "./seal/seal";

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What an operator has to look at. */
export type Alarm = "points-per-day" | "sms-per-day" | "invites-per-day" | "unfinished-mails-per-day";

/** The club's settings; `configuration.ts` reads them from the environment. */
export interface ClubSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The portal's origin for links in messages, without a trailing slash. */
  readonly publicOrigin: string;
  /** Roubles of prizes a year above which personal documents are needed. */
  readonly documentsLimit: number;
  /** Pieces in a row of a sales report, and points of all its sales, above which the report waits for an operator. */
  readonly reportRowPiecesLimit: number;
  readonly reportPointsLimit: number;
  /** How many months points live. Null: they don't expire. */
  readonly pointsExpireMonths: number | null;
  /** How many days before it is announced that points will expire. */
  readonly pointsExpiryNoticeDays: number;
  /** How many days after they were earned by a sale points can be spent. Null: at once. */
  readonly pointsPendingDays: number | null;
  /** Days within which orders usually arrive, by the kind of gift; a kind without an entry promises nothing. */
  readonly orderDays: Readonly<Partial<Record<GiftHandler, number>>>;
  /** Points of the orders of a day above which the password is asked for again. Null: it isn't. */
  readonly orderPasswordPoints: number | null;
  /** Points of one act, and of all acts of one operator in a day of Moscow, above which a second operator has to agree. */
  readonly secondOperatorPoints: number;
  readonly secondOperatorPointsPerDay: number;
  /** How many times as many points a sale may earn, or a gift cost fewer, than before without a second operator. */
  readonly secondOperatorFactor: number;
  /** Points that the reports and claims of one distributor, and all of the club, may credit in a day of Moscow without operators. */
  readonly reportPointsPerDay: number;
  readonly pointsPerDay: number;
  /** Days for which a password that the club has made and mailed opens the account. */
  readonly temporaryPasswordDays: number;
  /** The cost of hashing a password, and of comparing one that is unknown. */
  readonly passwordCost: PasswordCost;
  /** Hours for which the link works by which somebody whom an operator added sets the first password. */
  readonly firstPasswordHours: number;
  readonly smtpUrl: string | null;
  readonly smsUrl: string | null;
  /** The bearer token of the SMS gateway. Null: none, or user and password stand in the address. */
  readonly smsToken: string | null;
  readonly mailFrom: string;
  /** Key of DaData, which tells the legal name and address of a company. Null: the club's own register only. */
  readonly dadataKey: string | null;
  /** Origin of DaData. */
  readonly dadataUrl: string;
  /** First digits of the phones to which SMS are sent. */
  readonly smsPrefixes: readonly string[];
  /** The most SMS that the club sends in a day of Moscow. */
  readonly smsPerDay: number;
  /** The most letters of invitations in a day of Moscow; those above wait for the next day. */
  readonly invitesPerDay: number;
  /** The same for one curator or system participant. */
  readonly invitesPerCuratorAndDay: number;
  /** The same for one manager, who may have registered a minute ago. */
  readonly invitesPerManagerAndDay: number;
  /** The address of the operators' console, without a trailing slash. Null: it is reached on this machine only. */
  readonly operatorOrigin: string | null;
  /** The OpenID Connect provider whose log-in stands for an operator's password. Null: there is none. */
  readonly operatorOidc: OidcSettings | null;
  readonly retentionDays: RetentionDays;
  /** The folder of `outbox.jsonl`, to which messages are written when no gateway is set. */
  readonly dataDir: string;
}

/** The parameters of scrypt: it needs 128 · N · r bytes, and its time grows with N · r · p. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** The club's registration with an OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button of the log-in calls the provider. */
  readonly name: string;
}

/** For how many days personal data are kept. */
export interface RetentionDays {
  /** Uploaded files of reports and their errors, from the end of their processing. Deals stay. */
  readonly reports: number;
  /** Invited people who never registered, from the end of their invitation; uploaded lists of them. */
  readonly invitations: number;
  /** Feedback, and claims of companies. */
  readonly feedback: number;
  /** Addresses and texts of messages that were delivered or given up. */
  readonly messages: number;
  /** Passports, from the decision on them. */
  readonly acceptedDocuments: number;
  readonly rejectedDocuments: number;
}

/** A running transaction: what is written in it exists only if the transaction commits. */
export type Trx = Transaction<Database>;

/** The database or a transaction of it, for functions that work in either. */
export type Db = Kysely<Database> | Trx;

/** A background job: its queue and its handler. A job may run again after a crash, so handlers are idempotent. */
export interface JobDefinition<Data extends object = object> {
  readonly queue: string;
  /** How many jobs of the queue run at the same time; 1 by default. */
  readonly concurrency?: number;
  readonly retryLimit?: number;
  /** Longest run of one job in seconds; 900 by default. */
  readonly expireInSeconds?: number;
  /** Times at which the job also runs without being queued, in cron's notation. */
  readonly schedule?: string;
  /** Whether it is queued besides its schedule, by what happens in the club: it then begins at once. */
  readonly isQueuedToo?: boolean;
  /**
   * Does the work. `stopping` is aborted when the process is about to stop: long work then ends between two of its steps
   * with `stopping.throwIfAborted()`, and the next process goes on with it.
   */
  handle(data: Data, services: Services, stopping?: AbortSignal): Promise<void>;
}

export interface JobOptions {
  /** With a transaction, the job is queued only if the transaction commits. */
  readonly within?: Db;
  readonly singletonKey?: string;
}

export interface Jobs {
  /** Queues a job. */
  send<Data extends object>(job: JobDefinition<Data>, data: Data, options?: JobOptions): Promise<void>;
  /** Lets this process look for queued jobs of a definition at once instead of within half a second. */
  wake(job: JobDefinition<never>): void;
}

/** What came of an attempt: a message that was delayed is tried again, one that was lost is not. */
export type DeliveryOutcome = "sent" | "delayed" | "lost";

/** What came of a run: a job that was delayed runs again, one that failed does not. */
export type JobOutcome = "done" | "delayed" | "failed";

/** What every endpoint, query and job may use. */
export interface Services {
  readonly db: Kysely<Database>;
  /** For single short statements of calls that are made all the time: they share connections. Knows no transaction. */
  readonly sharedDb: Kysely<Database>;
  /** For `readLagging` alone. Null: there is none. */
  readonly readReplica: ReadReplica | null;
  readonly jobs: Jobs;
  readonly seal: Seal;
  readonly settings: ClubSettings;
  /** The outer register of companies. Null: none is configured. */
  readonly companyRegister: CompanyRegister | null;
  /** Where operators may log in instead of giving their password. Null: none is configured. */
  readonly identityProvider: IdentityProvider | null;
  readonly log: Log;
  /** Counts an alarm in the metrics. */
  countAlarm(alarm: Alarm): void;
  /** Counts an attempt to deliver a message. */
  countDelivery(channel: "sms" | "email", outcome: DeliveryOutcome): void;
  /** Counts a run of a background job. */
  countJob(queue: string, outcome: JobOutcome): void;
  /** Prints a message that no gateway takes; only in a demo, whose messages are read on the console. */
  readonly printMessage?: ((text: string) => void) | undefined;
  now(): Date;
}
