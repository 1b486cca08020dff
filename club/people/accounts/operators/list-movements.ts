import { sql } from "kysely";
import type { ViewRow } from "../../../../contract/operator/views";
import { optionalText } from "../../../platform/acts/field";
import { formatMoment, formatNumber } from "../../../platform/acts/format";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import type { Services } from "../../../platform/services";
import { findPerson } from "../find-person";

interface EntryRow {
  readonly id: number;
  readonly created_at: Date;
  readonly action: string;
  readonly amount: number;
  readonly balance_after: number;
}

export const entryColumns = [
  { title: "Дата" },
  { title: "За что" },
  { title: "Баллы", isNumber: true },
  { title: "Остаток", isNumber: true },
];

/**
 * Reads a person's entries after a key, the newest first. Added and spent ones are numbered apart: each side is a range of
 * its index, and the two are joined by id.
 */
export async function readEntryRows(
  { db }: Services,
  userId: number,
  limit: number,
  after?: number,
): Promise<readonly EntryRow[]> {
  const last = after === undefined ? await readLastEntry(db, userId) : { id: after };
  if (!last) return [];
  const side = (sign: ReturnType<typeof sql>) => sql`(
    select id, created_at, action, amount, balance_after from ledger_entries
    where user_id = ${userId} and ${sign} and id < ${last.id}
    order by number desc limit ${limit}
  )`;
  const { rows } = await sql<EntryRow>`
    select * from (${side(sql`amount > 0`)} union all ${side(sql`amount < 0`)}) entries order by id desc limit ${limit}
  `.execute(db);
  return rows;
}

export function viewEntry(entry: EntryRow): ViewRow {
  return {
    cells: [
      formatMoment(entry.created_at),
      entry.action,
      formatNumber(entry.amount),
      formatNumber(entry.balance_after),
    ],
  };
}

async function readLastEntry(db: Services["db"], userId: number): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select greatest(
      (select id from ledger_entries where user_id = ${userId} and amount > 0 order by number desc limit 1),
      (select id from ledger_entries where user_id = ${userId} and amount < 0 order by number desc limit 1)
    ) + 1 as id
  `.execute(db);
  const id = rows[0]?.id ?? null;
  return id === null ? undefined : { id };
}

const whose = optionalText({
  label: "Участник",
  hint: "Телефон, e-mail или номер участника",
  help: "phone, e-mail or id of the participant; nobody has no rows",
  isPrivate: true,
});

/** A participant's additions and spendings. */
export const entries = defineList({
  name: "entries",
  group: "money",
  title: "Движения баллов участника",
  summary: "A participant's ledger entries, the newest first.",
  roles: ["support", "finance"],
  filters: { person: whose },
  columns: entryColumns,
  async read(services, { person }, after) {
    if (person === undefined) return pageOf([], viewEntry);
    const { id } = await findPerson(services, person);
    return pageOf(await readEntryRows(services, id, LIST_ROWS + 1, after), viewEntry);
  },
});
