import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { dropEmptyVariables, isRealDeployment, readRoles } from "../../contract/deployment";
import { DOCUMENTS_LIMIT_ROUBLES, giftHandlers } from "../../contract/values";
import { errorMessage } from "./db/error-message";
import { POOL_CONNECTIONS, SMALLEST_POOL } from "./db/pool-size";
import { type DatabaseTimeouts, DEFAULT_TIMEOUTS } from "./db/timeouts";
import { requireRealSettings } from "./require-real-settings";
import { parseDataKeys, readDataKeyFile } from "./seal/data-key";
import type { ClubSettings, OidcSettings, PasswordCost } from "./services";

const optional = z
  .string()
  .optional()
  .transform((value) => (value?.trim() ? value.trim() : null));

const days = (count: number) => z.coerce.number().int().min(1).max(36_500).default(count);

const perDay = (letters: number) => z.coerce.number().int().min(1).default(letters);

/** The largest that PostgreSQL takes as an integer. */
const DATABASE_INTEGER = 2_147_483_647;

const milliseconds = (value: number) => z.coerce.number().int().min(0).max(DATABASE_INTEGER).default(value);

/** Reads `phone=1,souvenir=14`: days by kind of gift; `off` promises none. */
function readOrderDays(text: string, context: z.RefinementCtx): ClubSettings["orderDays"] {
  if (text === "off") return {};
  const entries = text
    .split(",")
    .filter((entry) => entry.trim() !== "")
    .map((entry) => entry.split("=").map((part) => part.trim()));
  const isRight = ([kind = "", count = ""]: readonly string[]) =>
    giftHandlers.some((handler) => handler === kind) && /^\d{1,3}$/.test(count);
  if (!entries.every(isRight)) {
    context.addIssue({
      code: "custom",
      message: `must be days by kind, such as phone=1; kinds: ${giftHandlers.join()}`,
    });
  }
  return Object.fromEntries(entries.map(([kind, count]) => [kind, Number(count)]));
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether nobody between this machine and the address can read what is sent there. */
const isSafeFromListeners = ({ protocol, hostname }: URL) => protocol === "https:" || LOOPBACK_NAMES.has(hostname);

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The club's variables. Exported for tests; other code calls `readClubConfiguration`. */
export const variables = z.object({
  DATABASE_URL: optional,
  DATABASE_OWNER_URL: optional,
  DATABASE_POOLER_URL: optional,
  DATABASE_READ_URL: optional.refine(
    (url) => url === null || (/^postgres(ql)?:\/\//i.test(url) && URL.canParse(url)),
    "must be an address such as postgres://club_app:password@replica.example.com/club",
  ),
  DATABASE_READ_LAG_MS: z.coerce.number().int().min(100).max(600_000).default(5_000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds(DEFAULT_TIMEOUTS.statementMs),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds(DEFAULT_TIMEOUTS.lockMs),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: milliseconds(DEFAULT_TIMEOUTS.idleTransactionMs),
  DATA_DIR: z.string().default("./data"),
  DATABASE_POOL: z.coerce.number().int().min(SMALLEST_POOL).max(1_000).default(POOL_CONNECTIONS),
  CLUB_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  CLUB_HOST: z.string().default("127.0.0.1"),
  CLUB_TLS_CERT: optional,
  CLUB_TLS_KEY: optional,
  CLUB_PRIVATE_NETWORK: z.enum(["on", "off"]).default("off"),
  CLUB_DATA_KEY: optional.refine(
    (keys) => keys === null || parseDataKeys(keys) !== null,
    "64 hexadecimal digits are needed; of several keys, comma separated, the newest first",
  ),
  CLUB_DOCUMENTS_LIMIT: z.coerce.number().int().min(0).max(DATABASE_INTEGER).default(DOCUMENTS_LIMIT_ROUBLES),
  REPORT_ROW_PIECES_LIMIT: z.coerce.number().int().min(1).default(1_000),
  REPORT_POINTS_LIMIT: z.coerce.number().int().min(1).default(10_000_000),
  POINTS_EXPIRE_MONTHS: z.coerce.number().int().min(0).max(600).default(0),
  POINTS_EXPIRY_NOTICE_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  POINTS_PENDING_DAYS: z.coerce.number().int().min(0).max(365).default(0),
  ORDER_DAYS: z.string().default("phone=3,card=5,giftery=3,souvenir=14").transform(readOrderDays),
  ORDER_PASSWORD_POINTS: z.coerce.number().int().min(0).default(5_000),
  SECOND_OPERATOR_POINTS: z.coerce.number().int().min(0).default(10_000),
  SECOND_OPERATOR_POINTS_PER_DAY: z.coerce.number().int().min(0).optional(),
  SECOND_OPERATOR_FACTOR: z.coerce.number().min(1).max(1_000).default(2),
  REPORT_POINTS_PER_DAY: z.coerce.number().int().min(1).optional(),
  POINTS_PER_DAY: z.coerce.number().int().min(1).optional(),
  TEMPORARY_PASSWORD_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  FIRST_PASSWORD_HOURS: z.coerce.number().int().min(24).max(720).default(72),
  UPSTREAM_CLIENT_ID: z.string().min(1).default("portal"),
  UPSTREAM_CLIENT_SECRET: z.string().min(1).default("portal-demo"),
  PUBLIC_ORIGIN: optional.refine(
    (origin) => origin === null || (/^https?:\/\//i.test(origin) && URL.canParse(origin)),
    "must be an origin such as https://club.example.com",
  ),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  SMTP_URL: optional.refine(
    (url) => url === null || (/^smtps?:\/\//i.test(url) && URL.canParse(url) && new URL(url).hostname !== ""),
    "an address such as smtp://user:password@mail.example.com:587 is needed; it begins with smtp:// or smtps://",
  ),
  SMS_URL: optional.refine(
    (url) => url === null || (isWebAddress(url) && isSafeFromListeners(new URL(url))),
    "an address such as https://sms.example.com/send is needed; http is for this machine, because codes go there",
  ),
  SMS_TOKEN: optional,
  DADATA_KEY: optional,
  DADATA_URL: z
    .string()
    .default("https://suggestions.dadata.ru")
    .refine(isWebAddress, "must be an origin such as https://suggestions.dadata.ru"),
  SMS_PREFIXES: z
    .string()
    .default("79")
    .transform((list) => list.split(",").map((prefix) => prefix.trim()))
    .refine((prefixes) => prefixes.every((prefix) => /^\d{1,11}$/.test(prefix)), "digits are needed, comma separated"),
  SMS_PER_DAY: perDay(2_000),
  INVITES_PER_DAY: perDay(20_000),
  INVITES_PER_CURATOR_AND_DAY: perDay(5_000),
  INVITES_PER_MANAGER_AND_DAY: perDay(500),
  OPERATOR_ORIGIN: optional.refine((text) => text === null || isWebAddress(text), "must be an origin"),
  OPERATOR_OIDC_ISSUER: optional.refine(
    (text) => text === null || isWebAddress(text),
    "must be the provider's issuer, an address such as https://id.example.com",
  ),
  OPERATOR_OIDC_CLIENT_ID: optional,
  OPERATOR_OIDC_CLIENT_SECRET: optional,
  OPERATOR_OIDC_NAME: optional,
  RETENTION_REPORTS_DAYS: days(365),
  RETENTION_INVITATIONS_DAYS: days(180),
  RETENTION_FEEDBACK_DAYS: days(365),
  RETENTION_MESSAGES_DAYS: days(30),
  // Who paid for prizes keeps the papers of their tax for five years.
  RETENTION_ACCEPTED_DOCUMENTS_DAYS: days(5 * 365),
  RETENTION_REJECTED_DOCUMENTS_DAYS: days(90),
  MAIL_FROM: z.string().default("Клуб <club@example.com>"),
});

const SHORTEST_MONTH_DAYS = 28;
/**
 * One of OWASP's equal recommendations for scrypt: 32 MB and about a fifth of a second for each hash. Glibc returns a block of
 * more than 32 MB to the system at once; smaller ones it would keep, one for each thread that hashes.
 */
const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };

/** Points in a day without operators. A demo has one operator, and whoever tries it uploads what they like. */
const REAL_REPORT_POINTS_PER_DAY = 500_000;
const REAL_POINTS_PER_DAY = 2_000_000;
const DEMO_POINTS_PER_DAY = 100_000_000;

/** Where other processes than the portal of this one reach the club's API. */
export interface ClubListener {
  readonly host: string;
  readonly port: number;
  /** Certificate and key in PEM. Null: without TLS, on this machine or in a private network. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
}

/** What `openClub` needs to know. */
export interface ClubConfiguration {
  readonly settings: ClubSettings;
  /** False: `settings.publicOrigin` is only what it is on this machine, with this process's PORT. */
  readonly hasPublicOrigin: boolean;
  /** The operator's PostgreSQL, as the role that serves. Null: the embedded one. */
  readonly databaseUrl: string | null;
  /** The same database as the role that owns the tables, for migrations and commands. Null: the role of `databaseUrl`. */
  readonly databaseOwnerUrl: string | null;
  /** A pooler before the same database, by which requests are served. Null: they go to `databaseUrl`. */
  readonly databasePoolerUrl: string | null;
  /** A replica of the same database, for reads that may lag by so much. Null: they go to `databaseUrl`. */
  readonly databaseRead: { readonly url: string; readonly maxLagMs: number } | null;
  /** Of the connections that serve requests and jobs. */
  readonly databaseTimeouts: DatabaseTimeouts;
  readonly dataDir: string;
  /** The most connections of this process for requests and the queries of jobs. */
  readonly databasePool: number;
  /** Null: a free port of the loopback, for the portal of this process only. */
  readonly listener: ClubListener | null;
  /** Keys of 32 bytes that seal personal documents and cards, the newest first. Null: a file in `dataDir` has them. */
  readonly dataKeys: readonly Buffer[] | null;
  /** Whether an empty database is seeded with demo people, companies and deals. */
  readonly demo: boolean;
}

/**
 * Reads the club's variables from the environment.
 *
 * @throws Error with a line for each variable: its name and what it must be
 * @throws DataKeyError when the key in the data folder is damaged
 */
export function readClubConfiguration(environment: NodeJS.ProcessEnv = process.env): ClubConfiguration {
  const parsed = variables.safeParse(dropEmptyVariables(environment));
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
  }
  const { data } = parsed;
  if (data.DATABASE_OWNER_URL && !data.DATABASE_URL) {
    throw new Error("DATABASE_OWNER_URL: needs a DATABASE_URL, the same database as the role that serves");
  }
  if (data.DATABASE_POOLER_URL && !data.DATABASE_URL) {
    throw new Error("DATABASE_POOLER_URL: needs a DATABASE_URL, the same database without the pooler");
  }
  if (data.DATABASE_READ_URL && !data.DATABASE_URL) {
    throw new Error("DATABASE_READ_URL: needs a DATABASE_URL, the primary of this replica");
  }
  const lifeDays = data.POINTS_EXPIRE_MONTHS * SHORTEST_MONTH_DAYS;
  if (lifeDays > 0 && data.POINTS_PENDING_DAYS + data.POINTS_EXPIRY_NOTICE_DAYS >= lifeDays) {
    throw new Error("POINTS_PENDING_DAYS: points must be spendable before it is announced that they expire");
  }
  const roles = readRoles(environment.ROLES, undefined);
  if (roles && roles.has("club") !== roles.has("jobs") && !data.DATABASE_URL) {
    throw new Error("DATABASE_URL: is needed where club and jobs run in different processes (ROLES)");
  }
  const demo = !isRealDeployment(data.PUBLIC_ORIGIN);
  if (!demo) requireRealSettings(data);
  const dataDir = resolve(data.DATA_DIR);
  const dataKeys = data.CLUB_DATA_KEY ? parseDataKeys(data.CLUB_DATA_KEY) : null;
  // A damaged file is told now, not when the first document is sealed.
  if (!dataKeys) readDataKeyFile(dataDir);
  return {
    settings: {
      clientId: data.UPSTREAM_CLIENT_ID,
      clientSecret: data.UPSTREAM_CLIENT_SECRET,
      // `origin` writes scheme and host in small letters, as links in messages need them.
      publicOrigin: data.PUBLIC_ORIGIN === null ? `http://127.0.0.1:${data.PORT}` : new URL(data.PUBLIC_ORIGIN).origin,
      documentsLimit: data.CLUB_DOCUMENTS_LIMIT,
      reportRowPiecesLimit: data.REPORT_ROW_PIECES_LIMIT,
      reportPointsLimit: data.REPORT_POINTS_LIMIT,
      pointsExpireMonths: data.POINTS_EXPIRE_MONTHS || null,
      pointsExpiryNoticeDays: data.POINTS_EXPIRY_NOTICE_DAYS,
      pointsPendingDays: data.POINTS_PENDING_DAYS || null,
      orderDays: data.ORDER_DAYS,
      orderPasswordPoints: data.ORDER_PASSWORD_POINTS || null,
      secondOperatorPoints: data.SECOND_OPERATOR_POINTS,
      secondOperatorPointsPerDay: data.SECOND_OPERATOR_POINTS_PER_DAY ?? data.SECOND_OPERATOR_POINTS,
      secondOperatorFactor: data.SECOND_OPERATOR_FACTOR,
      reportPointsPerDay: data.REPORT_POINTS_PER_DAY ?? (demo ? data.REPORT_POINTS_LIMIT : REAL_REPORT_POINTS_PER_DAY),
      pointsPerDay: data.POINTS_PER_DAY ?? (demo ? DEMO_POINTS_PER_DAY : REAL_POINTS_PER_DAY),
      temporaryPasswordDays: data.TEMPORARY_PASSWORD_DAYS,
      passwordCost: PASSWORD_COST,
      firstPasswordHours: data.FIRST_PASSWORD_HOURS,
      smtpUrl: data.SMTP_URL,
      smsUrl: data.SMS_URL,
      smsToken: data.SMS_TOKEN,
      mailFrom: data.MAIL_FROM,
      dadataKey: data.DADATA_KEY,
      dadataUrl: data.DADATA_URL,
      smsPrefixes: data.SMS_PREFIXES,
      smsPerDay: data.SMS_PER_DAY,
      invitesPerDay: data.INVITES_PER_DAY,
      invitesPerCuratorAndDay: data.INVITES_PER_CURATOR_AND_DAY,
      invitesPerManagerAndDay: data.INVITES_PER_MANAGER_AND_DAY,
      operatorOrigin: data.OPERATOR_ORIGIN === null ? null : new URL(data.OPERATOR_ORIGIN).origin,
      operatorOidc: readOidcSettings(data),
      retentionDays: {
        reports: data.RETENTION_REPORTS_DAYS,
        invitations: data.RETENTION_INVITATIONS_DAYS,
        feedback: data.RETENTION_FEEDBACK_DAYS,
        messages: data.RETENTION_MESSAGES_DAYS,
        acceptedDocuments: data.RETENTION_ACCEPTED_DOCUMENTS_DAYS,
        rejectedDocuments: data.RETENTION_REJECTED_DOCUMENTS_DAYS,
      },
      dataDir,
    },
    hasPublicOrigin: data.PUBLIC_ORIGIN !== null,
    databaseUrl: data.DATABASE_URL,
    databaseOwnerUrl: data.DATABASE_OWNER_URL,
    databasePoolerUrl: data.DATABASE_POOLER_URL,
    databaseRead: data.DATABASE_READ_URL ? { url: data.DATABASE_READ_URL, maxLagMs: data.DATABASE_READ_LAG_MS } : null,
    databaseTimeouts: {
      statementMs: data.DATABASE_STATEMENT_TIMEOUT_MS,
      lockMs: data.DATABASE_LOCK_TIMEOUT_MS,
      idleTransactionMs: data.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    },
    databasePool: data.DATABASE_POOL,
    dataDir,
    listener: readListener(data),
    dataKeys,
    demo,
  };
}

/** @throws Error where passwords and tokens could be read on their way */
function readListener(data: z.output<typeof variables>): ClubListener | null {
  const { CLUB_HOST: host, CLUB_PORT: port, CLUB_TLS_CERT: cert, CLUB_TLS_KEY: key } = data;
  if (!cert !== !key)
    throw new Error(`${cert ? "CLUB_TLS_KEY" : "CLUB_TLS_CERT"}: certificate and key need each other`);
  const isLocal = LOOPBACK_NAMES.has(host) || host === "::1";
  if (!isLocal && !cert && data.CLUB_PRIVATE_NETWORK === "off") {
    throw new Error(
      "CLUB_HOST: beyond this machine the API needs TLS (CLUB_TLS_CERT, CLUB_TLS_KEY), because passwords and tokens go there, or CLUB_PRIVATE_NETWORK=on for a network that only you use",
    );
  }
  if (port === undefined) return null;
  const read = (name: "CLUB_TLS_CERT" | "CLUB_TLS_KEY", file: string) => {
    try {
      return readFileSync(file);
    } catch (error) {
      throw new Error(`${name}: can't be read: ${errorMessage(error)}`);
    }
  };
  return {
    host,
    port,
    tls: cert && key ? { cert: read("CLUB_TLS_CERT", cert), key: read("CLUB_TLS_KEY", key) } : null,
  };
}

/** The registration with a provider: as a whole or not at all. */
function readOidcSettings(data: z.output<typeof variables>): OidcSettings | null {
  const { OPERATOR_OIDC_CLIENT_ID: clientId, OPERATOR_OIDC_CLIENT_SECRET: clientSecret } = data;
  const issuer = data.OPERATOR_OIDC_ISSUER;
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer) throw new Error("OPERATOR_OIDC_ISSUER: is needed beside OPERATOR_OIDC_CLIENT_ID and _CLIENT_SECRET");
  if (!clientId) throw new Error("OPERATOR_OIDC_CLIENT_ID: is needed beside OPERATOR_OIDC_ISSUER");
  if (!clientSecret) throw new Error("OPERATOR_OIDC_CLIENT_SECRET: is needed beside OPERATOR_OIDC_ISSUER");
  if (!data.OPERATOR_ORIGIN)
    throw new Error("OPERATOR_ORIGIN: is needed beside OPERATOR_OIDC_ISSUER, which leads back to it");
  const url = new URL(issuer);
  if (!isSafeFromListeners(url)) throw new Error("OPERATOR_OIDC_ISSUER: must be https, except on loopback");
  return { issuer, clientId, clientSecret, name: data.OPERATOR_OIDC_NAME ?? url.host };
}
