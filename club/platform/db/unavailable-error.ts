import { findErrorCode } from "./error-code";

/** The code of a query that PostgreSQL hasn't answered in time, neither with a result nor with an error. */
export const NO_ANSWER = "NO_ANSWER";

/**
 * Codes of what may succeed later: a lost or refused connection (class 08, 57P01 to 57P05, Node's codes), a lack of
 * connections or space (53), a statement, lock or transaction cut by its time-out (57014, 55P03, 25P03), a deadlock and a
 * conflict of transactions (40P01, 40001), a server that is a standby until another connection finds the primary (25006).
 */
const TEMPORARY =
  /^(08[0-9A-Z]{3}|53[0-9A-Z]{3}|57P0[1-5]|57014|55P03|25P03|40P01|40001|NO_ANSWER|25006|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EPIPE|ENOENT)$/;

/** What `pg` says without a code when there is no connection. */
const NO_CONNECTION =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Tells whether the database couldn't do it now, and may do it later. */
export function isUnavailableError(error: unknown): boolean {
  return TEMPORARY.test(findErrorCode(error)) || (error instanceof Error && NO_CONNECTION.test(error.message));
}
