import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./sources";

test("architecture: a build without its packages says what to run, and leaves the last build alone", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "club-build-"));
  mkdirSync(path.join(folder, "build"));
  writeFileSync(path.join(folder, "build", "server.js"), "");
  for (const file of ["package.json", "scripts/build.mjs"]) cpSync(path.join(ROOT, file), path.join(folder, file));
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: folder, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Not installed: .*\bterser\b.*Run `npm ci` first/);
  expect(stderr).not.toContain("    at ");
  expect(existsSync(path.join(folder, "build", "server.js"))).toBe(true);
  rmSync(folder, { recursive: true });
});
