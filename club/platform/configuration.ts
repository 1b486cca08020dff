import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import {
  isLoopbackHost,
  isRealDeployment,
  isSafeFromListeners,
  ROLES_RULE,
  readRoles,
} from "../../contract/deployment";
import {
  DEMO_CREDENTIAL,
  host,
  onOff,
  origin,
  port,
  type ReadSettings,
  readSettings,
  safeOrigin,
  text,
  whole,
} from "../../contract/settings";
import { DOCUMENTS_LIMIT_ROUBLES, giftHandlers } from "../../contract/values";
import { errorMessage } from "./db/error-message";
import { POOL_CONNECTIONS, SMALLEST_POOL } from "./db/pool-size";
import { type DatabaseTimeouts, DEFAULT_TIMEOUTS } from "./db/timeouts";
import { refuseDemoSettings } from "./refuse-demo-settings";
import { DataKeyError, parseDataKeys, readDataKeyFile } from "./seal/data-key";
import type { ClubSettings, OidcSettings, PasswordCost } from "./services";

const optional = z
  .string()
  .optional()
  .transform((value) => (value?.trim() ? value.trim() : null));

/** Of people, points and pieces there may be any number. */
const MANY = Number.MAX_SAFE_INTEGER;
const days = (what: string) => whole(1, 36_500, `days for which ${what} are kept`);
const perDay = (what: string) => whole(1, MANY, `${what} a day`);
/** The largest that PostgreSQL takes as an integer. */
const DATABASE_INTEGER = 2_147_483_647;
const milliseconds = (what: string) => whole(0, DATABASE_INTEGER, `milliseconds ${what} (0 for any)`);

const FACTOR_RULE = "must be how many times as generous a change may be, from 1 to 1000";

/** An address of PostgreSQL; one of a socket has no host. */
const postgres = optional.refine(
  (url) => url === null || (/^postgres(ql)?:\/\/./i.test(url) && URL.canParse(url.replace("@/", "@socket/"))),
  "must be an address such as postgres://club_app:password@db.example.com/club",
);

/** `address`, `Name <address>` or `"Name" <address>`, with nothing in the name at which programs of mail end it. */
const SENDER = /^(?:(?:"[^"<>\r\n]+"|[^"<>,;:@\r\n]*)\s*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;

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

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The club's variables. Exported for tests; other code calls `readClubConfiguration`. */
export const variables = {
  DATABASE_URL: postgres,
  DATABASE_OWNER_URL: postgres,
  DATABASE_POOLER_URL: postgres,
  DATABASE_READ_URL: postgres,
  DATABASE_READ_LAG_MS: whole(100, 600_000, "milliseconds by which the replica may lag").default(5_000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds("that a statement may take").default(DEFAULT_TIMEOUTS.statementMs),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds("that a lock may be waited for").default(DEFAULT_TIMEOUTS.lockMs),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: milliseconds("in which a transaction may ask nothing").default(
    DEFAULT_TIMEOUTS.idleTransactionMs,
  ),
  DATA_DIR: z.string().default("./data"),
  DATABASE_POOL: whole(SMALLEST_POOL, 1_000, "connections of this process").default(POOL_CONNECTIONS),
  CLUB_PORT: port.optional(),
  CLUB_HOST: host.default("127.0.0.1"),
  CLUB_TLS_CERT: optional,
  CLUB_TLS_KEY: optional,
  CLUB_PRIVATE_NETWORK: onOff.default("off"),
  CLUB_DATA_KEY: optional.refine(
    (keys) => keys === null || parseDataKeys(keys) !== null,
    "64 hexadecimal digits are needed; of several keys, comma separated, the newest first",
  ),
  CLUB_DOCUMENTS_LIMIT: whole(0, DATABASE_INTEGER, "roubles of prizes a year without documents").default(
    DOCUMENTS_LIMIT_ROUBLES,
  ),
  REPORT_ROW_PIECES_LIMIT: whole(1, MANY, "pieces of a report's row").default(1_000),
  REPORT_POINTS_LIMIT: whole(1, MANY, "points of a report").default(10_000_000),
  POINTS_EXPIRE_MONTHS: whole(0, 600, "months after which points expire (0 for never)").default(0),
  POINTS_EXPIRY_NOTICE_DAYS: whole(1, 365, "days before points expire").default(30),
  POINTS_PENDING_DAYS: whole(0, 365, "days before points can be spent").default(0),
  ORDER_DAYS: z.string().default("phone=3,card=5,giftery=3,souvenir=14").transform(readOrderDays),
  ORDER_PASSWORD_POINTS: whole(0, MANY, "points of a day's orders (0 for never)").default(5_000),
  SECOND_OPERATOR_POINTS: whole(0, MANY, "points of one act").default(10_000),
  SECOND_OPERATOR_POINTS_PER_DAY: whole(0, MANY, "points of an operator's day").optional(),
  SECOND_OPERATOR_FACTOR: z.coerce
    .number({ message: FACTOR_RULE })
    .min(1, FACTOR_RULE)
    .max(1_000, FACTOR_RULE)
    .default(2),
  REPORT_POINTS_PER_DAY: perDay("points of a distributor's reports").optional(),
  POINTS_PER_DAY: perDay("points of the whole club").optional(),
  TEMPORARY_PASSWORD_DAYS: whole(1, 365, "days for which a temporary password works").default(14),
  FIRST_PASSWORD_HOURS: whole(24, 720, "hours for which the link to a first password works").default(72),
  UPSTREAM_CLIENT_ID: z.string().trim().default(DEMO_CREDENTIAL.clientId),
  UPSTREAM_CLIENT_SECRET: z.string().trim().default(DEMO_CREDENTIAL.clientSecret),
  PUBLIC_ORIGIN: safeOrigin.optional(),
  PORT: port.default(3000),
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
  SMS_PER_DAY: perDay("SMS").default(2_000),
  INVITES_PER_DAY: perDay("invitations of the whole club").default(20_000),
  INVITES_PER_CURATOR_AND_DAY: perDay("invitations of a curator").default(5_000),
  INVITES_PER_MANAGER_AND_DAY: perDay("invitations of a manager").default(500),
  OPERATOR_ORIGIN: safeOrigin.optional(),
  OPERATOR_OIDC_ISSUER: optional.refine(
    (issuer) => issuer === null || isWebAddress(issuer),
    "must be the provider's issuer, an address such as https://id.example.com",
  ),
  OPERATOR_OIDC_CLIENT_ID: optional,
  OPERATOR_OIDC_CLIENT_SECRET: optional,
  OPERATOR_OIDC_NAME: optional,
  RETENTION_REPORTS_DAYS: days("reports").default(365),
  RETENTION_INVITATIONS_DAYS: days("invitations").default(180),
  RETENTION_FEEDBACK_DAYS: days("questions of participants").default(365),
  RETENTION_MESSAGES_DAYS: days("messages").default(30),
  // Who paid for prizes keeps the papers of their tax for five years.
  RETENTION_ACCEPTED_DOCUMENTS_DAYS: days("accepted documents").default(5 * 365),
  RETENTION_REJECTED_DOCUMENTS_DAYS: days("rejected documents").default(90),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(SENDER, "must be an address, or a name and an address, such as Клуб <club@example.com>")
    .default("Клуб <club@example.com>"),
};

type Settings = ReadSettings<typeof variables>["values"];
type Refuse = ReadSettings<typeof variables>["refuse"];

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
 * @param options.checksKeyFile false for who looks at the file with the data key by itself
 * @throws Error with a line for each variable: its name and what it must be
 */
export function readClubConfiguration(
  environment: NodeJS.ProcessEnv = process.env,
  { checksKeyFile = true } = {},
): ClubConfiguration {
  const { values: data, refuse, listProblems } = readSettings(variables, environment);
  for (const [name, meaning] of [
    ["DATABASE_OWNER_URL", "the same database as the role that serves"],
    ["DATABASE_POOLER_URL", "the same database without the pooler"],
    ["DATABASE_READ_URL", "the primary of this replica"],
  ] as const) {
    if (data[name] && !data.DATABASE_URL) refuse(name, `needs a DATABASE_URL, ${meaning}`, ["DATABASE_URL"]);
  }
  if (data.SMS_TOKEN && data.SMS_URL && new URL(data.SMS_URL).username) {
    refuse("SMS_TOKEN", "and a user in SMS_URL are two proofs of who the club is; leave one of them out");
  }
  const lifeDays = data.POINTS_EXPIRE_MONTHS * SHORTEST_MONTH_DAYS;
  if (lifeDays > 0 && data.POINTS_PENDING_DAYS + data.POINTS_EXPIRY_NOTICE_DAYS >= lifeDays) {
    refuse("POINTS_PENDING_DAYS", "points must be spendable before it is announced that they expire", [
      "POINTS_EXPIRY_NOTICE_DAYS",
    ]);
  }
  const roles = readRoles(environment.ROLES, undefined);
  if (roles && roles.has("club") !== roles.has("jobs") && !data.DATABASE_URL) {
    refuse("DATABASE_URL", "is needed where club and jobs run in different processes (ROLES)");
  }
  const demo = !isRealDeployment(data.PUBLIC_ORIGIN);
  if (!demo) refuseDemoSettings(data, refuse);
  const listener = readListener(data, refuse);
  const operatorOidc = readOidcSettings(data, refuse);
  const dataDir = resolve(data.DATA_DIR);
  const dataKeys = data.CLUB_DATA_KEY ? parseDataKeys(data.CLUB_DATA_KEY) : null;
  if (!dataKeys && checksKeyFile) refuseDamagedKeyFile(dataDir, refuse);
  const problems = listProblems();
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return {
    settings: {
      clientId: data.UPSTREAM_CLIENT_ID,
      clientSecret: data.UPSTREAM_CLIENT_SECRET,
      publicOrigin: data.PUBLIC_ORIGIN ?? `http://127.0.0.1:${data.PORT}`,
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
      operatorOrigin: data.OPERATOR_ORIGIN ?? null,
      operatorOidc,
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
    hasPublicOrigin: data.PUBLIC_ORIGIN !== undefined,
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
    listener,
    dataKeys,
    demo,
  };
}

/** A damaged file is told now, beside what else is wrong, and not when the first document is sealed. */
function refuseDamagedKeyFile(dataDir: string, refuse: Refuse): void {
  try {
    readDataKeyFile(dataDir);
  } catch (error) {
    if (!(error instanceof DataKeyError)) throw error;
    refuse("CLUB_DATA_KEY", error.message, ["DATA_DIR"]);
  }
}

/** What a portal without a club needs: the API that it calls, and its own address and folder. */
export interface PortalVariables {
  /** Null: the portal, where there is one, calls the club of its own process. */
  readonly upstream: { readonly origin: string; readonly clientId: string; readonly clientSecret: string } | null;
  readonly publicOrigin: string;
  readonly dataDir: string;
  /** Whether the process is a portal. */
  readonly servesPages: boolean;
  /** Whether there is no club here: neither the process nor a DATABASE_URL has one. */
  readonly isAlone: boolean;
}

/** The portal's variables, for a command that tries them. */
const portalVariables = {
  UPSTREAM_URL: origin.optional(),
  UPSTREAM_CLIENT_ID: text,
  UPSTREAM_CLIENT_SECRET: text,
  PUBLIC_ORIGIN: safeOrigin.optional(),
  PORT: port.default(3000),
  DATA_DIR: z.string().default("./data"),
};

/**
 * Reads what a portal needs, whether or not there is a club.
 *
 * @throws Error with a line for each variable: its name and what it must be
 */
export function readPortalVariables(environment: NodeJS.ProcessEnv = process.env): PortalVariables {
  const { values: data, listProblems } = readSettings(portalVariables, environment);
  const roles = readRoles(environment.ROLES, environment.UPSTREAM_URL);
  const problems = [...listProblems(), ...(roles ? [] : [`ROLES: ${ROLES_RULE}`])];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return {
    upstream: data.UPSTREAM_URL
      ? {
          origin: data.UPSTREAM_URL,
          clientId: data.UPSTREAM_CLIENT_ID ?? DEMO_CREDENTIAL.clientId,
          clientSecret: data.UPSTREAM_CLIENT_SECRET ?? DEMO_CREDENTIAL.clientSecret,
        }
      : null,
    publicOrigin: data.PUBLIC_ORIGIN ?? `http://127.0.0.1:${data.PORT}`,
    dataDir: resolve(data.DATA_DIR),
    servesPages: !!roles?.has("web"),
    isAlone: !!data.UPSTREAM_URL && !environment.DATABASE_URL?.trim() && !roles?.has("club") && !roles?.has("jobs"),
  };
}

/** Where the API listens; refuses addresses at which passwords and tokens could be read on their way. */
function readListener(data: Settings, refuse: Refuse): ClubListener | null {
  const { CLUB_HOST: address, CLUB_PORT: at, CLUB_TLS_CERT: certFile, CLUB_TLS_KEY: keyFile } = data;
  if (!certFile !== !keyFile) {
    refuse(certFile ? "CLUB_TLS_KEY" : "CLUB_TLS_CERT", "certificate and key need each other");
  } else if (!certFile && !isLoopbackHost(address) && !data.CLUB_PRIVATE_NETWORK) {
    refuse(
      "CLUB_HOST",
      "beyond this machine the API needs TLS (CLUB_TLS_CERT, CLUB_TLS_KEY), because passwords and tokens go there, or CLUB_PRIVATE_NETWORK=on for a network that only you use",
      ["CLUB_PRIVATE_NETWORK"],
    );
  }
  if (at === undefined) return null;
  const read = (name: "CLUB_TLS_CERT" | "CLUB_TLS_KEY") => {
    try {
      return readFileSync(data[name] ?? "");
    } catch (error) {
      refuse(name, `can't be read: ${errorMessage(error)}`);
      return null;
    }
  };
  const cert = certFile && keyFile ? read("CLUB_TLS_CERT") : null;
  const key = certFile && keyFile ? read("CLUB_TLS_KEY") : null;
  return { host: address, port: at, tls: cert && key && { cert, key } };
}

/** The registration with a provider: as a whole or not at all. */
function readOidcSettings(data: Settings, refuse: Refuse): OidcSettings | null {
  const { OPERATOR_OIDC_CLIENT_ID: clientId, OPERATOR_OIDC_CLIENT_SECRET: clientSecret } = data;
  const issuer = data.OPERATOR_OIDC_ISSUER;
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer) refuse("OPERATOR_OIDC_ISSUER", "is needed beside OPERATOR_OIDC_CLIENT_ID and _CLIENT_SECRET");
  if (!clientId) refuse("OPERATOR_OIDC_CLIENT_ID", "is needed beside OPERATOR_OIDC_ISSUER");
  if (!clientSecret) refuse("OPERATOR_OIDC_CLIENT_SECRET", "is needed beside OPERATOR_OIDC_ISSUER");
  if (!data.OPERATOR_ORIGIN) {
    refuse("OPERATOR_ORIGIN", "is needed beside OPERATOR_OIDC_ISSUER, which leads back to it");
  }
  if (!issuer || !clientId || !clientSecret) return null;
  const url = new URL(issuer);
  if (!isSafeFromListeners(url)) refuse("OPERATOR_OIDC_ISSUER", "must be https, except on loopback");
  return { issuer, clientId, clientSecret, name: data.OPERATOR_OIDC_NAME ?? url.host };
}
