/** When PostgreSQL cuts what takes too long, in milliseconds. 0 never does. Deliberately long work sets its own in its transaction. */
export interface DatabaseTimeouts {
  readonly statementMs: number;
  /** The wait for a row or table that another transaction has locked. */
  readonly lockMs: number;
  /** A transaction in which nothing is asked. */
  readonly idleTransactionMs: number;
  /** When a query is given up that PostgreSQL itself neither answers nor cuts. Its connection is closed. Never by default. */
  readonly queryMs?: number;
}

/** No statement of the club comes near it, those of an import included; and the portal waits 50 seconds for an answer. */
export const DEFAULT_TIMEOUTS: DatabaseTimeouts = { statementMs: 30_000, lockMs: 15_000, idleTransactionMs: 60_000 };

/** The time-outs as `pg` takes them. */
export function timeoutSettings({ statementMs, lockMs, idleTransactionMs, queryMs }: DatabaseTimeouts) {
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    ...(queryMs && { query_timeout: queryMs }),
  };
}
