import { randomInt } from "node:crypto";
import pg from "pg";
import { ADVISORY_LOCKS } from "./advisory-locks";

/** What lies between an address and PostgreSQL. */
export type Pooling = "none" | "of-sessions" | "of-transactions";

const ANSWER_MS = 5_000;
/** Other clients of a pooler may have taken the connection that was free. */
const TRIES = 5;

/**
 * Finds whether an address leads to a pooler. One tells each client a process of its own invention, and one in transaction mode
 * gives the connection of a client that asks nothing to the next.
 *
 * @throws Error when nobody answers there
 */
export async function findPooling(connectionString: string): Promise<Pooling> {
  return withClients([connectionString, connectionString], async (one, other) => {
    if ((await readBackend(one)) === Reflect.get(one, "processID")) return "none";
    for (let attempt = 0; attempt < TRIES; attempt++) {
      // With sessions the first keeps its connection, and the other has another one or waits for it.
      const backend = await readBackend(one);
      if ((await readBackend(other).catch(() => null)) === backend) return "of-transactions";
    }
    return "of-sessions";
  });
}

/** Whether two addresses lead to the same database of the same server: a lock that one holds is refused to the other. */
export async function isSameDatabase(one: string, other: string): Promise<boolean> {
  return withClients([one, other], async (holder, asker) => {
    const keys = `${ADVISORY_LOCKS.sameDatabase}, ${randomInt(2 ** 31)}`;
    await holder.query(`begin; select pg_advisory_xact_lock(${keys})`);
    const { rows } = await asker.query(`select pg_try_advisory_xact_lock(${keys}) as "isFree"`);
    await holder.query("rollback");
    return rows[0]?.isFree === false;
  });
}

async function readBackend(client: pg.Client): Promise<number> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return rows[0].pid;
}

async function withClients<T>(
  [first, second]: readonly [string, string],
  work: (one: pg.Client, other: pg.Client) => Promise<T>,
): Promise<T> {
  const clients = [first, second].map(
    (connectionString) =>
      new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }),
  );
  const [one, other] = clients as [pg.Client, pg.Client];
  try {
    for (const client of clients) {
      // A lost connection is told by the query that waits for it.
      client.on("error", () => undefined);
      await client.connect();
    }
    return await work(one, other);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
