import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
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

/**
 * PostgreSQL processes that were started on this folder and are not the one of its pid file: their folder was deleted
 * under them. Within a minute such a one notices, and its end takes the socket and the pid file of its successor away.
 */
export async function findStrays(cluster: string): Promise<number[]> {
  if (process.platform === "win32") return [];
  const own = (await findPostmaster(cluster))?.pid;
  const running = process.platform === "linux" ? await listLinuxProcesses() : await listProcesses();
  return running.flatMap(({ pid, command }) => (command.endsWith(` -D ${cluster}`) && pid !== own ? [pid] : []));
}

async function listLinuxProcesses(): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid) => {
      const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return { pid: Number(pid), command: words.split("\0").filter(Boolean).join(" ") };
    }),
  );
}

async function listProcesses(): Promise<{ pid: number; command: string }[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axww", "-o", "pid=,command="]);
  return stdout.split("\n").map((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
    return { pid: Number(pid), command: command?.replaceAll('"', "") ?? "" };
  });
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
