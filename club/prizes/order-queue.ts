import type { Db } from "../services";

/** Orders in one transaction. Meanwhile others wait for the stock of the same gift. */
const MAX_ORDERS = 10;

/** Writes one order by a statement of the given connection. */
type WriteOrder<Result> = (db: Db) => Promise<Result>;

interface Waiting {
  /** Names the stock that the order takes from. */
  readonly stock: string;
  readonly write: WriteOrder<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The orders of each participant that wait for the one that is being written. */
const queues = new Map<number, Waiting[]>();

/**
 * Writes a participant's orders one after another within this process. The database would queue them too, but each waiting
 * order would then hold a connection that other participants need. Those of one gift that have come meanwhile are written in one
 * transaction: PostgreSQL writes to the disk once for all of them. Each has its own result; when one of them fails, each is
 * written by itself.
 *
 * @param stock names the gift and its size: one transaction locks a single stock, so that two of them don't deadlock
 */
export function queueOrder<Result>(db: Db, userId: number, stock: string, write: WriteOrder<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const order: Waiting = { stock, write, resolve: resolve as Waiting["resolve"], reject };
    const queue = queues.get(userId);
    if (queue) {
      queue.push(order);
      return;
    }
    const started = [order];
    queues.set(userId, started);
    void writeAll(db, userId, started);
  });
}

async function writeAll(db: Db, userId: number, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) {
    const others = queue.findIndex(({ stock }) => stock !== queue[0]?.stock);
    const orders = queue.splice(0, Math.min(others < 0 ? queue.length : others, MAX_ORDERS));
    if (orders.length === 1 || !(await writeTogether(db, orders))) await writeSingly(db, orders);
  }
  queues.delete(userId);
}

async function writeSingly(db: Db, orders: readonly Waiting[]): Promise<void> {
  for (const { write, resolve, reject } of orders) await write(db).then(resolve, reject);
}

/** Whether the orders have their results. Otherwise one of them has failed, and nothing was written. */
async function writeTogether(db: Db, orders: readonly Waiting[]): Promise<boolean> {
  let isWritten = false;
  try {
    const results = await db.transaction().execute(async (trx) => {
      const written: unknown[] = [];
      for (const { write } of orders) written.push(await write(trx));
      isWritten = true;
      return written;
    });
    orders.forEach(({ resolve }, index) => {
      resolve(results[index]);
    });
    return true;
  } catch (error) {
    if (!isWritten) return false;
    // Whether PostgreSQL has committed isn't known, as it isn't when the answer to a single order is lost.
    for (const { reject } of orders) reject(error);
    return true;
  }
}
