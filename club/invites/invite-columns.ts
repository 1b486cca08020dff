import { type InviteColumn, inviteColumns } from "../../contract/columns";
import { createInvite } from "../../contract/invites";
import type { Cell } from "../spreadsheets/cell";
import { readTable } from "../spreadsheets/read-table";
import { readTitledTable, type TitledRow } from "../spreadsheets/titled-table";
import { UnreadableTableError } from "../spreadsheets/unreadable-table-error";
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
  автосервис: "member",
  member: "member",
};

/** The most rows of one file. */
const ROWS_LIMIT = 20_000;

export interface InviteRowError {
  readonly row: number;
  readonly field: string;
  readonly value: string;
  readonly message: string;
}

export type ReadInviteRow =
  | { readonly number: number; readonly invite: NewInvite }
  | { readonly number: number; readonly errors: readonly InviteRowError[] };

/**
 * Reads a file of invitations row by row: whom each invites, or what is wrong with it. Writes nothing.
 * @throws UnreadableTableError when the file as a whole can't be read
 */
export async function readInviteRows(content: Buffer): Promise<ReadInviteRow[]> {
  const table = readTitledTable(await readTable(content), inviteColumns, otherNames);
  if ("missing" in table) {
    const names = table.missing.map((column) => `«${inviteColumns[column].title}»`).join(", ");
    throw new UnreadableTableError(
      `В файле не хватает ${table.missing.length === 1 ? "столбца" : "столбцов"} ${names}.`,
    );
  }
  if (table.rows.length === 0) throw new UnreadableTableError("В файле нет ни одной строки с приглашением.");
  if (table.rows.length > ROWS_LIMIT) {
    throw new UnreadableTableError("В файле больше 20 000 строк. Разделите его на несколько.");
  }
  const earlier = new Map<string, number>();
  return table.rows.map((row) => readInviteRow(row, earlier));
}

function readInviteRow(row: TitledRow<InviteColumn>, earlier: Map<string, number>): ReadInviteRow {
  const target = targets[textOf(row.cell("target")).toLowerCase()];
  const parsed = createInvite.input.safeParse({
    email: textOf(row.cell("email")),
    last_name: textOf(row.cell("last_name")),
    first_name: textOf(row.cell("first_name")),
    sur_name: textOf(row.cell("sur_name")),
    target_promo_group_system_name: target ?? "member",
  });
  const errors: InviteRowError[] = [];
  const addError = (column: InviteColumn, message: string) => {
    if (errors.some(({ field }) => field === inviteColumns[column].title)) return;
    const value = textOf(row.cell(column)).slice(0, 200);
    errors.push({ row: row.number, field: inviteColumns[column].title, value, message });
  };
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (isColumn(name)) addError(name, issue.message);
  }
  if (!target) addError("target", "Укажите «Сейлз» или «Ритейл».");
  if (parsed.data) {
    const email = parsed.data.email.toLowerCase();
    const first = earlier.get(email);
    if (first !== undefined) addError("email", `Этот адрес уже есть в строке ${first}.`);
    else if (errors.length === 0) earlier.set(email, row.number);
  }
  if (errors.length > 0 || !parsed.data || !target) return { number: row.number, errors };
  const { target_promo_group_system_name: _, ...person } = parsed.data;
  return { number: row.number, invite: { ...person, target_role: target } };
}

function isColumn(name: string): name is InviteColumn {
  return name in inviteColumns;
}

function textOf(cell: Cell): string {
  return cell === null ? "" : String(cell).trim();
}
