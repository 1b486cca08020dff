import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type InviteColumn, inviteColumns } from "../../../contract/columns";
import { createInvite } from "../../../contract/invites";
import { spellMailbox } from "../../platform/outbox/mailbox";
import type { Cell } from "../../platform/spreadsheets/cell";
import type { TableNote } from "../../platform/spreadsheets/table-shape";
import { readTitledTable, type TitledColumns, type TitledRow } from "../../platform/spreadsheets/titled-table";
import type { NewInvite } from "./create-invites";

/** Other headers that people use for a column: lower case, letters and digits only, е for ё. */
const otherNames: Readonly<Record<InviteColumn, readonly string[]>> = {
  email: ["mail", "эпочта", "электроннаяпочта", "почта", "адресэлектроннойпочты"],
  last_name: ["lastname"],
  first_name: ["firstname"],
  sur_name: ["surname", "middlename"],
  target: ["роль", "ктоэто", "тип", "role"],
};

const targets: Readonly<Record<string, NewInvite["target_role"]>> = {
  сейлз: "manager",
  сейлс: "manager",
  менеджер: "manager",
  manager: "manager",
  ритейл: "member",
  ритеил: "member",
  магазин: "member",
  сервис: "member",
  "магазин или сервис": "member",
  автосервис: "member",
  member: "member",
};

/** What a list of people to invite has in its file. */
export const inviteTable: TitledColumns<InviteColumn> = {
  columns: inviteColumns,
  otherNames,
  inFile: "В файле",
  noRowsMessage: "В файле нет ни одной строки с приглашением.",
  maxRows: 20_000,
};

/** After so many rows, reading yields to the event loop: the same process answers requests. */
const ROWS_BETWEEN_YIELDS = 500;

export interface InviteRowError {
  readonly row: number;
  readonly field: string;
  readonly value: string;
  readonly message: string;
}

export type ReadInviteRow = {
  readonly number: number;
  /** The row as it was uploaded, in the order of the template. */
  readonly cells: readonly string[];
} & ({ readonly invite: NewInvite } | { readonly errors: readonly InviteRowError[] });

/**
 * Reads a file of invitations row by row: whom each invites, or what is wrong with it. Writes nothing.
 * @throws UnreadableTableError when the file as a whole can't be read
 */
export async function readInviteRows(content: Buffer): Promise<{ rows: ReadInviteRow[]; notes: readonly TableNote[] }> {
  const table = await readTitledTable(content, inviteTable);
  const earlier = new Map<string, number>();
  const rows: ReadInviteRow[] = [];
  for (const row of table.rows) {
    if (rows.length % ROWS_BETWEEN_YIELDS === ROWS_BETWEEN_YIELDS - 1) await yieldToEventLoop();
    rows.push(readInviteRow(row, earlier));
  }
  return { rows, notes: table.notes };
}

/** The sample of templates that people downloaded when it named the role. */
const FORMER_TARGET = "Сейлз";

/** Whether the row that the template has as a sample was left in the file: nobody is to get a letter for it. */
function isSample(cells: readonly string[]): boolean {
  return Object.entries(inviteColumns).every(
    ([column, { sample }], index) => cells[index] === sample || (column === "target" && cells[index] === FORMER_TARGET),
  );
}

function readInviteRow(row: TitledRow<InviteColumn>, earlier: Map<string, number>): ReadInviteRow {
  const cells = (Object.keys(inviteColumns) as InviteColumn[]).map((column) => textOf(row.cell(column)).slice(0, 200));
  const target = targets[textOf(row.cell("target")).toLowerCase()];
  const parsed = createInvite.input.safeParse({
    email: spellMailbox(textOf(row.cell("email"))),
    last_name: textOf(row.cell("last_name")),
    first_name: textOf(row.cell("first_name")),
    sur_name: textOf(row.cell("sur_name")).replace(/^[-–—]$/, ""),
    target_promo_group_system_name: target ?? "member",
  });
  const errors: InviteRowError[] = [];
  const message = row.problem ?? (isSample(cells) ? "Это строка-образец из шаблона: удалите её." : undefined);
  if (message !== undefined) {
    return {
      number: row.number,
      cells,
      errors: [{ row: row.number, field: inviteColumns.email.title, value: "", message }],
    };
  }
  const addError = (column: InviteColumn, message: string) => {
    if (errors.some(({ field }) => field === inviteColumns[column].title)) return;
    const value = textOf(row.cell(column)).slice(0, 200);
    errors.push({ row: row.number, field: inviteColumns[column].title, value, message });
  };
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (isColumn(name)) addError(name, issue.message);
  }
  if (!target) addError("target", "Укажите «Менеджер» или «Магазин».");
  if (parsed.data) {
    const email = parsed.data.email.toLowerCase();
    const first = earlier.get(email);
    if (first !== undefined) addError("email", `Этот адрес уже есть в строке ${first}.`);
    else if (errors.length === 0) earlier.set(email, row.number);
  }
  if (errors.length > 0 || !parsed.data || !target) return { number: row.number, cells, errors };
  const { target_promo_group_system_name: _, ...person } = parsed.data;
  return { number: row.number, cells, invite: { ...person, target_role: target } };
}

function isColumn(name: string): name is InviteColumn {
  return name in inviteColumns;
}

function textOf(cell: Cell): string {
  return cell === null ? "" : String(cell).trim();
}
