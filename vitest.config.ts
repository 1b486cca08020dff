import { defineConfig } from "vitest/config";
import { LONG_TESTS } from "./scripts/long-tests.mjs";

/**
 * Test files that share processes, so that modules aren't loaded and compiled anew for each: the club keeps its state in a
 * database, and each file opens one of its own; each portal has modules of its own. The tests in `db` don't, as prepared
 * statements are remembered by the process. What a test sets in the process it takes back, and mocks end with their test.
 */
const SHARING = [
  "tests/{architecture,attacks,console,contract,performance,properties,routes,server,ui}/**/*.test.ts",
  "tests/faults/!(leaks|restart|secrets).test.ts",
  "tests/club/!(platform)/**/*.test.ts",
  "tests/club/platform/!(db)/**/*.test.ts",
  "tests/club/*.test.ts",
];
/** Tests of what the build has written; `npm test` runs them after it. */
const BUILT = "tests/built/**/*.test.ts";
/** `npm run check` leaves the long tests out. */
const LEFT_OUT = process.env.LONG_TESTS === "off" ? LONG_TESTS.map((place) => place.replace(/\/$/, "/**")) : [];

export default defineConfig({
  test: {
    // What hasn't changed since the last run isn't compiled again.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
    globalSetup: ["tests/setup/postgres.ts", "tests/setup/threads.ts"],
    setupFiles: ["tests/setup/set-date.ts", "tests/setup/use-threads.ts"],
    css: true,
    // A case that has no snapshot yet fails; `-u` writes it.
    update: "none",
    // One more than the cores of the smallest machine: workers often wait for the database or for a process.
    maxWorkers: 3,
    // Nothing but a hang takes so long on a crowded machine, so no test has a limit of its own below it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["tests/**/*.test.ts"],
          exclude: [...SHARING, BUILT, ...LEFT_OUT],
        },
      },
      {
        extends: true,
        test: {
          name: "sharing",
          environment: "node",
          include: SHARING,
          exclude: LEFT_OUT,
          isolate: false,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          environment: "jsdom",
          include: ["tests/**/*.test.tsx"],
          setupFiles: ["tests/setup/components.ts"],
          isolate: false,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: { name: "built", environment: "node", include: [BUILT] },
      },
    ],
  },
});
