import { defineConfig } from "vitest/config";
import failedHooks from "./scripts/mutants/failed-hooks.mjs";

/** The tests that have to notice the mutants of `scripts/mutants/run.mjs`, in one process. */
export default defineConfig({
  test: {
    // Nothing of an earlier run may stand in for the changed code.
    experimental: { fsModuleCache: false },
    globalSetup: ["tests/setup/postgres.ts"],
    setupFiles: ["tests/setup/set-date.ts"],
    environment: "node",
    include: process.env.MUTANTS_TESTS?.split(" ") ?? [],
    isolate: false,
    reporters: [failedHooks],
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
