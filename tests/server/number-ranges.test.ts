import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { environment, parseConfiguration } from "../../app/lib/configuration.server";
import { readClubConfiguration, variables } from "../../club/platform/configuration";

/** The least and the most that a variable may say, written down once more on purpose; null: any number above. */
type Range = readonly [least: number, most: number | null];

const LARGEST_INTEGER = 2_147_483_647;
const PORT: Range = [0, 65_535];
const DAYS: Range = [1, 36_500];

const ofClub: Readonly<Record<string, Range>> = {
  DATABASE_READ_LAG_MS: [100, 600_000],
  DATABASE_STATEMENT_TIMEOUT_MS: [0, LARGEST_INTEGER],
  DATABASE_LOCK_TIMEOUT_MS: [0, LARGEST_INTEGER],
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: [0, LARGEST_INTEGER],
  DATABASE_POOL: [3, 1_000],
  CLUB_PORT: PORT,
  CLUB_DOCUMENTS_LIMIT: [0, LARGEST_INTEGER],
  REPORT_ROW_PIECES_LIMIT: [1, null],
  REPORT_POINTS_LIMIT: [1, null],
  POINTS_EXPIRE_MONTHS: [0, 600],
  POINTS_EXPIRY_NOTICE_DAYS: [1, 365],
  POINTS_PENDING_DAYS: [0, 365],
  ORDER_PASSWORD_POINTS: [0, null],
  SECOND_OPERATOR_POINTS: [0, null],
  SECOND_OPERATOR_POINTS_PER_DAY: [0, null],
  SECOND_OPERATOR_FACTOR: [1, 1_000],
  REPORT_POINTS_PER_DAY: [1, null],
  POINTS_PER_DAY: [1, null],
  TEMPORARY_PASSWORD_DAYS: [1, 365],
  FIRST_PASSWORD_HOURS: [24, 720],
  PORT,
  SMS_PER_DAY: [1, null],
  INVITES_PER_DAY: [1, null],
  INVITES_PER_CURATOR_AND_DAY: [1, null],
  INVITES_PER_MANAGER_AND_DAY: [1, null],
  RETENTION_REPORTS_DAYS: DAYS,
  RETENTION_INVITATIONS_DAYS: DAYS,
  RETENTION_FEEDBACK_DAYS: DAYS,
  RETENTION_MESSAGES_DAYS: DAYS,
  RETENTION_ACCEPTED_DOCUMENTS_DAYS: DAYS,
  RETENTION_REJECTED_DOCUMENTS_DAYS: DAYS,
};
const ofPortal: Readonly<Record<string, Range>> = {
  PORT,
  READS_PER_MINUTE: [0, null],
  METRICS_PORT: PORT,
  OPERATOR_PORT: PORT,
  ORDER_PAUSE_MS: [0, 60_000],
  BLOCKED_LIMIT_MS: [5_000, null],
  DRAIN_MS: [0, 60_000],
  OTEL_TRACES_SAMPLER_ARG: [0, 1],
  OTEL_BSP_SCHEDULE_DELAY: [1, LARGEST_INTEGER],
  OTEL_EXPORTER_OTLP_TIMEOUT: [1, LARGEST_INTEGER],
};
/** These may be no whole number. */
const FRACTIONS = ["SECOND_OPERATOR_FACTOR", "OTEL_TRACES_SAMPLER_ARG"];

const DATA_DIR = mkdtempSync(join(tmpdir(), "portal-"));
const readClub = (variable: object) => readClubConfiguration({ NODE_ENV: "test", DATA_DIR, ...variable });
const readPortal = (variable: object) => parseConfiguration({ DATA_DIR, ...variable });

const numbersOf = (shape: z.ZodRawShape) =>
  Object.entries(shape).flatMap(([name, schema]) => (findInner(schema) instanceof z.ZodNumber ? [name] : []));

/** What is read, without its default and its further rules. */
function findInner(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodOptional) return findInner(schema.unwrap());
  if (schema instanceof z.ZodDefault) return findInner(schema.removeDefault());
  return schema instanceof z.ZodEffects ? findInner(schema.innerType()) : schema;
}

test("architecture: every number of the configuration has a range that is tried", () => {
  expect(numbersOf(variables)).toEqual(Object.keys(ofClub));
  expect(numbersOf(environment)).toEqual(Object.keys(ofPortal));
});

test.each([
  ...Object.entries(ofClub).map(([name, range]) => ["club", name, range, readClub] as const),
  ...Object.entries(ofPortal).map(([name, range]) => ["portal", name, range, readPortal] as const),
])(
  "architecture: the %s takes %s from the least to the most, and refuses it by name beyond",
  (_, name, range, read) => {
    const [least, most] = range;
    for (const value of [least, most ?? 1_000_000_000]) expect(() => read({ [name]: String(value) })).not.toThrow();
    const beyond = [
      least - 1,
      ...(most === null ? [] : [most + 1]),
      ...(FRACTIONS.includes(name) ? [] : [least + 0.5]),
    ];
    for (const value of beyond) {
      expect(() => read({ [name]: String(value) }), `${value}`).toThrow(new RegExp(`^${name}: `));
    }
  },
);

test("architecture: a main thread may also be blocked for ever, and an order promises up to 999 days", () => {
  expect(readPortal({ BLOCKED_LIMIT_MS: "0" }).blockedLimitMs).toBe(0);
  expect(readClub({ ORDER_DAYS: "phone=999" }).settings.orderDays).toEqual({ phone: 999 });
  for (const days of ["1000", "-1", "1.5"])
    expect(() => readClub({ ORDER_DAYS: `phone=${days}` })).toThrow("ORDER_DAYS");
});
