import { sql } from "kysely";
import { toShortDate } from "../../../contract/russian-date";
import { quote } from "../../../contract/russian-quotes";
import { moscowDate } from "../../platform/moscow-date";
import type { Db } from "../../platform/services";
import { joinRows } from "../../platform/spreadsheets/row-ranges";
import type { ParsedDeal } from "./parse-report";

/** Tells of sales that were counted before in which report that was, in ranges of their rows. */
export async function findRepeats(
  db: Db,
  sales: readonly { number: number; deal: ParsedDeal }[],
): Promise<ReturnType<typeof joinRows>> {
  if (sales.length === 0) return [];
  const { rows: earlier } = await sql<{ fingerprint: Buffer; file_name: string; created_at: Date }>`
    select deals.fingerprint, report_files.file_name, report_files.created_at
    from deals join report_files on report_files.id = deals.file_id
    where deals.fingerprint = any(${sales.map(({ deal }) => deal.fingerprint)}::bytea[])
  `.execute(db);
  const reports = new Map(
    earlier.map(({ fingerprint, file_name, created_at }) => [
      fingerprint.toString("hex"),
      `Учтено в отчёте ${quote(file_name)} от ${toShortDate(moscowDate(created_at))}.`,
    ]),
  );
  return joinRows(
    sales.map(({ number, deal }) => ({
      number,
      message: reports.get(deal.fingerprint.toString("hex")) ?? "Учтено раньше.",
    })),
  );
}
