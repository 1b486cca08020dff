/** The last order of each participant that is still running. */
const latest = new Map<number, Promise<unknown>>();

/**
 * Runs a participant's orders one after another within this process. The database would queue them too, but each waiting
 * order would then hold a connection that other participants need.
 */
export function runExclusive<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
  const result = (latest.get(userId) ?? Promise.resolve()).then(work);
  const settled = result
    .catch(() => undefined)
    .then(() => {
      if (latest.get(userId) === settled) latest.delete(userId);
    });
  latest.set(userId, settled);
  return result;
}
