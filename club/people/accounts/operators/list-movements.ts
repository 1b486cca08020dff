import { sql } from "kysely";
import type { ViewRow } from "../../../../contract/operator/views";
import { optionalText } from "../../../platform/acts/field";
import { formatMoment, formatNumber } from "../../../platform/acts/format";
import { defineList, LIST_ROWS, type ListPage } from "../../../platform/acts/view";
import type { Services } from "../../../platform/services";
import { findPerson } from "../find-person";

/** Reads rows of a person after a key, the newest first. */
type ReadRows = (services: Services, userId: number, limit: number, after?: number) => Promise<ListPage>;

export const entryColumns = [
  { title: "Дата" },
  { title: "За что" },
  { title: "Баллы", isNumber: true },
  { title: "Остаток", isNumber: true },
];

/** Added and spent entries are numbered apart: each side is a range of its index, and the two are joined by id. */
export const readEntryRows: ReadRows = async ({ db }, userId, limit, after) => {
  const last = after === undefined ? await readLastEntry(db, userId) : { id: after };
  if (!last) return { rows: [], next: null };
  const side = (sign: ReturnType<typeof sql>) => sql`(
    select id, created_at, action, amount, balance_after from ledger_entries
    where user_id = ${userId} and ${sign} and id < ${last.id}
    order by number desc limit ${limit}
  )`;
  const { rows } = await sql<{ id: number; created_at: Date; action: string; amount: number; balance_after: number }>`
    select * from (${side(sql`amount > 0`)} union all ${side(sql`amount < 0`)}) entries order by id desc limit ${limit}
  `.execute(db);
  return page(rows, limit, (entry) => ({
    cells: [
      formatMoment(entry.created_at),
      entry.action,
      formatNumber(entry.amount),
      formatNumber(entry.balance_after),
    ],
  }));
};

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

function page<Row extends { id: number }>(rows: readonly Row[], limit: number, view: (row: Row) => ViewRow): ListPage {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { rows: rows.map(view), next: last ? String(last.id) : null };
}

const whose = optionalText({
  label: "Участник",
  hint: "Телефон, e-mail или номер участника",
  help: "phone, e-mail or id of the participant; nobody has no rows",
  isPrivate: true,
});

async function readOf(services: Services, contact: string | undefined, read: ReadRows, after: number | undefined) {
  if (contact === undefined) return { rows: [], next: null };
  return read(services, (await findPerson(services, contact)).id, LIST_ROWS, after);
}

/** A participant's additions and spendings. */
export const entries = defineList({
  name: "entries",
  group: "money",
  title: "Движения баллов участника",
  summary: "A participant's ledger entries, the newest first.",
  roles: ["support", "finance"],
  filters: { person: whose },
  columns: entryColumns,
  read: (services, filters, after) => readOf(services, filters.person, readEntryRows, after),
});
