import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const MEMORY_DISK = "/dev/shm";
/** Bytes: what a whole test run keeps there at most, several times over. */
const ENOUGH = 4 * 2 ** 30;

/**
 * Makes one folder for all temporary files of this process and those it starts, in memory where there is room: the tests make
 * and delete some hundred databases of a thousand files each, which takes a file system of a disk a third of the tests' time.
 * @returns a function that deletes the folder
 */
export function makeTemporaryFolder() {
  const folder = mkdtempSync(path.join(isUsable() ? MEMORY_DISK : tmpdir(), "club-"));
  // PostgreSQL works as another user where the tests run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Whether the disk in memory exists, has room, and lets programs in it be started, as the tests start some. */
function isUsable() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const options = mounts.findLast((line) => line.split(" ")[1] === MEMORY_DISK)?.split(" ")[3] ?? "";
    return bavail * bsize >= ENOUGH && !options.split(",").includes("noexec");
  } catch {
    return false;
  }
}
