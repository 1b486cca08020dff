import { sql } from "kysely";
import { reportColumns } from "../../../contract/columns";
import type { Trx } from "../../platform/services";
import type { ParsedDeal, RowError } from "./parse-report";

interface ReturnRow {
  readonly number: number;
  readonly deal: ParsedDeal;
}

/** Pieces of an earlier sale that come back, with their points. */
export interface ReturnedPart {
  readonly dealId: number;
  readonly pieces: number;
  readonly managerPoints: number;
  readonly memberPoints: number;
}

export interface MatchedReturns {
  /** With the points of the sales that they return, below zero. */
  readonly returns: readonly (ReturnRow & { readonly parts: readonly ReturnedPart[] })[];
  readonly errors: readonly (RowError & { readonly row: number })[];
}

interface OpenSale {
  readonly id: number;
  readonly key: string;
  readonly sell_date: string;
  pieces: number;
  manager_points: number;
  member_points: number;
}

/**
 * Finds the sales that are returned: the latest ones of the same manager, company and article up to the day of the return of
 * which enough pieces haven't come back yet. A return without such sales is an error of its row. The transaction has to hold
 * the lock `returnedSales`, so that no piece is returned twice, unless it is rolled back.
 */
export async function matchReturns(trx: Trx, curatorId: number, rows: readonly ReturnRow[]): Promise<MatchedReturns> {
  const sales = await readOpenSales(trx, curatorId, rows);
  const returns: (ReturnRow & { parts: ReturnedPart[] })[] = [];
  const errors: (RowError & { row: number })[] = [];
  for (const { number, deal } of rows) {
    const candidates = (sales.get(keyOf(deal)) ?? []).filter(({ sell_date }) => sell_date <= deal.sellDate);
    const open = candidates.reduce((sum, { pieces }) => sum + pieces, 0);
    if (open < -deal.count) {
      const message = `Возврат без продажи: до этого дня продано и не возвращено ${open} шт. этого артикула с тем же менеджером и ИНН.`;
      errors.push({ row: number, field: reportColumns.sell_count.title, message });
      continue;
    }
    const parts = takePieces(candidates, -deal.count);
    const sum = (points: (part: ReturnedPart) => number) => -parts.reduce((total, part) => total + points(part), 0);
    const managerPoints = sum((part) => part.managerPoints);
    const memberPoints = sum((part) => part.memberPoints);
    returns.push({ number, deal: { ...deal, managerPoints, memberPoints }, parts });
  }
  return { returns, errors };
}

/** Takes pieces off the sales, and says which. */
function takePieces(sales: readonly OpenSale[], count: number): ReturnedPart[] {
  const parts: ReturnedPart[] = [];
  let wanted = count;
  for (const sale of sales) {
    const pieces = Math.min(wanted, sale.pieces);
    if (pieces === 0) continue;
    const managerPoints = Math.round((sale.manager_points * pieces) / sale.pieces);
    const memberPoints = Math.round((sale.member_points * pieces) / sale.pieces);
    parts.push({ dealId: sale.id, pieces, managerPoints, memberPoints });
    sale.pieces -= pieces;
    sale.manager_points -= managerPoints;
    sale.member_points -= memberPoints;
    wanted -= pieces;
  }
  return parts;
}

/** Reads what hasn't been returned of the sales in question, the latest first. */
async function readOpenSales(
  trx: Trx,
  curatorId: number,
  rows: readonly ReturnRow[],
): Promise<Map<string, OpenSale[]>> {
  const deals = [...new Map(rows.map(({ deal }) => [keyOf(deal), deal])).values()];
  const { rows: open } = await sql<OpenSale>`
    select sale.id, sale.sell_date, wanted.key, sale.sell_count - returned.pieces as pieces,
      sale.manager_points - returned.manager_points as manager_points,
      sale.member_points - returned.member_points as member_points
    from unnest(
        ${deals.map(keyOf)}::text[], ${deals.map(({ managerId }) => managerId)}::int[],
        ${deals.map(({ companyId }) => companyId)}::int[], ${deals.map(({ articleCode }) => articleCode)}::text[]
      ) as wanted (key, manager_id, company_id, article_code)
      join deals sale on (sale.company_id, sale.manager_id, sale.article_code)
        = (wanted.company_id, wanted.manager_id, wanted.article_code)
      cross join lateral (
        select coalesce(sum(part.pieces), 0) as pieces, coalesce(sum(part.manager_points), 0) as manager_points,
          coalesce(sum(part.member_points), 0) as member_points
        from deal_returns part join deals on deals.id = part.return_id
        where part.deal_id = sale.id and deals.recalled_at is null
      ) returned
    where sale.curator_id = ${curatorId} and sale.sell_count > returned.pieces and sale.recalled_at is null
    order by sale.sell_date desc, sale.id desc
  `.execute(trx);
  const byKey = new Map<string, OpenSale[]>();
  for (const sale of open) {
    const known = byKey.get(sale.key);
    if (known) known.push(sale);
    else byKey.set(sale.key, [sale]);
  }
  return byKey;
}

function keyOf({ managerId, companyId, articleCode }: ParsedDeal): string {
  return `${managerId} ${companyId} ${articleCode}`;
}

/** Stores which sales the returns return. @param ids the deals of the returns by their rows */
export async function insertReturnedParts(
  trx: Trx,
  returns: MatchedReturns["returns"],
  ids: ReadonlyMap<number, number>,
): Promise<void> {
  const parts = returns.flatMap(({ number, parts }) => parts.map((part) => ({ ...part, returnId: ids.get(number) })));
  await sql`
    insert into deal_returns (return_id, deal_id, pieces, manager_points, member_points)
    select * from unnest(
      ${parts.map(({ returnId }) => returnId)}::int[], ${parts.map(({ dealId }) => dealId)}::int[],
      ${parts.map(({ pieces }) => pieces)}::int[], ${parts.map(({ managerPoints }) => managerPoints)}::bigint[],
      ${parts.map(({ memberPoints }) => memberPoints)}::bigint[]
    )
  `.execute(trx);
}
