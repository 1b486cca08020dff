declare module "fs-native-extensions" {
  /**
   * Locks the whole file unless another open of it holds a lock: an open file description lock on Linux, `flock` on
   * macOS, `LockFileEx` on Windows. The descriptor must be open for writing.
   *
   * @returns false when it is locked already
   * @throws Error with a `code`, such as EINVAL where the system has no such locks
   */
  export function tryLock(fd: number): boolean;
}
