import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bundlePrograms } from "../../../../scripts/bundle.mjs";
import { ROOT } from "../../../architecture/sources";

test("architecture: the command line runs where only the packages of production are installed", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "club-pruned-"));
  try {
    await bundlePrograms(path.join(folder, "build"));
    for (const file of ["package.json", "scripts", "club", "contract"]) {
      await cp(path.join(ROOT, file), path.join(folder, file), { recursive: true });
    }
    const { dependencies } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
    for (const name of Object.keys(dependencies)) {
      const link = path.join(folder, "node_modules", name);
      await mkdir(path.dirname(link), { recursive: true });
      await symlink(path.join(ROOT, "node_modules", name), link);
    }
    const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "club", "--", "help"], { cwd: folder });
    expect(stdout).toContain("add-curator");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
