import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export interface DataFolder {
  path: string;
  remove(): Promise<void>;
}

const GUARDIAN = fileURLToPath(new URL("../../tests/setup/guardian.mjs", import.meta.url));

/** Creates a temporary data folder. A guardian process removes it, with its PostgreSQL, even when the run is killed. */
export async function createDataFolder(): Promise<DataFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), "club-e2e-"));
  const guardian = spawn(process.execPath, [GUARDIAN, folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  guardian.unref();
  return {
    path: folder,
    async remove() {
      await rm(folder, { recursive: true, force: true });
      guardian.stdin.end();
    },
  };
}

/** Copies the data of a stopped server with the owners of files, because PostgreSQL may run as a user of its own. */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  if (process.platform === "win32") await cp(from, to, { recursive: true });
  else await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
}
