import { sql } from "kysely";
import { toShortDate } from "../../../contract/russian-date";
import { quote } from "../../../contract/russian-quotes";
import { moscowDate } from "../../platform/moscow-date";
import type { Db } from "../../platform/services";

/** Says of rows that were counted before in which report that was. @param rows with the fingerprints of their deals */
export async function describeRepeats(
  db: Db,
  rows: readonly { readonly number: number; readonly fingerprint: Buffer }[],
): Promise<{ number: number; message: string }[]> {
  if (rows.length === 0) return [];
  const { rows: earlier } = await sql<{ fingerprint: Buffer; file_name: string; created_at: Date }>`
    select deals.fingerprint, report_files.file_name, report_files.created_at
    from deals join report_files on report_files.id = deals.file_id
    where deals.fingerprint = any(${rows.map(({ fingerprint }) => fingerprint)}::bytea[])
  `.execute(db);
  const reports = new Map(
    earlier.map(({ fingerprint, file_name, created_at }) => [
      fingerprint.toString("hex"),
      `Учтено в отчёте ${nameReport({ file_name, created_at })}.`,
    ]),
  );
  return rows.map(({ number, fingerprint }) => ({
    number,
    message: reports.get(fingerprint.toString("hex")) ?? "Учтено раньше.",
  }));
}

/** A report by its file and day. */
export function nameReport({ file_name, created_at }: { file_name: string; created_at: Date }): string {
  return `${quote(file_name)} от ${toShortDate(moscowDate(created_at))}`;
}
