import type { Db, Services } from "../../platform/services";
import { type OrderOutcome, type ValidOrder, writeOrders } from "./write-orders";

/** Orders in one transaction. Its rows are locked until all of them are written. */
const MAX_ORDERS = 32;

interface Waiting {
  readonly order: ValidOrder;
  resolve(outcome: OrderOutcome): void;
  reject(error: unknown): void;
}

interface Queue {
  waiting: Waiting[];
  /** People whose orders are being written: those that come later wait for them. */
  readonly busy: Set<number>;
  /** Whether orders of several people are being written, or are about to be. */
  isWriting: boolean;
}

/** The orders that this process has received for each database. */
const queues = new WeakMap<Db, Queue>();

/**
 * Writes orders in the order in which they come. Orders of several people that arrive while others are being written share the
 * next transaction, so that PostgreSQL is asked and writes to the disk once for all of them; each order has its own outcome. A
 * shared transaction waits for no locked row: an order that needs one is written alone afterwards. If a statement fails, every
 * order of the transaction is written alone.
 *
 * @throws the database's error about this order. If the connection breaks during the commit, the order may have been written:
 * its idempotency key tells later
 */
export function queueOrder(services: Services, order: ValidOrder): Promise<OrderOutcome> {
  const queue = queues.get(services.db) ?? { waiting: [], busy: new Set(), isWriting: false };
  queues.set(services.db, queue);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ order, resolve, reject });
    writeNext(services, queue);
  });
}

/** Starts the next transaction, with the orders that have come until the end of this turn of the event loop. */
function writeNext(services: Services, queue: Queue): void {
  if (queue.isWriting) return;
  queue.isWriting = true;
  setImmediate(async () => {
    const orders = takeOrders(queue);
    const left = await writeTogether(services, orders, "skip");
    queue.isWriting = false;
    for (const userId of new Set(left.map(({ order }) => order.userId))) {
      const own = left.filter(({ order }) => order.userId === userId);
      queue.busy.add(userId);
      void writeAlone(services, own).then(() => {
        queue.busy.delete(userId);
        writeNext(services, queue);
      });
    }
    if (orders.length > 0) writeNext(services, queue);
  });
}

/** Takes the orders that come next, in their order, and leaves those of people who have one that is being written by itself. */
function takeOrders(queue: Queue): Waiting[] {
  const next = queue.waiting.filter(({ order }) => !queue.busy.has(order.userId)).slice(0, MAX_ORDERS);
  const taken = new Set(next);
  queue.waiting = queue.waiting.filter((one) => !taken.has(one));
  return next;
}

/** Writes orders of one person, which may have to wait for others. */
async function writeAlone(services: Services, orders: readonly Waiting[]): Promise<void> {
  let left = await writeTogether(services, orders, "wait");
  while (left.length > 0) {
    const again: Waiting[] = [];
    for (const one of left) again.push(...(await writeTogether(services, [one], "wait")));
    left = again;
  }
}

/**
 * Writes orders in one transaction and tells their outcomes.
 * @returns those that have none and of which nothing was written: the rest of them may be written when they are on their own
 */
async function writeTogether(
  services: Services,
  orders: readonly Waiting[],
  whenLocked: "wait" | "skip",
): Promise<Waiting[]> {
  if (orders.length === 0) return [];
  let isBeforeCommit = false;
  try {
    const outcomes = await services.db.transaction().execute(async (trx) => {
      isBeforeCommit = true;
      const written = await writeOrders(
        trx,
        services,
        orders.map(({ order }) => order),
        whenLocked,
      );
      isBeforeCommit = false;
      return written;
    });
    return orders.filter(({ resolve }, index) => {
      const outcome = outcomes[index];
      if (!outcome || outcome.outcome === "locked") return true;
      resolve(outcome);
      return false;
    });
  } catch (error) {
    // Without a connection none can be written, and of a failed commit it isn't known whether all are.
    if (isBeforeCommit && orders.length > 1) return [...orders];
    for (const { reject } of orders) reject(error);
    return [];
  }
}
