import { quote } from "../../../../contract/russian-quotes";
import type { Cell } from "../cell";
import type { LackingTable, LeftOutRows, ShapedTable, TableNote, TableShape } from "../table-shape";
import { UnreadableTableError } from "../unreadable-table-error";
import { finishTable } from "./finish-table";
import { LIMITS } from "./limits";
import { TitledRows } from "./titled-rows";

export interface NamedSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

type AddRow = (number: number, cells: readonly (Cell | undefined)[], options: { isHidden: boolean }) => void;
/** Reads a sheet row by row. */
type ReadSheet = (addRow: AddRow) => Promise<void> | void;

interface CountedSheet extends NamedSheet {
  readonly lines: number;
  /** Whether it has more than these, as far as is known: it can't be read, or is too long. */
  readonly hasMore?: boolean;
}

/**
 * Takes the sheets of a workbook, visible ones first, and keeps the first visible one that has all required columns, be it
 * several times, and a row. Of the others it counts the rows.
 */
export class SheetChooser {
  readonly #shape: TableShape;
  readonly #others: CountedSheet[] = [];
  #chosen: { sheet: NamedSheet; table: TitledRows } | undefined;
  #lacking: ReturnType<TitledRows["finish"]> | undefined;

  constructor(shape: TableShape) {
    this.#shape = shape;
  }

  /** @throws UnreadableTableError when a sheet that may be the one can't be read */
  async add(sheet: NamedSheet, read: ReadSheet): Promise<void> {
    const { name, isHidden } = sheet;
    if (isHidden || this.#chosen?.table.rows.length) {
      this.#others.push({ name, isHidden, ...(await countLines(read)) });
      return;
    }
    const table = new TitledRows(this.#shape);
    await read(table.add.bind(table));
    const told = table.finish();
    const hasColumns = told.missing.every(({ fitting }) => fitting.length > 0);
    if (hasColumns && (table.rows.length > 0 || !this.#chosen)) {
      if (this.#chosen) this.#others.push({ ...this.#chosen.sheet, lines: this.#chosen.table.lines });
      this.#chosen = { sheet, table };
      return;
    }
    // Of sheets without a header the first one with texts is told.
    if (told.hasHeader || (!this.#lacking?.hasHeader && !this.#lacking?.headers.length)) this.#lacking = told;
    this.#others.push({ name, isHidden, lines: table.lines });
  }

  finish(countsFrom1904: boolean): ShapedTable {
    if (!this.#chosen) return this.#tellLacking();
    const { sheet, table } = this.#chosen;
    const others = this.#others.filter(({ lines, hasMore }) => lines > 0 || hasMore);
    const visible = others.filter(({ isHidden }) => !isHidden);
    return finishTable(table, {
      countsFrom1904,
      notes: visible.map((other) => noteUnread(other, sheet)),
      elsewhere: others.map(leaveOut),
      hasUnreadRows: others.length > 0,
    });
  }

  #tellLacking(): LackingTable {
    if (!this.#lacking) {
      const required = this.#shape.columns.filter(({ isRequired }) => isRequired);
      return {
        missing: required.map(({ title }) => ({ title, fitting: [] })),
        headers: [],
        found: [],
        isHeadless: false,
      };
    }
    const { hasHeader: _, ...told } = this.#lacking;
    return told;
  }
}

/** The rows with a value of a sheet that isn't read; as many as were counted, of one that can't be read or is too long. */
async function countLines(read: ReadSheet): Promise<{ lines: number; hasMore: boolean }> {
  let lines = 0;
  try {
    await read((_number, cells) => {
      if (cells.some((cell) => cell !== undefined && cell !== null && cell !== "")) lines += 1;
      if (lines > LIMITS.rows) throw new UnreadableTableError("");
    });
  } catch (error) {
    if (!(error instanceof UnreadableTableError)) throw error;
    return { lines, hasMore: true };
  }
  return { lines, hasMore: false };
}

function leaveOut(other: CountedSheet): LeftOutRows {
  const { name, isHidden, lines } = other;
  const sheet = `${isHidden ? "Скрытый лист" : "Лист"} ${quote(name.slice(0, 100))}`;
  const message = `${sheet}, ${tellLines(other)}.`;
  return { first_row: 0, last_row: 0, message, count: lines };
}

function noteUnread(other: CountedSheet, chosen: NamedSheet): TableNote {
  return {
    place: `Лист ${quote(other.name.slice(0, 100))}`,
    message: `Не прочитан, ${tellLines(other)}. Из книги берётся один лист, ${quote(chosen.name.slice(0, 100))}. Нужные строки загрузите отдельным файлом.`,
  };
}

function tellLines({ lines, hasMore }: CountedSheet): string {
  if (!hasMore) return `строк: ${lines}`;
  return lines > 0 ? `строк не меньше ${lines}` : "число строк неизвестно";
}
