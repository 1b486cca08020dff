import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigurationError, parseConfiguration } from "../../app/lib/configuration.server";
import { readClubConfiguration } from "../../club/platform/configuration";
import { requireRoles } from "../../server/roles";
import { explainStartFailure } from "../../server/start-failure";

const SECRET = "0123456789abcdef0123456789abcdef";
const real = {
  DATA_DIR: mkdtempSync(join(tmpdir(), "portal-")),
  PUBLIC_ORIGIN: "https://club.example.com",
  SESSION_SECRETS: SECRET,
  UPSTREAM_CLIENT_ID: "brand",
  UPSTREAM_CLIENT_SECRET: "of their own",
  TRUST_PROXY: "1",
  SMTP_URL: "smtps://club:of-their-own@mail.club.ru",
  SMS_URL: "https://sms.club.ru/send",
  MAIL_FROM: "Клуб <club@club.ru>",
};

const demo = { NODE_ENV: "test" as const, DATA_DIR: mkdtempSync(join(tmpdir(), "portal-")) };

describe("architecture: configuration", () => {
  it("architecture: a demo needs no variables, and only its owner can read its session secret", () => {
    const env = { DATA_DIR: mkdtempSync(join(tmpdir(), "portal-")) };
    const first = parseConfiguration(env);
    const second = parseConfiguration({ ...env, PORT: "" });
    expect(first).toMatchObject({ port: 3000, host: "127.0.0.1", orderPauseMs: 1000, comingSoon: false });
    expect(first).toMatchObject({ realDeployment: false, secureCookies: false, trustProxy: false });
    expect(second.sessionSecrets).toEqual(first.sessionSecrets);
    const file = join(first.dataDir, "session-secrets");
    expect(readFileSync(file, "utf8").trim().length).toBeGreaterThanOrEqual(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("architecture: a real deployment refuses default secrets and names each variable", () => {
    const start = () =>
      parseConfiguration({ PUBLIC_ORIGIN: "https://club.example.com", UPSTREAM_CLIENT_SECRET: "portal-demo" });
    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(/SESSION_SECRETS[\s\S]*UPSTREAM_CLIENT_ID[\s\S]*UPSTREAM_CLIENT_SECRET[\s\S]*TRUST_PROXY/);
    expect(parseConfiguration(real)).toMatchObject({ realDeployment: true, secureCookies: true, logLevel: "info" });
  });

  it("architecture: an open HOST doesn't open the metrics", () => {
    const open = { ...demo, HOST: "0.0.0.0", METRICS_PORT: "9464" };
    expect(parseConfiguration(open)).toMatchObject({ host: "0.0.0.0", metricsHost: "127.0.0.1" });
    expect(parseConfiguration({ ...open, METRICS_HOST: "10.0.0.4" }).metricsHost).toBe("10.0.0.4");
  });

  it("architecture: a pooler stands beside the database, never in its place", () => {
    const DATABASE_POOLER_URL = "postgres://club_app@127.0.0.1:6432/club";
    expect(() => readClubConfiguration({ ...demo, DATABASE_POOLER_URL })).toThrow(
      /DATABASE_POOLER_URL: needs a DATABASE_URL/,
    );
    const DATABASE_URL = "postgres://club_app@127.0.0.1/club";
    expect(readClubConfiguration({ ...demo, DATABASE_URL, DATABASE_POOLER_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      databasePoolerUrl: DATABASE_POOLER_URL,
    });
    expect(readClubConfiguration({ ...demo, DATABASE_URL }).databasePoolerUrl).toBeNull();
    const DATABASE_READ_URL = "postgres://club_app@127.0.0.1:5001/club";
    expect(() => readClubConfiguration({ ...demo, DATABASE_READ_URL })).toThrow(/DATABASE_READ_URL: needs/);
    expect(() => readClubConfiguration({ ...demo, DATABASE_URL, DATABASE_READ_URL: "replica" })).toThrow(/READ_URL/);
    expect(readClubConfiguration({ ...demo, DATABASE_URL, DATABASE_READ_URL }).databaseRead).toEqual({
      url: DATABASE_READ_URL,
      maxLagMs: 5_000,
    });
    expect(readClubConfiguration({ ...demo, DATABASE_URL }).databaseRead).toBeNull();
  });

  it("§1.6 GIFT_KINDS says what an upstream's own words for kinds of gifts mean", () => {
    const read = (GIFT_KINDS: string) => [...parseConfiguration({ ...real, GIFT_KINDS }).giftKinds];
    expect(parseConfiguration(real).giftKinds.size).toBe(0);
    expect(read("mobile=phone, Bank_Card = CARD")).toEqual([
      ["mobile", "phone"],
      ["bank_card", "card"],
    ]);
    for (const wrong of ["mobile", "mobile=", "=phone", "mobile=merch", "mobile=phone=card", "mobile=phone,"]) {
      expect(() => read(wrong)).toThrow(/GIFT_KINDS: must be words of your own/);
    }
    // A word that means two kinds, and one that means another kind than its own.
    expect(() => read("mobile=phone,Mobile=card")).toThrow(/GIFT_KINDS/);
    expect(() => read("phone=card")).toThrow(/GIFT_KINDS/);
  });

  it("architecture: PUBLIC_ORIGIN may be http only on loopback", () => {
    expect(() => parseConfiguration({ ...real, PUBLIC_ORIGIN: "http://club.example.com" })).toThrow(
      /PUBLIC_ORIGIN.*https/,
    );
    expect(() => parseConfiguration({ ...real, PUBLIC_ORIGIN: "http://127.example.com" })).toThrow(
      /PUBLIC_ORIGIN.*https/,
    );
    expect(parseConfiguration({ ...real, PUBLIC_ORIGIN: "http://localhost:3000/" })).toMatchObject({
      publicOrigin: "http://localhost:3000",
      realDeployment: false,
      secureCookies: false,
    });
  });

  it("architecture: SMS go to Russian mobile phones unless configured, and every limit of a day is above zero", () => {
    const read = (env: Record<string, string>) =>
      readClubConfiguration({ NODE_ENV: "test", DATA_DIR: real.DATA_DIR, ...env }).settings;
    expect(read({}).smsPrefixes).toEqual(["79"]);
    expect(read({ SMS_PREFIXES: "79, 375" }).smsPrefixes).toEqual(["79", "375"]);
    expect(read({ SMS_PREFIXES: "" }).smsPrefixes).toEqual(["79"]);
    for (const wrong of ["+79", "79,"]) expect(() => read({ SMS_PREFIXES: wrong })).toThrow(/SMS_PREFIXES.*digits/);
    for (const name of [
      "SMS_PER_DAY",
      "INVITES_PER_DAY",
      "INVITES_PER_CURATOR_AND_DAY",
      "INVITES_PER_MANAGER_AND_DAY",
    ]) {
      expect(() => read({ [name]: "0" })).toThrow(name);
    }
  });

  it.each(["HTTPS://Club.Example.com", "https://localhost"])(
    "architecture: portal and club agree that %s is a real deployment",
    (origin) => {
      const environment = { ...real, NODE_ENV: "production", PUBLIC_ORIGIN: origin } as const;
      expect(parseConfiguration(environment).realDeployment).toBe(true);
      expect(readClubConfiguration(environment).demo).toBe(false);
    },
  );

  it.each(["http://api.club.ru", "http://10.0.0.5:8080", "http://upstream:4000", "http://127.example.com"])(
    "architecture: passwords and tokens don't go to %s in clear, unless the network is declared private",
    (address) => {
      const start = (more: Record<string, string> = {}) =>
        parseConfiguration({ DATA_DIR: real.DATA_DIR, UPSTREAM_URL: address, ...more });
      expect(start).toThrow(/^UPSTREAM_URL: must be https.*UPSTREAM_PRIVATE_NETWORK=on/);
      expect(() => start({ UPSTREAM_PRIVATE_NETWORK: "off" })).toThrow(/^UPSTREAM_URL/);
      expect(start({ UPSTREAM_PRIVATE_NETWORK: "on" }).upstreamUrl).toBe(address);
    },
  );

  it.each(["https://api.club.ru", "http://127.0.0.1:4000", "http://[::1]:4000", "http://localhost:4000"])(
    "architecture: the upstream may be at %s",
    (address) => {
      expect(parseConfiguration({ ...real, UPSTREAM_URL: address }).upstreamUrl).toBe(address);
    },
  );

  it.each([
    ["PORT", "eighty"],
    ["READS_PER_MINUTE", "-1"],
    ["BLOCKED_LIMIT_MS", "100"],
    ["GUEST_CACHE_HEADER", "Cache-Control"],
    ["GUEST_CACHE_HEADER", "Vary"],
    ["GUEST_CACHE_HEADER", "A: b\r\nClub-Cache-Control"],
    ["PUBLIC_ORIGIN", "club.example.com"],
    ["UPSTREAM_URL", "https://api.example.com/api"],
    ["SESSION_SECRETS", `${SECRET},short`],
    ["TRUST_PROXY", "everybody"],
    ["TRUST_PROXY", "10.0.0.0/40"],
    ["TRUST_PROXY", "10.1"],
    ["LOG_LEVEL", "loud"],
    ["OTEL_BSP_SCHEDULE_DELAY", "soon"],
    ["OTEL_EXPORTER_OTLP_TIMEOUT", "10s"],
  ])("architecture: the error names the variable: %s=%s", (name, value) => {
    expect(() => parseConfiguration({ ...real, [name]: value })).toThrow(new RegExp(`^${name}: `));
  });

  it("architecture: a real deployment says whether a proxy stands before it, else all visitors would share its limits", () => {
    expect(() => parseConfiguration({ ...real, TRUST_PROXY: undefined })).toThrow(/^TRUST_PROXY: .*none$/);
    expect(parseConfiguration({ ...real, TRUST_PROXY: "none" }).trustProxy).toBe(false);
  });

  it.each([
    ["SMTP_URL", undefined],
    ["SMS_URL", " "],
    ["SMS_URL", "nonsense"],
    ["SMS_URL", "http://sms.club.ru/send"],
    ["SMS_URL", "https://sms.example.com/send"],
    ["SMTP_URL", "smtps://user:password@mail.example.com"],
    ["SMTP_URL", "smtps://user:password@mail.club.ru"],
    ["SMS_URL", "https://user:Password@sms.club.ru/send"],
    ["SMS_TOKEN", "token"],
    ["DATABASE_URL", "postgres://club_app:secret@db.example.com/club"],
    ["DATABASE_URL", "postgres://club_app:password@db/club"],
    ["DATABASE_OWNER_URL", "postgres://club:password@db/club"],
    ["DATABASE_POOLER_URL", "postgres://club_app:password@pooler:6432/club"],
    ["DATABASE_READ_URL", "postgres://club_app:secret@replica.example.com/club"],
    ["MAIL_FROM", undefined],
    ["MAIL_FROM", "club@example.com"],
    ["UPSTREAM_CLIENT_SECRET", "portal-demo"],
  ])("architecture: a real club is refused in a line that names the variable: %s=%s", (name, value) => {
    let failure: unknown;
    try {
      const own = {
        NODE_ENV: "production",
        CLUB_DATA_KEY: "07".repeat(32),
        DATABASE_URL: "postgres://db/club",
      } as const;
      readClubConfiguration({ ...real, ...own, [name]: value });
    } catch (error) {
      failure = error;
    }
    expect(explainStartFailure(failure)).toMatch(new RegExp(`^The configuration can't be used:\n${name}: .+\nEvery`));
  });

  it("architecture: the club proves who it is to the SMS gateway in one way", () => {
    const both = { ...demo, SMS_TOKEN: "t0ken", SMS_URL: "https://club:t0p@sms.club.ru/send" };
    expect(() => readClubConfiguration(both)).toThrow(/^SMS_TOKEN: and a user in SMS_URL/);
    expect(readClubConfiguration({ ...both, SMS_URL: "https://sms.club.ru/send" }).settings.smsToken).toBe("t0ken");
    expect(readClubConfiguration({ ...both, SMS_TOKEN: " " }).settings.smsUrl).toBe(both.SMS_URL);
  });

  it("architecture: a real club names all variables at once, and a demo needs none of them", () => {
    const environment = { NODE_ENV: "production", DATA_DIR: real.DATA_DIR } as const;
    const start = () => readClubConfiguration({ ...environment, PUBLIC_ORIGIN: real.PUBLIC_ORIGIN });
    expect(start).toThrow(/^UPSTREAM_CLIENT_SECRET: .+\nSMTP_URL: .+\nSMS_URL: .+\nMAIL_FROM: .+$/);
    expect(readClubConfiguration(environment)).toMatchObject({ demo: true, settings: { smtpUrl: null, smsUrl: null } });
  });

  it("architecture: what can't be read is named at once too, whatever else is wrong", () => {
    const wrong = { DATA_DIR: real.DATA_DIR, SMS_URL: "nonsense", SMTP_URL: "mail", SMS_PER_DAY: "many" };
    expect(() => readClubConfiguration({ NODE_ENV: "test", ...wrong })).toThrow(
      /^SMTP_URL: .+\nSMS_URL: .+\nSMS_PER_DAY: .+$/,
    );
  });

  it("architecture: what can't be read hides no other refusal, of portal or club", () => {
    const { DATA_DIR, PUBLIC_ORIGIN } = real;
    const wrong = {
      NODE_ENV: "production",
      DATA_DIR,
      PUBLIC_ORIGIN,
      CLUB_HOST: "0.0.0.0",
      SMS_URL: "nonsense",
    } as const;
    const oidc = { OPERATOR_OIDC_CLIENT_ID: "console", POINTS_EXPIRE_MONTHS: "1" };
    const named = (start: () => unknown) => {
      try {
        start();
        return [];
      } catch (error) {
        return (error as Error).message.split("\n").map((line) => line.split(":")[0]);
      }
    };
    expect(named(() => readClubConfiguration({ ...wrong, ...oidc, DATABASE_READ_URL: "postgres://db/club" }))).toEqual([
      ...["SMS_URL", "DATABASE_READ_URL", "POINTS_PENDING_DAYS", "UPSTREAM_CLIENT_SECRET", "SMTP_URL", "MAIL_FROM"],
      ...["CLUB_HOST", "OPERATOR_OIDC_ISSUER", "OPERATOR_OIDC_CLIENT_SECRET", "OPERATOR_ORIGIN"],
    ]);
    const portal = { ...wrong, LOG_LEVEL: "loud", OPERATOR_HOST: "0.0.0.0", UPSTREAM_URL: "http://api.club.ru" };
    expect(named(() => parseConfiguration({ ...portal, TRUST_PROXY: "everybody" }))).toEqual([
      ...["TRUST_PROXY", "LOG_LEVEL", "OPERATOR_HOST", "UPSTREAM_URL"],
      ...["SESSION_SECRETS", "UPSTREAM_CLIENT_ID", "UPSTREAM_CLIENT_SECRET"],
    ]);
    // The way out of the refusal can't be read, and has a line of its own.
    const unread = { DATA_DIR, OPERATOR_HOST: "0.0.0.0", OPERATOR_ORIGIN: "operators" };
    expect(named(() => parseConfiguration(unread))).toEqual(["OPERATOR_ORIGIN"]);
  });

  it.each<[string, string]>([
    ...["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_POOLER_URL", "DATABASE_READ_URL"].flatMap((name) =>
      ["nonsense", "mysql://db/club", "postgres://"].map((address) => [name, address] as [string, string]),
    ),
    ...["nonsense", "club@", "Клуб club@club.ru", "Клуб, Москва <club@club.ru>", "a@b.ru, c@d.ru"].map(
      (sender) => ["MAIL_FROM", sender] as [string, string],
    ),
    ["CLUB_HOST", "http://0.0.0.0"],
    ["CLUB_PORT", "99999"],
    ["CLUB_PRIVATE_NETWORK", "yes"],
    ["PORT", "1.5"],
    ["PUBLIC_ORIGIN", "https://club.ru/path"],
    ["OPERATOR_ORIGIN", "http://operators.club.ru"],
  ])("architecture: the club refuses %s=%s by its name", (name, value) => {
    const start = () => readClubConfiguration({ ...demo, DATABASE_URL: "postgres://db/club", [name]: value });
    expect(start).toThrow(new RegExp(`^${name}: must be [^\n]+$`));
  });

  it.each([
    "postgres://club@/club?host=/run/postgresql",
    "postgresql://u:p%40@%2Frun%2Fpostgresql/club",
    "postgres://[::1]/club",
  ])("architecture: DATABASE_URL=%s is taken", (DATABASE_URL) => {
    expect(readClubConfiguration({ ...demo, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  it.each(["club@club.ru", "Клуб <club@club.ru>", '"Клуб, Москва" <club@club.ru>', "<club@почта.рф>"])(
    "architecture: MAIL_FROM=%s is taken",
    (MAIL_FROM) => {
      expect(readClubConfiguration({ ...demo, MAIL_FROM }).settings.mailFrom).toBe(MAIL_FROM);
    },
  );

  it.each(["HOST", "METRICS_HOST", "OPERATOR_HOST"])(
    "architecture: %s is an address or a name, without a port",
    (name) => {
      const read = (value: string) =>
        parseConfiguration({ ...demo, OPERATOR_ORIGIN: "https://operators.club.ru", [name]: value });
      for (const value of ["0.0.0.0:80", "http://web", "*", "300.0.0.1", "::g", "[::1]"]) {
        expect(() => read(value)).toThrow(new RegExp(`^${name}: must be an address or a name`));
      }
      for (const value of ["0.0.0.0", "::", "::1", "web-1.internal"])
        expect(JSON.stringify(read(value))).toContain(value);
    },
  );

  it("architecture: a number that is wrong is told with what it counts and its limits, a switch takes the same words everywhere", () => {
    const read = (env: Record<string, string>) => readClubConfiguration({ ...demo, ...env });
    expect(() => read({ RETENTION_MESSAGES_DAYS: "many", DATABASE_POOL: "1.5" })).toThrow(
      /^DATABASE_POOL: must be a whole number of connections of this process, from 3 to 1000\nRETENTION_MESSAGES_DAYS: must be a whole number of days for which messages are kept, from 1 to 36500$/,
    );
    for (const word of ["on", "1", "true"]) {
      expect(read({ CLUB_PORT: "0", CLUB_HOST: "10.0.0.4", CLUB_PRIVATE_NETWORK: word }).listener?.host).toBe(
        "10.0.0.4",
      );
    }
    expect(() => read({ CLUB_HOST: "10.0.0.4", CLUB_PRIVATE_NETWORK: "0" })).toThrow(/^CLUB_HOST: /);
  });

  it("architecture: links in messages have scheme and host in small letters", () => {
    const origin = (PUBLIC_ORIGIN: string) =>
      readClubConfiguration({ ...real, NODE_ENV: "production", PUBLIC_ORIGIN }).settings.publicOrigin;
    expect(origin("HTTPS://Club.Example.com/")).toBe("https://club.example.com");
    expect(() => origin("club.example.com")).toThrow(/^PUBLIC_ORIGIN: /);
  });

  it("architecture: TRUST_PROXY is a number of hops or a list", () => {
    expect(parseConfiguration({ ...real, TRUST_PROXY: "2" }).trustProxy).toBe(2);
    expect(parseConfiguration({ ...real, TRUST_PROXY: "0" }).trustProxy).toBe(false);
    expect(parseConfiguration({ ...real, TRUST_PROXY: "loopback, 10.0.0.0/8,fd00::1" }).trustProxy).toEqual([
      "loopback",
      "10.0.0.0/8",
      "fd00::1",
    ]);
  });
});

describe("readClubConfiguration", () => {
  it.each(["mail.example.com:587", "mail.example.com", "http://mail.example.com", "smtp:mail.example.com", "smtp://"])(
    "architecture: SMTP_URL=%s, with which no mail would ever leave, is refused by its name",
    (address) => {
      expect(() =>
        readClubConfiguration({ NODE_ENV: "test", SMTP_URL: address, CLUB_DATA_KEY: "0".repeat(64) }),
      ).toThrow(/^SMTP_URL: .*smtp:\/\//);
    },
  );

  it.each(["smtp://mail.example.com", "SMTPS://user:p%40ss@mail.example.com:465/?pool=true"])(
    "architecture: SMTP_URL=%s is taken",
    (address) => {
      const { settings } = readClubConfiguration({
        NODE_ENV: "test",
        SMTP_URL: address,
        CLUB_DATA_KEY: "0".repeat(64),
      });
      expect(settings.smtpUrl).toBe(address);
    },
  );

  it("§1.3 without variables a real club's day has less room than one report, a demo's as much, and an operator's day is as large as one act", () => {
    const read = (env: Record<string, string>) =>
      readClubConfiguration({ ...real, NODE_ENV: "production", ...env }).settings;
    expect(read({})).toMatchObject({
      reportPointsLimit: 10_000_000,
      reportPointsPerDay: 500_000,
      pointsPerDay: 2_000_000,
      secondOperatorPointsPerDay: 10_000,
      secondOperatorFactor: 2,
    });
    expect(read({ SECOND_OPERATOR_POINTS: "300" }).secondOperatorPointsPerDay).toBe(300);
    expect(read({ PUBLIC_ORIGIN: "http://localhost:3000" }).reportPointsPerDay).toBe(10_000_000);
    expect(read({ REPORT_POINTS_PER_DAY: "7", POINTS_PER_DAY: "9" })).toMatchObject({
      reportPointsPerDay: 7,
      pointsPerDay: 9,
    });
    for (const name of ["REPORT_POINTS_PER_DAY", "POINTS_PER_DAY", "SECOND_OPERATOR_FACTOR"]) {
      expect(() => read({ [name]: "0" })).toThrow(name);
    }
  });
});

describe("architecture: roles of a process", () => {
  const rolesOf = (environment: Record<string, string>) => [...requireRoles(environment as NodeJS.ProcessEnv)];

  it("architecture: a process does everything, or serves pages alone where another upstream is named", () => {
    expect(rolesOf({})).toEqual(["web", "club", "jobs"]);
    expect(rolesOf({ ROLES: " " })).toEqual(["web", "club", "jobs"]);
    expect(rolesOf({ UPSTREAM_URL: "https://api.brand.ru" })).toEqual(["web"]);
    expect(rolesOf({ ROLES: "jobs, web", UPSTREAM_URL: "https://api.brand.ru" })).toEqual(["web", "jobs"]);
    expect(rolesOf({ ROLES: "club", CLUB_PORT: "4000" })).toEqual(["club"]);
    expect(rolesOf({ ROLES: "jobs" })).toEqual(["jobs"]);
  });

  it.each([
    [{ ROLES: "web,clubs" }, "ROLES: must be some of web, club, jobs"],
    [{ ROLES: "," }, "ROLES: must be some of web, club, jobs"],
    [{ ROLES: "web" }, "UPSTREAM_URL: is needed"],
    [{ ROLES: "web,club", UPSTREAM_URL: "https://api.brand.ru" }, "UPSTREAM_URL: the portal would not use the club"],
    [{ ROLES: "club,jobs" }, "CLUB_PORT: is needed"],
    [{ ROLES: "web", UPSTREAM_URL: "https://api.brand.ru", OPERATOR_PORT: "3100" }, "OPERATOR_PORT: the console needs"],
    [{ ROLES: "jobs", OPERATOR_PORT: "3100" }, "OPERATOR_PORT: the console needs"],
  ])("architecture: what doesn't fit the roles is refused by name: %j", (environment, words) => {
    expect(() => rolesOf(environment)).toThrow(words);
  });

  it("architecture: club and jobs of different processes need one PostgreSQL; together the embedded one serves", () => {
    for (const ROLES of ["club", "jobs"]) {
      expect(() => readClubConfiguration({ ...demo, ROLES })).toThrow("DATABASE_URL: is needed");
      expect(readClubConfiguration({ ...demo, ROLES, DATABASE_URL: "postgres://db/club" }).demo).toBe(true);
    }
    expect(readClubConfiguration({ ...demo, ROLES: "club,jobs" }).databaseUrl).toBeNull();
  });

  it("architecture: beyond this machine the club's API is served with TLS, or in a network that is said to be private", () => {
    const listenerOf = (environment: object) =>
      readClubConfiguration({ ...demo, CLUB_PORT: "4000", ...environment }).listener;
    expect(listenerOf({})).toEqual({ host: "127.0.0.1", port: 4000, tls: null });
    expect(() => listenerOf({ CLUB_HOST: "0.0.0.0" })).toThrow(/^CLUB_HOST: .*TLS/);
    expect(listenerOf({ CLUB_HOST: "0.0.0.0", CLUB_PRIVATE_NETWORK: "on" })).toMatchObject({
      host: "0.0.0.0",
      tls: null,
    });
    expect(() => listenerOf({ CLUB_TLS_CERT: "/cert.pem" })).toThrow(
      "CLUB_TLS_KEY: certificate and key need each other",
    );
    expect(() => listenerOf({ CLUB_TLS_CERT: "/no/cert.pem", CLUB_TLS_KEY: "/no/key.pem" })).toThrow(
      "CLUB_TLS_CERT: can't be read",
    );
    const file = join(demo.DATA_DIR, "pem");
    writeFileSync(file, "pem");
    expect(listenerOf({ CLUB_HOST: "10.0.0.4", CLUB_TLS_CERT: file, CLUB_TLS_KEY: file })).toMatchObject({
      tls: { cert: Buffer.from("pem"), key: Buffer.from("pem") },
    });
  });

  it("architecture: in a real deployment background jobs need no secret of the portal", () => {
    const { PUBLIC_ORIGIN, DATA_DIR } = real;
    expect(parseConfiguration({ PUBLIC_ORIGIN, DATA_DIR, ROLES: "jobs" }).realDeployment).toBe(true);
    expect(() => parseConfiguration({ PUBLIC_ORIGIN, DATA_DIR, ROLES: "club" })).toThrow("SESSION_SECRETS");
  });
});
