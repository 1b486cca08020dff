import { execFile } from "node:child_process";
import { readdir, readFile, readlink, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** What a running PostgreSQL writes into its `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** The PostgreSQL process that serves this data folder, as far as it can be seen from this process, or undefined. */
export async function findPostmaster(pgData: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(pgData);
  return postmaster && (await servesFolder(postmaster.pid, pgData)) ? postmaster : undefined;
}

/** What the pid file says. After a crash, or from another container, its process is missing or another program. */
export async function readPidFile(pgData: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(pidFile(pgData), "utf8").catch(() => "")).split("\n");
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  return { pid, port: Number(lines[3]) || 0 };
}

/** Removes the pid file. Only the holder of the server's lock may: without its pid file a server isn't found again. */
export async function removePidFile(pgData: string): Promise<void> {
  await rm(pidFile(pgData), { force: true });
}

function pidFile(pgData: string): string {
  return path.join(pgData, "postmaster.pid");
}

/** Whether this process is alive and its command line names the folder. Windows doesn't tell, so there it's assumed. */
async function servesFolder(pid: number, pgData: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "win32") return true;
  const command =
    process.platform === "linux"
      ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
      : await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)])
          .then(({ stdout }) => stdout)
          .catch(() => "");
  return command.includes(pgData);
}

/**
 * PostgreSQL processes of this folder other than the one in its pid file: the folder was deleted while they ran. Such a
 * process notices that within a minute and, as it exits, removes the socket and pid file of the server started since.
 */
export async function findOrphans(pgData: string): Promise<number[]> {
  if (process.platform === "win32") return [];
  const current = (await findPostmaster(pgData))?.pid;
  const processes = process.platform === "linux" ? await listLinuxProcesses() : await listProcesses();
  const suspects = processes.filter(({ pid, command }) => command.endsWith(` -D ${pgData}`) && pid !== current);
  const isOrphan = await Promise.all(suspects.map(({ pid }) => mayRunInDeletedFolder(pid)));
  return suspects.filter((_, index) => isOrphan[index]).map(({ pid }) => pid);
}

/** Whether the process's working folder is gone, or unknown: a container may have a living folder of the same name. */
async function mayRunInDeletedFolder(pid: number): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined || folder.endsWith(" (deleted)");
}

async function listLinuxProcesses(): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid) => {
      const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return { pid: Number(pid), command: commandLine.split("\0").filter(Boolean).join(" ") };
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
