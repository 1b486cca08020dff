import { findErrorCode } from "./db/error-code";
import { errorMessage } from "./db/error-message";
import { isUnavailableError } from "./db/unavailable-error";
import type { Services } from "./services";

/** PostgreSQL's code for a write in a read-only transaction. */
const READ_ONLY = "25006";

/**
 * Reads what may be some seconds old: from the replica, or from the primary where there is none that can be used. A read that
 * fails there because of the replica is made again at the primary.
 *
 * @param read asks `db` of the services that it is given, and writes nothing
 */
export async function readLagging<Result>(
  services: Services,
  read: (services: Services) => Promise<Result>,
): Promise<Result> {
  const { readReplica: replica } = services;
  if (!replica || !(await replica.isUsable())) return read(services);
  try {
    return await read({ ...services, db: replica.db, sharedDb: replica.db });
  } catch (error) {
    // A mistake of ours that repeating at the primary would hide.
    if (findErrorCode(error) === READ_ONLY) throw new Error(`A read has tried to write: ${errorMessage(error)}`);
    if (!isUnavailableError(error)) throw error;
    replica.leave();
    return read(services);
  }
}
