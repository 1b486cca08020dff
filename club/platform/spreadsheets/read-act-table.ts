import { alias } from "../../../contract/values";
import { RefusalError } from "../http/refusal-error";
import type { Cell } from "./cell";
import { TablesQueueFullError } from "./run-table-thread";
import { readTitledTable, type TitledColumns, type TitledRow } from "./titled-table";
import { UnreadableTableError } from "./unreadable-table-error";

/**
 * Reads the rows of a table that an operator has uploaded with an act.
 * @throws RefusalError at the field `file` when it can't be read
 */
export async function readActTable<Column extends string>(
  content: Buffer,
  titled: TitledColumns<Column>,
): Promise<readonly TitledRow<Column>[]> {
  try {
    const { rows } = await readTitledTable(content, titled);
    const broken = rows.find(({ problem }) => problem !== undefined);
    if (broken) throw new UnreadableTableError(`Строка № ${broken.number}. ${broken.problem}`);
    return rows;
  } catch (error) {
    if (error instanceof UnreadableTableError) throw new RefusalError(alias.fileUnreadable, error.message, "file");
    if (error instanceof TablesQueueFullError) {
      throw new RefusalError(
        alias.tooOften,
        "Сейчас читается много файлов. Попробуйте ещё раз через минуту.",
        "file",
        60,
      );
    }
    throw error;
  }
}

/** A cell as the text that people see in it. */
export function cellText(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null ? "" : String(cell).trim();
}
