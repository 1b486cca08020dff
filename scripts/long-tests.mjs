/**
 * Tests that try everything of a kind, start processes again and again or go through months. They take two thirds of the time of
 * all and seldom fail alone, so `npm run check` leaves them to `npm test`. Files, and folders with a slash at the end.
 */
export const LONG_TESTS = [
  "tests/attacks/",
  "tests/club/platform/acts/every-act.test.ts",
  "tests/club/platform/backup/",
  "tests/club/platform/db/embedded.test.ts",
  "tests/club/platform/jobs/what-jobs-change.test.ts",
  "tests/club/platform/spreadsheets/hostile-tables.test.ts",
  "tests/club/what-calls-change.test.ts",
  "tests/club/year-in-the-life.test.ts",
  "tests/console/what-pages-show.test.ts",
  "tests/contract/recording/recording.test.ts",
  "tests/contract/upstream-check/",
  "tests/faults/",
  "tests/properties/",
  "tests/routes/gifts/order-without-keys.test.ts",
  "tests/routes/no-break.test.ts",
  "tests/routes/optional-calls.test.ts",
  "tests/routes/tolerance.test.ts",
  "tests/routes/tolerant-writes.test.ts",
  "tests/routes/ways-of-a-page.test.ts",
  "tests/routes/what-forms-do.test.ts",
  "tests/routes/what-pages-show.test.ts",
  "tests/server/alerts.test.ts",
  "tests/server/lifecycle.test.ts",
  "tests/simulation/",
];
