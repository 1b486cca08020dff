// The thread in which uploaded tables are parsed. See table-thread.ts, which starts it and ends it.
import { hash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { parseTable } from "./parser/parse-table";
import type { ShapedRow, ShapedTable } from "./table-shape";
import { UnreadableTableError } from "./unreadable-table-error";
import { NEXT_ROWS, type WorkerMessage, type WorkerTask } from "./worker-messages";

/** Receiving and reading as many takes the serving thread a few milliseconds. */
const ROWS_IN_MESSAGE = 250;

const answer = (message: WorkerMessage) => parentPort?.postMessage(message);

let sendNext: () => void = () => undefined;

/** Answers, and waits until rows are asked for. */
function answerAndWait(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    sendNext = resolve;
    answer(message);
  });
}

parentPort?.on("message", (message: WorkerTask | typeof NEXT_ROWS) => {
  if (message === NEXT_ROWS) sendNext();
  else void parse(message);
});

/** The table whose rows were counted last, until the next task: mostly these rows are asked for then. */
let kept: { key: string; table: ShapedTable } | undefined;

async function parse({ key, content, shape, wantsRows }: WorkerTask): Promise<void> {
  try {
    const known = kept?.key === key ? kept.table : undefined;
    kept = undefined;
    const table =
      known ?? (await parseTable(Buffer.from(content.buffer, content.byteOffset, content.byteLength), shape));
    if (!wantsRows) kept = { key, table };
    if ("missing" in table) return answer({ ...table, kind: "missing" });
    const { rows, ...facts } = table;
    const described = { ...facts, kind: "table", total: rows.length } as const;
    if (!wantsRows) return answer({ ...described, hasEqualRows: hasEqualRows(rows) });
    await answerAndWait({ ...described, hasEqualRows: false });
    for (let at = 0; at < rows.length; at += ROWS_IN_MESSAGE) {
      await answerAndWait({ kind: "rows", rows: rows.slice(at, at + ROWS_IN_MESSAGE) });
    }
  } catch (error) {
    const message =
      error instanceof UnreadableTableError
        ? error.message
        : "Файл не удаётся прочитать. Сохраните таблицу ещё раз в формате XLSX или CSV.";
    answer({ kind: "unreadable", message });
  }
}

function hasEqualRows(rows: readonly ShapedRow[]): boolean {
  // A hash takes less memory than a row's text.
  // A date as JSON has it takes longer than all the rest; an array stands for nothing else.
  const textOf = ({ cells }: ShapedRow) =>
    JSON.stringify(cells.map((cell) => (cell instanceof Date ? [cell.getTime()] : cell)));
  return new Set(rows.map((row) => hash("sha256", textOf(row), "base64"))).size < rows.length;
}
