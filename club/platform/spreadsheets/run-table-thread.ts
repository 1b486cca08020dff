import { createHash } from "node:crypto";
import limitConcurrency from "p-limit";
import type { LackingTable, TableShape } from "./table-shape";
import { TableThread, type TakeRows, type WorkerAnswer, type WorkerTable } from "./table-thread";
import { UnreadableTableError } from "./unreadable-table-error";

/** A report of 100 000 rows takes two seconds. */
const DEADLINE_MS = 30_000;
/** Threads at once. Further tables wait. */
const CONCURRENCY = 2;
const QUEUE_LIMIT = 20;
/** A thread that has parsed a table is kept so long for the next one. */
const IDLE_MS = 10_000;
/** The memory of a longer table comes back only when its thread ends, which is once its rows have been taken. */
const KEPT_ROWS = 5_000;

/** More tables are waiting to be parsed than the club takes on. */
export class TablesQueueFullError extends Error {
  override name = "TablesQueueFullError";
}

const limit = limitConcurrency(CONCURRENCY);
const idle: TableThread[] = [];

/**
 * Parses an uploaded table in a thread of its own, so that the process goes on answering whatever the table is. The thread
 * has a heap limit and a deadline and is ended at both. A table whose rows were counted stays in its thread for a while: it
 * isn't parsed again when its rows are asked for next.
 *
 * @param takeRows gets the rows, some at a time; without it they are only counted
 * @throws UnreadableTableError when the table can't be read, or not within the limits
 * @throws TablesQueueFullError when too many tables wait already
 */
export async function runTableThread(
  content: Buffer,
  shape: TableShape,
  takeRows?: TakeRows,
): Promise<WorkerTable | LackingTable> {
  if (limit.pendingCount >= QUEUE_LIMIT) throw new TablesQueueFullError();
  const key = createHash("sha256").update(JSON.stringify(shape)).update(content).digest("hex");
  const answer = await limit(() => parse(key, content, shape, takeRows));
  if ("unreadable" in answer) throw new UnreadableTableError(answer.unreadable);
  return answer;
}

async function parse(
  key: string,
  content: Buffer,
  shape: TableShape,
  takeRows: TakeRows | undefined,
): Promise<WorkerAnswer> {
  const thread = takeIdle(key) ?? new TableThread();
  try {
    const needed = thread.keptKey === key ? [] : content;
    const answer = await thread.parse({ key, content: new Uint8Array(needed), shape }, DEADLINE_MS, takeRows);
    if (takeRows && "total" in answer && answer.total > KEPT_ROWS) await thread.end();
    else keepIdle(thread);
    return answer;
  } catch (error) {
    // What it has in memory, or is still busy with, goes with it.
    await thread.end();
    throw error;
  }
}

/** The thread that has kept the table, else the one that was used last. */
function takeIdle(key: string): TableThread | undefined {
  const living = idle.splice(0).filter((thread) => !thread.isEnded);
  const taken = living.find((thread) => thread.keptKey === key) ?? living.at(-1);
  idle.push(...living.filter((thread) => thread !== taken));
  return taken;
}

function keepIdle(thread: TableThread): void {
  idle.push(thread);
  setTimeout(() => {
    const at = idle.indexOf(thread);
    if (at >= 0) void idle.splice(at, 1)[0]?.end();
  }, IDLE_MS).unref();
}
