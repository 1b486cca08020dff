import { type FileHandle, open, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { errorMessage } from "../error-message";

export interface FileLock {
  /** A child process that inherits this descriptor holds the lock as well. */
  fd: number;
  /** Why this system can't lock: then nobody is kept out. */
  unsupported: string | undefined;
  /** Closes the descriptor. The lock ends with its last copy, however the processes that hold one end. */
  release(): Promise<void>;
}

/**
 * Takes the exclusive lock of a file, which is created when missing, and writes into it who holds it. The kernel keeps
 * the lock, so that it's seen from other containers too, where process ids mean nothing.
 *
 * @returns undefined when another process holds the lock
 */
export async function takeLock(file: string): Promise<FileLock | undefined> {
  const handle = await open(file, "a+", 0o600);
  try {
    const { isLocked, unsupported } = await tryLock(handle);
    if (!isLocked) {
      await handle.close();
      return undefined;
    }
    await handle.truncate(0);
    await handle.write(`process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}\n`);
    return { fd: handle.fd, unsupported, release: () => handle.close() };
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

/** Who took the lock of this file last, such as "process 7 on web-1, since 2026-11-22T09:00:00.000Z". */
export async function readLockHolder(file: string): Promise<string> {
  return (await readFile(file, "utf8").catch(() => "")).trim() || "unknown process";
}

async function tryLock({ fd }: FileHandle): Promise<{ isLocked: boolean; unsupported: string | undefined }> {
  try {
    // The package has binaries for the usual platforms only.
    const { tryLock } = await import("fs-native-extensions");
    return { isLocked: tryLock(fd), unsupported: undefined };
  } catch (error) {
    return { isLocked: true, unsupported: errorMessage(error) };
  }
}
