// The thread in which uploaded tables are parsed. See table-thread.ts, which starts it and ends it.
import { parentPort } from "node:worker_threads";
import { parseTable } from "./parser/parse-table";
import { UnreadableTableError } from "./unreadable-table-error";
import type { WorkerMessage, WorkerTask } from "./worker-messages";

const ROWS_IN_MESSAGE = 2_000;

const answer = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on("message", async ({ content, shape, wantsRows }: WorkerTask) => {
  try {
    const table = await parseTable(Buffer.from(content.buffer, content.byteOffset, content.byteLength), shape);
    if ("missing" in table) return answer({ kind: "missing", missing: table.missing });
    for (let at = 0; wantsRows && at < table.rows.length; at += ROWS_IN_MESSAGE) {
      answer({ kind: "rows", rows: table.rows.slice(at, at + ROWS_IN_MESSAGE) });
    }
    answer({ kind: "table", total: table.rows.length, notes: table.notes, countsFrom1904: table.countsFrom1904 });
  } catch (error) {
    const message =
      error instanceof UnreadableTableError
        ? error.message
        : "Файл не удаётся прочитать. Сохраните таблицу ещё раз в формате XLSX или CSV.";
    answer({ kind: "unreadable", message });
  }
});
