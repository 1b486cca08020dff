import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { environment, parseConfiguration } from "../../app/lib/configuration.server";
import { readClubConfiguration, variables } from "../../club/platform/configuration";

/** Each variable is set to a value that no other one has, so that none is read in the place of another. */

const folder = mkdtempSync(join(tmpdir(), "variables-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("what is set is what counts", () => {
  test("architecture: every variable of the portal is a setting of its own", () => {
    const secrets = ["n".repeat(32), "f".repeat(33)];
    const given = {
      NODE_ENV: "production",
      PORT: "3001",
      HOST: "127.0.0.2",
      DATA_DIR: folder,
      ASSETS_DIR: join(folder, "kept"),
      UPSTREAM_URL: "http://10.0.0.7:8080",
      UPSTREAM_PRIVATE_NETWORK: "on",
      UPSTREAM_CLIENT_ID: "brand",
      UPSTREAM_CLIENT_SECRET: "of their own",
      UPSTREAM_IDEMPOTENCY: "on",
      UPSTREAM_EXTENSIONS: "off",
      GIFT_KINDS: "sim=phone",
      SESSION_SECRETS: secrets.join(","),
      PUBLIC_ORIGIN: "https://club.example.org",
      TRUST_PROXY: "10.0.0.1",
      READS_PER_MINUTE: "77",
      GUEST_CACHE_HEADER: "Club-Cache-Control",
      METRICS_PORT: "9101",
      METRICS_HOST: "127.0.0.3",
      OPERATOR_PORT: "3101",
      OPERATOR_HOST: "127.0.0.4",
      OPERATOR_ORIGIN: "https://operators.example.org",
      ORDER_PAUSE_MS: "11",
      BLOCKED_LIMIT_MS: "5001",
      DRAIN_MS: "13",
      COMING_SOON: "on",
      OFFLINE_PAGE: "off",
      LOG_LEVEL: "error",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces",
    };
    expect(parseConfiguration(given)).toEqual({
      production: true,
      port: 3001,
      host: "127.0.0.2",
      dataDir: folder,
      assetsDir: join(folder, "kept"),
      upstreamUrl: "http://10.0.0.7:8080",
      upstreamClientId: "brand",
      upstreamClientSecret: "of their own",
      upstreamIdempotency: true,
      upstreamExtensions: false,
      giftKinds: new Map([["sim", "phone"]]),
      sessionSecrets: secrets,
      publicOrigin: "https://club.example.org",
      realDeployment: true,
      secureCookies: true,
      trustProxy: ["10.0.0.1"],
      readsPerMinute: 77,
      guestCacheHeader: "Club-Cache-Control",
      metricsPort: 9101,
      metricsHost: "127.0.0.3",
      operatorPort: 3101,
      operatorHost: "127.0.0.4",
      operatorOrigin: "https://operators.example.org",
      orderPauseMs: 11,
      blockedLimitMs: 5001,
      drainMs: 13,
      comingSoon: true,
      offlinePage: false,
      logLevel: "error",
      traces: true,
    });
    // Those that are left out are read by OpenTelemetry, or by who reads the roles.
    const others = Object.keys(environment).filter((name) => !(name in given) && !/^OTEL_|^ROLES$/.test(name));
    expect(others).toEqual([]);
    const swapped = { ...given, UPSTREAM_IDEMPOTENCY: "off", UPSTREAM_EXTENSIONS: "on", OTEL_SDK_DISABLED: "on" };
    expect(parseConfiguration(swapped)).toMatchObject({
      ...{ upstreamIdempotency: false, upstreamExtensions: true, traces: false },
    });
    const { ASSETS_DIR: _assets, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: _traces, ...without } = given;
    expect(parseConfiguration(without)).toMatchObject({ assetsDir: join(folder, "assets"), traces: false });
    expect(parseConfiguration({ ...without, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }).traces).toBe(true);
  });

  test("architecture: every variable of the club is a setting of its own", () => {
    const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    writeFileSync(cert, "certificate");
    writeFileSync(key, "key");
    const given = {
      DATABASE_URL: "postgres://app:a@db1.club.ru/club",
      DATABASE_OWNER_URL: "postgres://owner:b@db1.club.ru/club",
      DATABASE_POOLER_URL: "postgres://app:c@pooler.club.ru/club",
      DATABASE_READ_URL: "postgres://app:d@db2.club.ru/club",
      DATABASE_READ_LAG_MS: "101",
      DATABASE_STATEMENT_TIMEOUT_MS: "102",
      DATABASE_LOCK_TIMEOUT_MS: "103",
      DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: "104",
      DATA_DIR: folder,
      DATABASE_POOL: "15",
      CLUB_PORT: "3106",
      CLUB_HOST: "10.0.0.8",
      CLUB_TLS_CERT: cert,
      CLUB_TLS_KEY: key,
      CLUB_PRIVATE_NETWORK: "off",
      CLUB_DATA_KEY: `${"ab".repeat(32)},${"cd".repeat(32)}`,
      CLUB_DOCUMENTS_LIMIT: "107",
      REPORT_ROW_PIECES_LIMIT: "108",
      REPORT_POINTS_LIMIT: "109",
      POINTS_EXPIRE_MONTHS: "11",
      POINTS_EXPIRY_NOTICE_DAYS: "12",
      POINTS_PENDING_DAYS: "13",
      ORDER_DAYS: "phone=1, souvenir=9",
      ORDER_PASSWORD_POINTS: "110",
      SECOND_OPERATOR_POINTS: "111",
      SECOND_OPERATOR_POINTS_PER_DAY: "112",
      SECOND_OPERATOR_FACTOR: "1.5",
      REPORT_POINTS_PER_DAY: "113",
      POINTS_PER_DAY: "114",
      TEMPORARY_PASSWORD_DAYS: "16",
      FIRST_PASSWORD_HOURS: "25",
      UPSTREAM_CLIENT_ID: "brand",
      UPSTREAM_CLIENT_SECRET: "of their own",
      PUBLIC_ORIGIN: "https://club.brand.ru",
      PORT: "3002",
      SMTP_URL: "smtps://club:e@mail.club.ru",
      SMS_URL: "https://sms.club.ru/send",
      SMS_TOKEN: "of the gateway",
      DADATA_KEY: "of the register",
      DADATA_URL: "https://register.club.ru",
      SMS_PREFIXES: "79, 77",
      SMS_PER_DAY: "115",
      INVITES_PER_DAY: "116",
      INVITES_PER_CURATOR_AND_DAY: "117",
      INVITES_PER_MANAGER_AND_DAY: "118",
      OPERATOR_ORIGIN: "https://operators.brand.ru",
      OPERATOR_OIDC_ISSUER: "https://id.brand.ru",
      OPERATOR_OIDC_CLIENT_ID: "console",
      OPERATOR_OIDC_CLIENT_SECRET: "of the console",
      OPERATOR_OIDC_NAME: "Портал сотрудника",
      RETENTION_REPORTS_DAYS: "201",
      RETENTION_INVITATIONS_DAYS: "202",
      RETENTION_FEEDBACK_DAYS: "203",
      RETENTION_MESSAGES_DAYS: "204",
      RETENTION_ACCEPTED_DOCUMENTS_DAYS: "205",
      RETENTION_REJECTED_DOCUMENTS_DAYS: "206",
      MAIL_FROM: "Клуб <club@brand.ru>",
    };
    expect(readClubConfiguration({ NODE_ENV: "test", ...given })).toEqual({
      hasPublicOrigin: true,
      demo: false,
      databaseUrl: given.DATABASE_URL,
      databaseOwnerUrl: given.DATABASE_OWNER_URL,
      databasePoolerUrl: given.DATABASE_POOLER_URL,
      databaseRead: { url: given.DATABASE_READ_URL, maxLagMs: 101 },
      databaseTimeouts: { statementMs: 102, lockMs: 103, idleTransactionMs: 104 },
      databasePool: 15,
      dataDir: folder,
      dataKeys: [Buffer.from("ab".repeat(32), "hex"), Buffer.from("cd".repeat(32), "hex")],
      listener: { host: "10.0.0.8", port: 3106, tls: { cert: Buffer.from("certificate"), key: Buffer.from("key") } },
      settings: {
        clientId: "brand",
        clientSecret: "of their own",
        publicOrigin: "https://club.brand.ru",
        dataDir: folder,
        documentsLimit: 107,
        reportRowPiecesLimit: 108,
        reportPointsLimit: 109,
        reportPointsPerDay: 113,
        pointsPerDay: 114,
        pointsExpireMonths: 11,
        pointsExpiryNoticeDays: 12,
        pointsPendingDays: 13,
        orderDays: { phone: 1, souvenir: 9 },
        orderPasswordPoints: 110,
        secondOperatorPoints: 111,
        secondOperatorPointsPerDay: 112,
        secondOperatorFactor: 1.5,
        temporaryPasswordDays: 16,
        firstPasswordHours: 25,
        passwordCost: { N: 2 ** 15, r: 8, p: 3 },
        smtpUrl: given.SMTP_URL,
        smsUrl: given.SMS_URL,
        smsToken: "of the gateway",
        smsPrefixes: ["79", "77"],
        smsPerDay: 115,
        mailFrom: given.MAIL_FROM,
        dadataKey: "of the register",
        dadataUrl: "https://register.club.ru",
        invitesPerDay: 116,
        invitesPerCuratorAndDay: 117,
        invitesPerManagerAndDay: 118,
        operatorOrigin: "https://operators.brand.ru",
        operatorOidc: {
          issuer: "https://id.brand.ru",
          clientId: "console",
          clientSecret: "of the console",
          name: "Портал сотрудника",
        },
        retentionDays: {
          reports: 201,
          invitations: 202,
          feedback: 203,
          messages: 204,
          acceptedDocuments: 205,
          rejectedDocuments: 206,
        },
      },
    });
    expect(Object.keys(variables).filter((name) => !(name in given))).toEqual([]);
  });

  test("architecture: what is left out follows from another variable, and 0 and off switch a rule off", () => {
    const read = (given: Record<string, string>) =>
      readClubConfiguration({ NODE_ENV: "test", DATA_DIR: folder, ...given });
    expect(read({ PORT: "3002", REPORT_POINTS_LIMIT: "109", SECOND_OPERATOR_POINTS: "111" })).toMatchObject({
      ...{ demo: true, hasPublicOrigin: false, databaseUrl: null, databaseRead: null, listener: null, dataKeys: null },
      settings: {
        ...{ publicOrigin: "http://127.0.0.1:3002", reportPointsPerDay: 109, secondOperatorPointsPerDay: 111 },
        ...{ pointsExpireMonths: null, pointsPendingDays: null, pointsPerDay: 100_000_000, operatorOrigin: null },
        orderDays: { phone: 3, card: 5, giftery: 3, souvenir: 14 },
      },
    });
    const off = read({ ORDER_DAYS: "off", ORDER_PASSWORD_POINTS: "0" }).settings;
    expect([off.orderDays, off.orderPasswordPoints]).toEqual([{}, null]);
    expect(() => read({ SMS_PREFIXES: "79,+7" })).toThrow("SMS_PREFIXES");
    const real = read({
      ...{ PUBLIC_ORIGIN: "https://club.brand.ru", UPSTREAM_CLIENT_SECRET: "x", MAIL_FROM: "club@brand.ru" },
      ...{ SMTP_URL: "smtps://club:e@mail.club.ru", SMS_URL: "https://sms.club.ru/send", REPORT_POINTS_LIMIT: "109" },
    });
    expect(real.settings).toMatchObject({ reportPointsPerDay: 500_000, pointsPerDay: 2_000_000 });
  });
});
