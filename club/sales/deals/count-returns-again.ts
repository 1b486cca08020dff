import { sql } from "kysely";
import type { Services, Trx } from "../../platform/services";
import type { InsertedDeal, ReportSource } from "./insert-deals";
import type { SaleRow } from "./parse-report";
import { noteRecalled } from "./recall-deals";
import type { ReversedDeal } from "./reverse-deals";
import { writeReturns } from "./write-deals";

const RETURN_GONE =
  "Продажу, которую возвращает эта строка, исправил или отозвал другой отчёт. Если возврат верен, загрузите его ещё раз.";

/** A return as a row of its own report. */
export interface CountedReturn {
  readonly id: number;
  readonly fileId: number;
  readonly row: SaleRow;
}

/** Reads the returns of sales that count. */
export async function readReturnsOf(trx: Trx, saleIds: readonly number[]): Promise<CountedReturn[]> {
  const { rows } = await sql<{ id: number; fileId: number; number: number } & SaleRow["deal"]>`
    select id, file_id as "fileId", file_row as number, manager_id as "managerId", member_id as "memberId",
      company_id as "companyId", sell_date as "sellDate", article_code as "articleCode", article_name as "articleName",
      sell_count as count, document_number as "documentNumber", manager_points as "managerPoints",
      member_points as "memberPoints", fingerprint
    from deals
    where recalled_at is null and id in (select return_id from deal_returns where deal_id = any(${saleIds}::int[]))
    order by id
  `.execute(trx);
  return rows.map(({ id, fileId, number, ...deal }) => ({ id, fileId, row: { number, deal } }));
}

/**
 * Counts the returns that were taken out with their sales again, each as the row of its report that it was.
 * @returns them all: their points are taken back together, since several may return pieces of one sale
 */
export async function countReturnsAgain(
  trx: Trx,
  services: Services,
  { curatorId, now }: ReportSource,
  deals: readonly ReversedDeal[],
  returns: readonly CountedReturn[],
): Promise<InsertedDeal[]> {
  const old = new Map(deals.map((deal) => [deal.id, deal]));
  const all: InsertedDeal[] = [];
  for (const fileId of [...new Set(returns.map((one) => one.fileId))].sort((a, b) => a - b)) {
    const ofFile = returns.filter((one) => one.fileId === fileId);
    const { inserted } = await writeReturns(
      trx,
      services,
      { fileId, curatorId, now },
      ofFile.map(({ row }) => row),
    );
    all.push(...inserted);
    const byRow = new Map(inserted.map((one) => [one.row, one]));
    const gone = ofFile.flatMap(({ id, row }) => (byRow.has(row.number) ? [] : [old.get(id)]));
    await noteRecalled(
      trx,
      gone.flatMap((deal) => deal ?? []),
      () => RETURN_GONE,
    );
    const change = ofFile.reduce((sum, { id, row }) => {
      const again = byRow.get(row.number)?.deal;
      const before = old.get(id);
      if (!again || !before) return sum;
      return sum + again.managerPoints + again.memberPoints - before.manager_points - before.member_points;
    }, 0);
    await trx
      .updateTable("report_files")
      .set({ points: sql`points + ${change}` })
      .where("id", "=", fileId)
      .execute();
  }
  return all;
}
