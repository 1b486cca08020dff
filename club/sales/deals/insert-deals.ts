import { sql } from "kysely";
import type { Trx } from "../../platform/services";
import type { ParsedDeal } from "./parse-report";

export interface InsertedDeal {
  readonly id: number;
  readonly row: number;
  readonly deal: ParsedDeal;
}

/** Whose report the deals are of, and when it is counted. */
export interface ReportSource {
  readonly fileId: number;
  readonly curatorId: number;
  readonly now: Date;
}

/** Inserts the deals that no report had before, in the order of fingerprints, so that two reports with the same rows don't deadlock. */
export async function insertDeals(
  trx: Trx,
  { fileId, curatorId, now }: ReportSource,
  sales: readonly { number: number; deal: ParsedDeal }[],
): Promise<InsertedDeal[]> {
  if (sales.length === 0) return [];
  const column = <Value>(value: (deal: ParsedDeal) => Value) => sales.map(({ deal }) => value(deal));
  const { rows } = await sql<{ id: number; file_row: number }>`
    insert into deals (
      file_id, curator_id, created_at, file_row, manager_id, member_id, company_id, sell_date, article_code, article_name,
      sell_count, document_number, manager_points, member_points, fingerprint
    )
    select ${fileId}::int, ${curatorId}::int, ${now}::timestamptz, sale.*
    from unnest(
      ${arrayText(sales.map(({ number }) => number))}::int[], ${arrayText(column((deal) => deal.managerId))}::int[],
      ${arrayText(column((deal) => deal.memberId))}::int[], ${arrayText(column((deal) => deal.companyId))}::int[],
      ${arrayText(column((deal) => deal.sellDate))}::date[], ${column((deal) => deal.articleCode)}::text[],
      ${column((deal) => deal.articleName)}::text[], ${arrayText(column((deal) => deal.count))}::int[],
      ${column((deal) => deal.documentNumber)}::text[],
      ${arrayText(column((deal) => deal.managerPoints))}::bigint[],
      ${arrayText(column((deal) => deal.memberPoints))}::bigint[], ${column((deal) => deal.fingerprint)}::bytea[]
    ) as sale (
      file_row, manager_id, member_id, company_id, sell_date, article_code, article_name, sell_count, document_number,
      manager_points, member_points, fingerprint
    )
    order by sale.fingerprint
    on conflict do nothing
    returning id, file_row
  `.execute(trx);
  const byRow = new Map(sales.map((sale) => [sale.number, sale.deal]));
  return rows
    .sort((a, b) => a.file_row - b.file_row)
    .flatMap(({ id, file_row }) => {
      const deal = byRow.get(file_row);
      return deal ? [{ id, row: file_row, deal }] : [];
    });
}

/** An array of numbers or days as PostgreSQL reads it. The client's own text has quotes around each, and takes both sides longer. */
function arrayText(values: readonly (number | string)[]): string {
  return `{${values.join(",")}}`;
}
