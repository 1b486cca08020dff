import type { Worker } from "node:worker_threads";
import { startThread } from "../threads/start-thread";
import type { FoundHeaders, ShapedRow, TableNote } from "./table-shape";
import { UnreadableTableError } from "./unreadable-table-error";
import { NEXT_ROWS, type WorkerMessage, type WorkerTask } from "./worker-messages";

/** Megabytes of the thread's own heap. What it unpacks is bounded by the parser. */
const HEAP_LIMIT = 512;

export interface WorkerTable extends FoundHeaders {
  /** Empty when only their number was asked for. */
  readonly rows: readonly ShapedRow[];
  readonly total: number;
  /** Whether two rows are the same in all cells of the shape. */
  readonly hasEqualRows: boolean;
  readonly notes: readonly TableNote[];
  readonly countsFrom1904: boolean;
}

/** A table, or the titles of the columns that it lacks, or why it can't be read. */
export type WorkerAnswer = WorkerTable | LackingTable | { readonly unreadable: string };

/** A table that lacks required columns, by their titles. */
export interface LackingTable extends FoundHeaders {
  readonly missing: readonly string[];
}

interface Question {
  readonly rows: ShapedRow[];
  resolve(answer: WorkerAnswer): void;
  reject(error: Error): void;
}

/** A thread that parses tables, one at a time. It doesn't keep the process alive while it has nothing to do. */
export class TableThread {
  isEnded = false;
  /** Names the table that the thread has kept: see `WorkerTask`. */
  keptKey: string | undefined;
  readonly #worker: Worker;
  #question: Question | undefined;

  /** @param heapLimit in megabytes */
  constructor(heapLimit = HEAP_LIMIT) {
    this.#worker = startThread("table-worker", { resourceLimits: { maxOldGenerationSizeMb: heapLimit } });
    this.#worker.unref();
    this.#worker.on("message", (message: WorkerMessage) => this.#receive(message));
    this.#worker.on("error", (error: Error & { code?: string }) =>
      this.#question?.reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge() : error),
    );
    this.#worker.on("exit", () => {
      this.isEnded = true;
      this.#question?.reject(new Error("The thread that parses a table has ended."));
    });
  }

  /**
   * Parses one table. A thread that failed to has to be ended.
   * @throws UnreadableTableError when the table takes more than the time or the memory
   */
  parse(task: WorkerTask, deadlineMs: number): Promise<WorkerAnswer> {
    let deadline: NodeJS.Timeout | undefined;
    this.#worker.ref();
    return new Promise<WorkerAnswer>((resolve, reject) => {
      this.#question = { rows: [], resolve, reject };
      deadline = setTimeout(() => reject(tooLong()), deadlineMs);
      this.keptKey = undefined;
      this.#worker.postMessage(task, [task.content.buffer as ArrayBuffer]);
    })
      .then((answer) => {
        if (!task.wantsRows && "total" in answer) this.keptKey = task.key;
        return answer;
      })
      .finally(() => {
        clearTimeout(deadline);
        this.#question = undefined;
        this.#worker.unref();
      });
  }

  /** Ends the thread, whatever it is doing. */
  async end(): Promise<void> {
    this.isEnded = true;
    await this.#worker.terminate();
  }

  #receive(message: WorkerMessage): void {
    const { rows, resolve } = this.#question ?? {};
    if (message.kind === "rows") {
      for (const row of message.rows) rows?.push(row);
      setImmediate(() => this.#worker.postMessage(NEXT_ROWS));
    } else if (message.kind === "table") resolve?.({ ...message, rows: rows ?? [] });
    else if (message.kind === "missing") resolve?.(message);
    else resolve?.({ unreadable: message.message });
  }
}

function tooLong(): UnreadableTableError {
  return new UnreadableTableError(
    "Файл читается слишком долго. Удалите лишнее или разделите таблицу на несколько файлов.",
  );
}

function tooLarge(): UnreadableTableError {
  return new UnreadableTableError("Таблица слишком большая. Удалите лишнее или разделите её на несколько файлов.");
}
