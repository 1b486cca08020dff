// Tries the recipes of CONTRIBUTING.md in a copy of the repository: `npm run recipes`, or `npm run recipes -- gift` for those
// whose heading has the word. Each sample change must compile, the named tests must pass, and where a step is left out the
// compiler or the named test must say so. The last line is "N passed, N failed".
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { openCompiler } from "./recipes/compiler";
import { applyStep, type Recipe, type Tests, type Warning } from "./recipes/recipe";
import { recipes } from "./recipes/samples";

const word = process.argv[2] ?? "";
const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(existsSync);
const copy = mkdtempSync(path.join(tmpdir(), "club-recipes-"));
let passed = 0;
let failed = 0;

for (const file of tracked) {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  cpSync(file, path.join(copy, file));
}
symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
const listErrors = openCompiler(copy);
for (const recipe of recipes.filter(({ heading }) => heading.includes(word))) {
  console.log(recipe.heading);
  tryRecipe(recipe);
}
rmSync(copy, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function tryRecipe(recipe: Recipe): void {
  for (const warning of recipe.warnings) {
    const said = withSteps(recipe, warning.without, () => isReported(warning.says));
    count(said, warning.without ? `without ${warning.without}: ${describe(warning)}` : describe(warning));
  }
  const { passing } = recipe;
  if (!passing) return;
  withSteps(recipe, null, () => {
    const named = recipe.warnings.flatMap(({ says }) => ("compilerIn" in says ? [says.compilerIn] : []));
    for (const file of new Set([...recipe.steps.map((step) => step.file), ...named])) {
      const errors = listErrors(file);
      count(errors.length === 0, [`${file} compiles`, ...errors].join("\n    "));
    }
    const { status, output } = runTests(passing);
    count(status === 0, ["the named tests pass", ...(status === 0 ? [] : [output.slice(-2000)])].join("\n"));
  });
}

/** Applies the steps except one, runs `work`, and restores the files. */
function withSteps<Result>({ steps, hasMigration }: Recipe, without: string | null, work: () => Result): Result {
  const generated = ["club/platform/db/schema.ts", "club/platform/db/migrations/index.ts"];
  // As they are in the copy: the repository itself may change meanwhile.
  const before = [...steps.map(({ file }) => file), ...generated].map((file) => {
    const target = path.join(copy, file);
    return { target, text: existsSync(target) ? readFileSync(target, "utf8") : null };
  });
  const done = steps.filter(({ file }) => file !== without);
  for (const step of done) {
    const target = path.join(copy, step.file);
    writeFileSync(target, applyStep(step, existsSync(target) ? readFileSync(target, "utf8") : ""));
  }
  if (hasMigration && done.some(({ file }) => file.includes("/migrations/"))) {
    execFileSync(path.resolve("node_modules/.bin/tsx"), ["scripts/schema.ts"], { cwd: copy, stdio: "pipe" });
  }
  try {
    return work();
  } finally {
    for (const { target, text } of before) {
      if (text === null) rmSync(target, { force: true });
      else writeFileSync(target, text);
    }
  }
}

function isReported(says: Warning["says"]): boolean {
  if ("compilerIn" in says) return listErrors(says.compilerIn).length > 0;
  const { status, output } = runTests(says);
  return status !== 0 && output.includes(says.text);
}

function describe({ says }: Warning): string {
  return "compilerIn" in says
    ? `the compiler names ${says.compilerIn}`
    : `${says.files.join(", ")} names "${says.text}"`;
}

function runTests({ files, title }: Tests) {
  const filter = title === undefined ? [] : ["-t", title];
  const vitest = path.resolve("node_modules/.bin/vitest");
  const { status, stdout, stderr } = spawnSync(vitest, ["run", ...files, ...filter], { cwd: copy, encoding: "utf8" });
  return { status, output: stripVTControlCharacters(stdout + stderr) };
}

function count(isKept: boolean, what: string): void {
  if (isKept) passed += 1;
  else failed += 1;
  console.log(`  ${isKept ? "yes" : "NO"}: ${what}`);
}
