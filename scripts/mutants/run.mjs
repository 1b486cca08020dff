// `npm run mutants` changes the code of every folder of `folders.mjs` in small ways, one at a time, and counts the changes that no
// test notices; `npm run mutants -- orders` does it for one folder, and `npm run mutants -- orders club/gifts/prizes/year-limit.ts`
// for some of its files. It takes seconds for each mutant, so it runs by hand and before a release. The exit code is 1 when fewer
// are noticed than the folder's floor says. Files are compared with the last run, which `reports/` keeps.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { folders } from "./folders.mjs";

const [chosen, ...files] = process.argv.slice(2);
const names = chosen ? [chosen] : Object.keys(folders);
for (const name of names) {
  const folder = folders[name];
  if (!folder) {
    console.error(`There is no folder "${name}". There are: ${Object.keys(folders).join(", ")}.`);
    process.exit(2);
  }
  console.log(`\n== ${name}`);
  const { status } = runMutants(name, folder);
  if (status !== 0) process.exitCode = 1;
}

/** @param {string} name @param {{ code: string[]; tests: string[]; floor: number }} folder */
function runMutants(name, { code, tests, floor }) {
  const configuration = {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "vitest.mutants.config.ts", related: false },
    mutate: files.length > 0 ? files : code,
    coverageAnalysis: "perTest",
    concurrency: 2,
    reporters: ["clear-text", "json", "progress-append-only"],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: `reports/mutants-${name}.json` },
    // Modules are loaded once for all tests, so what is computed then can't be changed afterwards.
    ignoreStatic: true,
    incremental: true,
    incrementalFile: `reports/mutants-${name}-incremental.json`,
    ignorePatterns: ["/build", "/data", "/screenshots", "/reports", "/test-results"],
    thresholds: { high: 90, low: 90, break: files.length > 0 ? null : floor },
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
  };
  mkdirSync("reports", { recursive: true });
  const place = `reports/mutants-${name}.config.json`;
  writeFileSync(place, JSON.stringify(configuration));
  return spawnSync("npx", ["stryker", "run", place], {
    stdio: "inherit",
    env: { ...process.env, MUTANTS_TESTS: tests.join(" ") },
  });
}
