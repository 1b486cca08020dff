// Which files have changed, and which tests a change of them is likely to fail: `npm run check -- --changed`.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const TEST = /\.test\.tsx?$/;
/** Words of file names that say nothing of the subject. */
const PLAIN = new Set(
  "app client css dashboard features field form index lib page routes server test ts tsx ui".split(" "),
);

/** The files that differ from the main branch, or from the last commit on it, with new ones and without deleted ones. */
export function listChangedFiles() {
  const git = (...args) => execFileSync("git", ["-c", "core.quotePath=false", ...args], { encoding: "utf8" });
  const lines = (text) => text.split("\n").filter((line) => line !== "");
  const hasMain = lines(git("branch", "--list", "main")).length > 0;
  const base = hasMain ? git("merge-base", "HEAD", "main").trim() : "HEAD";
  const changed = lines(git("diff", "--name-only", "--relative", "--diff-filter=d", base));
  return [...new Set([...changed, ...lines(git("ls-files", "--others", "--exclude-standard"))])];
}

/**
 * The tests of changed files: those beside them, in the same folder of `tests`; those that import them directly; of a page
 * and its parts, those that bear its name; and all of the code base as a whole. A test may fail for a change further away:
 * the whole check finds it.
 * @param {readonly string[]} changed
 * @returns {string[]}
 */
export function chooseTests(changed) {
  const tests = listFiles("tests").filter((file) => TEST.test(file) && !file.startsWith("tests/built/"));
  const chosen = new Set(tests.filter((file) => file.startsWith("tests/architecture/")));
  const sources = new Set(changed.filter((file) => /\.(m?js|tsx?)$/.test(file)));
  for (const test of tests) {
    if (sources.has(test) || [...sources].some((file) => isBeside(file, test) || sharesSubject(file, test)))
      chosen.add(test);
    else if (listImports(test).some((file) => sources.has(file) && isOwn(file, test))) chosen.add(test);
  }
  return [...chosen].sort();
}

/** What nearly all tests import is no subject of theirs: the contract outside its own tests, and what opens a club. */
function isOwn(file, test) {
  if (file.startsWith("contract/")) return test.startsWith("tests/contract/");
  return !file.startsWith("tests/setup/");
}

/** Whether a test stands in the folder of `tests` that mirrors the folder of the file, or in the next one above that exists. */
function isBeside(file, test) {
  if (/^(app|contract|tests)\//.test(file)) return path.parse(file).name === path.parse(test).name.replace(".test", "");
  let folder = path.posix.join("tests", path.posix.dirname(file));
  while (!existsSync(folder)) folder = path.posix.dirname(folder);
  return folder !== "tests" && path.posix.dirname(test) === folder;
}

/** Whether a file of the pages and a test of pages are about the same, by the words of their names. */
function sharesSubject(file, test) {
  if (!/^app\/(features|routes)\//.test(file) || !/^tests\/(ui|routes)\//.test(test)) return false;
  const subjects = new Set(file.split(/[^a-z]+/).filter((word) => !PLAIN.has(word)));
  return path.posix
    .basename(test)
    .split(/[^a-z]+/)
    .some((word) => subjects.has(word));
}

/** The files of the repository that a file imports by a path. */
function listImports(file) {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)].flatMap(([, name = ""]) => {
    const target = path.posix.join(path.posix.dirname(file), name);
    return [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`];
  });
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name).replaceAll(path.sep, "/"));
}
