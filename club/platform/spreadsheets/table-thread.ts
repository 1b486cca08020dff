import type { Worker } from "node:worker_threads";
import { startThread } from "../threads/start-thread";
import type { LackingTable, ShapedRow, TableFacts } from "./table-shape";
import { UnreadableTableError } from "./unreadable-table-error";
import { NEXT_ROWS, type WorkerMessage, type WorkerTask } from "./worker-messages";

/** Megabytes of the thread's own heap. What it unpacks is bounded by the parser. */
const HEAP_LIMIT = 512;

/** What is known of a table besides its rows. */
export interface WorkerTable extends TableFacts {
  readonly total: number;
  /** Whether two rows are the same in all cells of the shape. Told when their number was asked for; false with the rows. */
  readonly hasEqualRows: boolean;
}

/** Takes some rows of a table, as they come from the thread. */
export type TakeRows = (rows: readonly ShapedRow[]) => void;

/** A table, or one that lacks columns, or why it can't be read. */
export type WorkerAnswer = WorkerTable | LackingTable | { readonly unreadable: string };

interface Question {
  /** Undefined when only the number of rows is asked for. */
  readonly takeRows: TakeRows | undefined;
  /** The table whose rows are coming. */
  table?: WorkerTable;
  rowsTaken: number;
  /** Ends the thread when parsing takes too long. Sending the rows waits for this process, which may have other work. */
  readonly deadline: NodeJS.Timeout;
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
   * @param takeRows gets the rows; without it they are only counted
   * @throws UnreadableTableError when the table takes more than the time or the memory
   */
  parse(
    { key, content, shape }: Omit<WorkerTask, "wantsRows">,
    deadlineMs: number,
    takeRows?: TakeRows,
  ): Promise<WorkerAnswer> {
    const wantsRows = takeRows !== undefined;
    this.#worker.ref();
    return new Promise<WorkerAnswer>((resolve, reject) => {
      const deadline = setTimeout(() => reject(tooLong()), deadlineMs);
      this.#question = { takeRows, rowsTaken: 0, deadline, resolve, reject };
      this.keptKey = undefined;
      const task: WorkerTask = { key, content, shape, wantsRows };
      this.#worker.postMessage(task, [content.buffer as ArrayBuffer]);
    })
      .then((answer) => {
        if (!wantsRows && "total" in answer) this.keptKey = key;
        return answer;
      })
      .finally(() => {
        clearTimeout(this.#question?.deadline);
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
    const question = this.#question;
    if (!question) return;
    if (message.kind === "missing") question.resolve(message);
    else if (message.kind === "unreadable") question.resolve({ unreadable: message.message });
    else this.#receiveTable(question, message);
  }

  #receiveTable(question: Question, message: Extract<WorkerMessage, { kind: "rows" | "table" }>): void {
    if (message.kind === "table") {
      clearTimeout(question.deadline);
      question.table = message;
    }
    const { table, takeRows, resolve } = question;
    if (!table) return;
    if (message.kind === "rows") {
      takeRows?.(message.rows);
      question.rowsTaken += message.rows.length;
    }
    if (!takeRows || question.rowsTaken === table.total) resolve(table);
    else setImmediate(() => this.#worker.postMessage(NEXT_ROWS));
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
