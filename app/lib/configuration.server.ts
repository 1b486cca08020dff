import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import {
  isLoopbackHost,
  isRealDeployment,
  isSafeFromListeners,
  ROLES_RULE,
  type Role,
  readRoles,
} from "../../contract/deployment";
import { GIFT_WORDS_RULE, type GiftWords, readGiftWords } from "../../contract/gift-words";
import {
  CLIENT_SECRET_RULE,
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
import { ORDER_PAUSE_MS } from "../../contract/values";

/**
 * The configuration of the portal and its server, read from the environment once. No other file of the portal reads
 * `process.env`; the club reads its variables itself. `.env.example` explains every variable.
 */
export interface Configuration {
  port: number;
  host: string;
  dataDir: string;
  /** The folder in which the assets of earlier builds are kept. */
  assetsDir: string;
  /** Origin of the upstream without a trailing slash; undefined until the embedded club listens. */
  upstreamUrl: string | undefined;
  /** The upstream honours `Idempotency-Key`: an exchange sent again under its key is carried out once. */
  upstreamIdempotency: boolean;
  /** The upstream answers the calls beyond the specification, as this project's club does. */
  upstreamExtensions: boolean;
  /** What the upstream's own words for kinds of gifts mean. */
  giftKinds: GiftWords;
  upstreamClientId: string;
  upstreamClientSecret: string;
  /** Newest first: the first one seals, all of them unseal. */
  sessionSecrets: [string, ...string[]];
  publicOrigin: string | undefined;
  /** Cookies are `Secure` and have the prefix `__Host-`. */
  secureCookies: boolean;
  /** Express's setting `trust proxy`: a number of hops, addresses and networks, or no proxy. */
  trustProxy: false | number | string[];
  /** Pages that one participant, or the guests of one network address, may read in a minute; 0 for any number. */
  readsPerMinute: number;
  /** The header in which shared caches find how long they may keep a guest's page; `Cache-Control` when undefined. */
  guestCacheHeader: string | undefined;
  metricsPort: number | undefined;
  /** Where the metrics listen: not where visitors come, because they tell what the club does. */
  metricsHost: string;
  /** Where the operators' console and API listen; without a port they aren't served. */
  operatorPort: number | undefined;
  operatorHost: string;
  /** The address under which operators reach the console through a proxy; undefined on this machine and through a tunnel. */
  operatorOrigin: string | undefined;
  orderPauseMs: number;
  /** After this time of a blocked main thread the process is ended; 0 for never. */
  blockedLimitMs: number;
  /** For this time after the signal to stop, new connections are still served. */
  drainMs: number;
  comingSoon: boolean;
  /** Browsers get the service worker that says when there is no network. */
  offlinePage: boolean;
  logLevel: LogLevel;
  /** Traces are recorded and sent to where OpenTelemetry's own variables say. */
  traces: boolean;
  /** Real people use the portal: PUBLIC_ORIGIN is https. Default secrets are refused. */
  realDeployment: boolean;
  production: boolean;
}

export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** The environment is invalid. The message names each variable and says what it has to contain. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

const SECRET_LENGTH = 32;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const PROXY_RANGES = new Set(["loopback", "linklocal", "uniquelocal"]);

const secrets = z.string().transform((written, context) => {
  const list = splitList(written);
  const [first, ...rest] = list;
  if (first === undefined || list.some((secret) => secret.length < SECRET_LENGTH)) {
    context.addIssue({
      code: "custom",
      message: `must be one or more secrets of at least ${SECRET_LENGTH} characters, separated by commas, the newest first`,
    });
    return z.NEVER;
  }
  return [first, ...rest] as [string, ...string[]];
});

const proxies = z.string().transform((written, context): number | string[] | false => {
  if (written === "none") return false;
  if (/^\d+$/.test(written)) return Number(written) || false;
  const list = splitList(written);
  if (list.length === 0 || !list.every(isProxyAddress)) {
    context.addIssue({
      code: "custom",
      message:
        "must be the number of proxies in front of the portal, a comma list of their addresses or networks, or none",
    });
    return z.NEVER;
  }
  return list;
});

const giftWords = z.string().transform((written, context): GiftWords => {
  const words = readGiftWords(written);
  if (!words) context.addIssue({ code: "custom", message: GIFT_WORDS_RULE });
  return words ?? z.NEVER;
});

/** The ending keeps out headers that mean something else. */
const cacheHeader = z
  .string()
  .refine(
    (name) => /^(?:[a-z]+-)+control$/i.test(name) && name.toLowerCase() !== "cache-control",
    "must be the name of a header that ends in -Control, such as Club-Cache-Control, and not Cache-Control itself",
  );

const pause = whole(0, 60_000, "milliseconds");

const BLOCKED_RULE = "must be whole milliseconds from 5000, or 0 for never";

const receiver = z
  .string()
  .refine(
    (address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol),
    "must be the address of an OTLP receiver over HTTP, such as http://127.0.0.1:4318",
  );
const otlpProtocol = z.literal("http/json", { message: "must be http/json, the only one that is spoken" });
const SAMPLERS = [
  ...(["always_on", "always_off", "traceidratio"] as const),
  ...(["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const),
] as const;
const SHARE_RULE = "must be the share of traces that are kept, from 0 to 1";

/** The portal's variables. Exported for tests; other code calls `readConfiguration`. */
export const environment = {
  NODE_ENV: z.string().optional(),
  ROLES: z
    .string()
    .refine((roles) => readRoles(roles, undefined) !== null, ROLES_RULE)
    .optional(),
  PORT: port.default(3000),
  HOST: host.default("127.0.0.1"),
  DATA_DIR: z.string().default("./data"),
  ASSETS_DIR: z.string().optional(),
  UPSTREAM_URL: origin.optional(),
  UPSTREAM_PRIVATE_NETWORK: onOff.default("off"),
  UPSTREAM_CLIENT_ID: text,
  UPSTREAM_CLIENT_SECRET: text,
  UPSTREAM_IDEMPOTENCY: onOff.default("off"),
  UPSTREAM_EXTENSIONS: onOff.default("off"),
  GIFT_KINDS: giftWords.optional(),
  SESSION_SECRETS: secrets.optional(),
  PUBLIC_ORIGIN: safeOrigin.optional(),
  TRUST_PROXY: proxies.optional(),
  READS_PER_MINUTE: whole(0, Number.MAX_SAFE_INTEGER, "pages in a minute (0 for any)").default(3_000),
  GUEST_CACHE_HEADER: cacheHeader.optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host.default("127.0.0.1"),
  OPERATOR_PORT: port.optional(),
  OPERATOR_HOST: host.default("127.0.0.1"),
  OPERATOR_ORIGIN: safeOrigin.optional(),
  ORDER_PAUSE_MS: pause.default(ORDER_PAUSE_MS),
  BLOCKED_LIMIT_MS: z.coerce
    .number({ message: BLOCKED_RULE })
    .int(BLOCKED_RULE)
    .refine((ms) => ms === 0 || ms >= 5_000, BLOCKED_RULE)
    .default(30_000),
  DRAIN_MS: pause.default(0),
  COMING_SOON: onOff.default("off"),
  OFFLINE_PAGE: onOff.default("on"),
  LOG_LEVEL: z.enum(LOG_LEVELS).optional(),
  // Read by OpenTelemetry itself, which would go on with a wrong one in silence.
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ message: SHARE_RULE }).min(0, SHARE_RULE).max(1, SHARE_RULE).optional(),
  OTEL_BSP_SCHEDULE_DELAY: whole(1, 2_147_483_647, "milliseconds between two batches of spans").optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: whole(1, 2_147_483_647, "milliseconds that the receiver may take").optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_SDK_DISABLED: onOff.default("off"),
};

let cached: Configuration | undefined;

/** Returns the configuration of this process. @throws ConfigurationError on the first call */
export function readConfiguration(): Configuration {
  cached ??= parseConfiguration(process.env);
  return cached;
}

/**
 * Makes a club in this process the upstream, which always honours idempotency keys. Server and portal are two bundles with a
 * configuration each, so this has to be called before the portal's build is imported.
 * @param options.extensions see `upstreamExtensions`
 */
export function setUpstreamUrl(upstreamOrigin: string, { idempotency = true, extensions = false } = {}): void {
  process.env.UPSTREAM_URL = upstreamOrigin;
  process.env.UPSTREAM_IDEMPOTENCY = idempotency ? "on" : "off";
  process.env.UPSTREAM_EXTENSIONS = extensions ? "on" : "off";
  cached = undefined;
}

/**
 * Whether this process writes nothing but its log: a real deployment, whose output programs read. In development and in a demo
 * people do. It can be told although other variables can't be read.
 */
export function logsJsonOnly(): boolean {
  return process.env.NODE_ENV === "production" && isRealDeployment(process.env.PUBLIC_ORIGIN);
}

/** Loads variables from `.env`, if there is one. Variables that are already set keep their values. */
export function loadEnvironmentFile(path = ".env"): void {
  if (existsSync(path)) process.loadEnvFile(path);
}

/** Exported for tests; other code calls `readConfiguration`. */
export function parseConfiguration(env: Record<string, string | undefined>): Configuration {
  const { values, refuse, listProblems } = readSettings(environment, env);
  if (!values.OPERATOR_ORIGIN && !isLoopbackHost(values.OPERATOR_HOST)) {
    refuse(
      "OPERATOR_HOST",
      "others than this machine reach the console only through a proxy with https; name its address in OPERATOR_ORIGIN",
      ["OPERATOR_ORIGIN"],
    );
  }
  const upstreamUrl = values.UPSTREAM_URL ? new URL(values.UPSTREAM_URL) : undefined;
  if (upstreamUrl && !values.UPSTREAM_PRIVATE_NETWORK && !isSafeFromListeners(upstreamUrl)) {
    refuse(
      "UPSTREAM_URL",
      "must be https, because passwords and tokens go there; http is for loopback, and with UPSTREAM_PRIVATE_NETWORK=on for a network that only you use",
      ["UPSTREAM_PRIVATE_NETWORK"],
    );
  }
  const realDeployment = isRealDeployment(values.PUBLIC_ORIGIN);
  if (realDeployment) refuseDemoValues(values, refuse);
  const problems = listProblems();
  if (problems.length > 0) throw new ConfigurationError(problems.join("\n"));
  const dataDir = resolve(values.DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    assetsDir: resolve(values.ASSETS_DIR ?? `${dataDir}/assets`),
    upstreamUrl: values.UPSTREAM_URL,
    upstreamIdempotency: values.UPSTREAM_IDEMPOTENCY,
    upstreamExtensions: values.UPSTREAM_EXTENSIONS,
    giftKinds: values.GIFT_KINDS ?? new Map(),
    upstreamClientId: values.UPSTREAM_CLIENT_ID ?? DEMO_CREDENTIAL.clientId,
    upstreamClientSecret: values.UPSTREAM_CLIENT_SECRET ?? DEMO_CREDENTIAL.clientSecret,
    sessionSecrets: values.SESSION_SECRETS ?? loadDemoSecret(dataDir),
    publicOrigin: values.PUBLIC_ORIGIN,
    secureCookies: realDeployment,
    trustProxy: values.TRUST_PROXY ?? false,
    readsPerMinute: values.READS_PER_MINUTE,
    guestCacheHeader: values.GUEST_CACHE_HEADER,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    operatorPort: values.OPERATOR_PORT,
    operatorHost: values.OPERATOR_HOST,
    operatorOrigin: values.OPERATOR_ORIGIN,
    orderPauseMs: values.ORDER_PAUSE_MS,
    blockedLimitMs: values.BLOCKED_LIMIT_MS,
    drainMs: values.DRAIN_MS,
    comingSoon: values.COMING_SOON,
    offlinePage: values.OFFLINE_PAGE,
    traces:
      !values.OTEL_SDK_DISABLED &&
      (values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined,
    logLevel: values.LOG_LEVEL ?? (realDeployment ? "info" : "warn"),
    realDeployment,
    production: values.NODE_ENV === "production",
  };
}

/** Refuses what only a demo may leave out. */
function refuseDemoValues(
  values: ReadSettings<typeof environment>["values"],
  refuse: ReadSettings<typeof environment>["refuse"],
): void {
  const roles = readRoles(values.ROLES, values.UPSTREAM_URL) ?? new Set<Role>();
  // Only background jobs see no cookie, no visitor and no call.
  if (!roles.has("web") && !roles.has("club")) return;
  if (!values.SESSION_SECRETS)
    refuse("SESSION_SECRETS", "is required; make one with: openssl rand -base64 48", ["ROLES"]);
  if (!values.UPSTREAM_CLIENT_ID) refuse("UPSTREAM_CLIENT_ID", "is required", ["ROLES"]);
  if (!values.UPSTREAM_CLIENT_SECRET || values.UPSTREAM_CLIENT_SECRET === DEMO_CREDENTIAL.clientSecret) {
    refuse("UPSTREAM_CLIENT_SECRET", CLIENT_SECRET_RULE, ["ROLES"]);
  }
  if (values.TRUST_PROXY === undefined) {
    refuse(
      "TRUST_PROXY",
      "is required, because visitors behind an unknown proxy share its limits of wrong passwords; the number of proxies in front of the portal, their addresses, or none",
      ["ROLES"],
    );
  }
}

/** Reads the random secret in the data folder, created on the first start, so that a restart of a demo logs nobody out. */
function loadDemoSecret(dataDir: string): [string] {
  const path = resolve(dataDir, "session-secrets");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, `${randomBytes(SECRET_LENGTH).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return [readFileSync(path, "utf8").trim()];
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function isProxyAddress(text: string): boolean {
  if (PROXY_RANGES.has(text)) return true;
  const { IPv4, IPv6 } = ipaddr;
  return (
    IPv4.isValidFourPartDecimal(text) ||
    IPv4.isValidCIDRFourPartDecimal(text) ||
    IPv6.isValid(text) ||
    IPv6.isValidCIDR(text)
  );
}
