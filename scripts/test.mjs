// `node scripts/test.mjs` runs all tests, with `--nodes` also those of several nodes whose programs are installed;
// `node scripts/test.mjs check` runs only types, lint and the unit tests that aren't long, with `--changed` those of what differs
// from the last commit or the main branch, and `node scripts/test.mjs browsers` those in old Chromium, today's, Firefox and
// WebKit, with pictures of every page.
// Failed tests are named again at the end, and the last line is "N passed, N failed". The exit code is 1 when a test failed or
// none ran.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ensureBrowser, ensureFurtherBrowsers } from "./browser.mjs";
import { chooseTests, listChangedFiles } from "./changed-tests.mjs";
import { ensureOldChromium, runsOldChromium } from "./old-browsers.mjs";
import { makeTemporaryFolder } from "./temporary-folder.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const removeTemporaryFolder = makeTemporaryFolder();
const reports = mkdtempSync(path.join(tmpdir(), "club-reports-"));
const checkOnly = process.argv.includes("check");
const changed = checkOnly && process.argv.includes("--changed") ? listChangedFiles() : undefined;
const BROWSERS = ["--config=playwright.browsers.config.ts"];
const OLD_WITH_SCRIPT = ["--project=chromium-83", "--project=chromium-92", "--grep=, with script"];
const withNodes = process.argv.includes("--nodes");
const browsersOnly = process.argv.includes("browsers");
const parts = [];

if (!browsersOnly) await runEverything();
else if ((await runPart("build", runBuild)).failed === 0) {
  await runPart("browsers", runAllBrowsers);
  await runPart("every fault on every page", () => runPlaywright(["e2e/script-faults.e2e.ts"], { WHOLE_SWEEPS: "1" }));
}
removeTemporaryFolder();

console.log("");
for (const { name, failures } of parts) {
  for (const failure of failures) console.log(`failed in ${name}: ${failure}`);
}
for (const { name, passed, failed, seconds } of parts) {
  console.log(`${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
}
const passed = parts.reduce((sum, part) => sum + part.passed, 0);
const failed = parts.reduce((sum, part) => sum + part.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function runEverything() {
  if (checkOnly) return runCheck();
  await runPart("lint", () => runLint(["."]));
  // At once, as each of them keeps one core busy.
  const [build] = await Promise.all([runPart("build", runBuild), runPart("types", checkTypes)]);
  // One after the other: both keep two cores busy, and at once they take longer.
  await runPart("unit, routes, contract", () => runVitest("!built"));
  if (build.failed > 0) return;
  await runPart("built files", () => runVitest("built"));
  await runPart("e2e, with and without JavaScript", () => runPlaywright([]));
  await runPart("old browsers", runOldBrowsers);
  if (withNodes) await runPart("nodes", runNodes);
}

/** Types and unit tests that aren't long at once: the compiler keeps one core busy, and the tests often wait for a process. */
async function runCheck() {
  await runPart("lint", () => runLint(changed ?? ["."]));
  const tests = changed && chooseTests(changed);
  if (tests) console.log(`\n${changed.length} changed files, ${tests.length} files of tests`);
  const env = tests ? {} : { LONG_TESTS: "off" };
  await Promise.all([runPart("types", checkTypes), runPart("unit", () => runVitest("!built", tests, env))]);
}

async function runPart(name, work) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const part = { name, failures: [], ...(await work()), seconds: (performance.now() - start) / 1000 };
  parts.push(part);
  return part;
}

/**
 * @param project of vitest.config.ts; after an exclamation mark, all others
 * @param files of tests; all when left out
 * @param env variables beside those of this process
 */
async function runVitest(project, files = [], env = {}) {
  const report = path.join(reports, `vitest-${project.replace("!", "not-")}.json`);
  const ok = await run(
    "vitest",
    ["run", ...files, `--project=${project}`, "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
    env,
  );
  const result = readReport(report);
  if (!result) return countOne(false);
  // A file that fails before its first test counts as one failure.
  const broken = result.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failures = [
    ...broken.map((file) => describeFailure(file.name, file.message)),
    ...result.testResults.flatMap((file) =>
      file.assertionResults
        .filter((test) => test.status === "failed")
        .map((test) => describeFailure(`${file.name}: ${test.fullName}`, test.failureMessages[0])),
    ),
  ];
  return withRunFailure({ passed: result.numPassedTests, failed: result.numFailedTests + broken.length, failures }, ok);
}

/** The compiler remembers what it has checked, and the next time looks at what has changed. */
async function checkTypes() {
  const kept = ["--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"];
  return countOne(await run("tsc", ["--noEmit", "-p", ".", ...kept]));
}

/** @param files or folders; those that Biome doesn't know are left out */
async function runLint(files) {
  if (files.length === 0) return { passed: 1, failed: 0 };
  const options = ["--error-on-warnings", "--files-ignore-unknown=true", "--no-errors-on-unmatched"];
  return countOne(await run("biome", ["check", ...options, ...files]));
}

async function runBuild() {
  return countOne(await run(process.execPath, ["scripts/build.mjs"]));
}

/** Chromium 83 has no script by `.browserslistrc`, so it shows the HTML too; 92 is the oldest here that has it. */
async function runOldBrowsers() {
  const problem = await ensureOldChromium([83, 92]);
  if (!problem) return runPlaywright([...BROWSERS, ...OLD_WITH_SCRIPT]);
  console.log(`Old browsers are left out: ${problem}`);
  // Elsewhere they don't exist; here they must be had.
  return runsOldChromium ? { ...countOne(false), failures: [problem] } : { passed: 0, failed: 0 };
}

/** Several nodes behind nginx; what needs a program that isn't installed is left out. */
async function runNodes() {
  const report = path.join(reports, "nodes.json");
  const ok = await run("tsx", ["tests/nodes/run.ts", "--installed", "--output", report]);
  const result = readReport(report);
  return result ? withRunFailure(result, ok) : countOne(false);
}

async function runAllBrowsers() {
  if (!ensureFurtherBrowsers()) return countOne(false);
  const problem = await ensureOldChromium([69, 83, 92]);
  if (problem) return { ...countOne(false), failures: [problem] };
  return runPlaywright(BROWSERS, { BROWSER_PICTURES: "screenshots/browsers" });
}

async function runPlaywright(args, env = {}) {
  if (!existsSync("e2e")) return { passed: 0, failed: 0 };
  if (!ensureBrowser()) return countOne(false);
  const report = path.join(reports, "playwright.json");
  rmSync(report, { force: true });
  const reporters = args.length > 0 ? "dot,json,./e2e/browsers/table-reporter.ts" : "dot,json";
  const files = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const ok = await run("playwright", ["test", ...args, `--reporter=${reporters}`], files);
  const result = readReport(report);
  if (!result) return countOne(false);
  const { expected, flaky, unexpected } = result.stats;
  return withRunFailure(
    { passed: expected + flaky, failed: unexpected, failures: result.suites.flatMap(nameFailures) },
    ok,
  );
}

/** The failed tests of a suite of Playwright's report and of the suites within it. */
function nameFailures(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map((test) =>
        describeFailure(`${suite.file}: ${spec.title} [${test.projectName}]`, test.results.at(-1)?.error?.message),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(nameFailures)];
}

/** One paragraph on a failed test: its title and the start of its message without colours. */
function describeFailure(title, message = "") {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [path.isAbsolute(title) ? path.relative(".", title) : title, ...lines.slice(0, 6)].join("\n    ");
}

/** A run that failed without a failed test (in its setup or teardown) counts as one failure. */
function withRunFailure(count, ok) {
  return ok || count.failed > 0 ? count : { ...count, failed: 1 };
}

function countOne(ok) {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** @returns whether the program ended without an error */
function run(command, args, env = {}) {
  const bin = path.resolve("node_modules/.bin");
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
    shell: process.platform === "win32",
  });
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once("exit", (code) => resolve(code === 0));
  });
}
