import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** What a running PostgreSQL writes into its `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * The PostgreSQL process that serves this data folder, or undefined. Removes a pid file left by a crash: when another
 * program has got its process id since, PostgreSQL would refuse to start.
 */
export async function findPostmaster(pgData: string): Promise<Postmaster | undefined> {
  const file = path.join(pgData, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid < 2) return undefined;
  if (!(await servesFolder(pid, pgData))) {
    await rm(file, { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3]) || 0 };
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
  return processes.flatMap(({ pid, command }) => (command.endsWith(` -D ${pgData}`) && pid !== current ? [pid] : []));
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
