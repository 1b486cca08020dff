import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { version } from "../../../../package.json";

const FOLDER = "club/platform/db/migrations";

/** What takes away something that the release before still uses. A tightened check isn't recognized. */
const CONTRACTS =
  /\bdrop\s+(table|column)\b|\brename\b|\bset\s+not\s+null\b|\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b|\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i;

const REASON = /^export const oldestRelease = "(\d+)\.(\d+)\.(\d+)";$/m;

/** Leaves out of a migration that a table is made anew under its name: whoever asks it by its columns goes on. */
function withoutRemaking(source: string): string {
  let rest = source.replace(/alter sequence \w+ rename to \w+;/g, "");
  for (const [renaming, name, former] of source.matchAll(/alter table (\w+) rename to (\w+);/g)) {
    if (!source.includes(`create table ${name} (`)) continue;
    rest = rest.replace(renaming, "").replace(`drop table ${former};`, "");
  }
  return rest;
}

/** @returns what is wrong with a migration of this release; null when nothing is */
function findFault(source: string, release: string): string | null {
  if (!CONTRACTS.test(withoutRemaking(source))) return null;
  const since = REASON.exec(source)?.slice(1).map(Number);
  if (!since) return "it takes something away and doesn't name the oldest release that doesn't use it";
  const [major = 0, minor = 0, patch = 0] = release.split(".").map(Number);
  const [sinceMajor = 0, sinceMinor = 0, sincePatch = 0] = since;
  const isEarlier = sinceMajor - major || sinceMinor - minor || sincePatch - patch;
  return isEarlier < 0 ? null : "it belongs to a release after the one that it names";
}

test("architecture: a migration after the first either only adds, or says since which release what it takes away is unused", () => {
  const later = readdirSync(FOLDER).filter((file) => /^\d{4}-.*\.ts$/.test(file) && file !== "0001-club.ts");
  const faults = later.map((file) => [file, findFault(readFileSync(`${FOLDER}/${file}`, "utf8"), version)]);
  expect(faults.filter(([, fault]) => fault)).toEqual([]);
});

test.each([
  ["alter table users add column nickname text", true],
  ["alter table users add column nickname text not null default '', add column seen_at timestamptz", true],
  ["create table visits (id integer not null)", true],
  ["alter table users add column nickname text not null, add column age integer default 0", false],
  ["alter table users drop column nickname", false],
  ["alter table users alter column nickname set not null", false],
  ["alter table users rename column nickname to name", false],
  ["alter table users alter column age type bigint", false],
  ["alter table visits rename to old;\ncreate table visits (id integer);\ndrop table old;", true],
  ["alter table visits rename to old;\ncreate table calls (id integer);", false],
  ["alter table visits rename to old;\ncreate table visits (id integer);\ndrop table users;", false],
  ['export const oldestRelease = "1.1.0";\nalter table users drop column nickname', true],
  ['export const oldestRelease = "1.2.0";\nalter table users drop column nickname', false],
])("architecture: whether an earlier release still works on it is told of a migration: %s", (source, works) => {
  expect(findFault(source, "1.2.0") === null).toBe(works);
});
