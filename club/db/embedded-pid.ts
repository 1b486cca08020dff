import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** What a running PostgreSQL writes about itself into `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * The PostgreSQL process that works on this cluster folder, or undefined. A pid file that a crash left behind, its
 * number perhaps taken by a stranger since, is removed: PostgreSQL itself would refuse to start over a live stranger.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = path.join(cluster, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid < 2) return undefined;
  if (!(await worksOn(pid, cluster))) {
    await rm(file, { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3]) || 0 };
}

/** Whether this process is alive and was started on this cluster folder. */
async function worksOn(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "win32") return true;
  const command =
    process.platform === "linux"
      ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
      : await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)])
          .then(({ stdout }) => stdout)
          .catch(() => "");
  return command.includes(cluster);
}

/** Whether a process with this id exists (a zombie counts). */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
