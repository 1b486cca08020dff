import { sql } from "kysely";
import { reportColumns } from "../../../contract/columns";
import type { Services, Trx } from "../../platform/services";
import { lockBalances } from "../../points/ledger";
import { lockPromotionsWithBonus } from "../promotions/bonuses";
import { requireBudgets } from "../promotions/take-back-bonuses";
import { nameReport } from "./describe-repeats";
import type { InsertedDeal, ReportSource } from "./insert-deals";
import type { CountedDeal } from "./match-counted";
import type { RowError, SaleRow } from "./parse-report";
import { noteRecalled } from "./recall-deals";
import { markRecalled, movePoints, type ReversedDeal, reverseDeals } from "./reverse-deals";
import { takeBackReturns, type Written, writeReturns } from "./write-deals";

/** Counted deals that rows replace, by the numbers of the rows. */
export type Replaced = ReadonlyMap<number, CountedDeal>;

const RETURN_GONE =
  "Продажу, которую возвращает эта строка, исправил другой отчёт. Если возврат верен, загрузите его ещё раз.";

/** Locks the reports of deals that are replaced, and those of their returns, in the order in which a recall does it. */
export async function lockReplacedReports(trx: Trx, replaced: Replaced): Promise<void> {
  const ids = idsOf(replaced);
  await sql`
    select id from report_files
    where id in (
      select file_id from deals
      where id = any(${ids}::int[]) or id in (select return_id from deal_returns where deal_id = any(${ids}::int[]))
    )
    order by id for update
  `.execute(trx);
}

/**
 * Locks what moves the points of replaced deals, in the order of a recall and of a batch: promotions, balances. The transaction
 * has to hold the lock `returnedSales` and the rows of the reports.
 */
export async function lockForReplacing(trx: Trx, rows: readonly SaleRow[], replaced: Replaced): Promise<void> {
  const people = await trx
    .selectFrom("deals")
    .select(["manager_id", "member_id"])
    .where(sql<boolean>`id = any(${idsOf(replaced)}::int[])`)
    .execute();
  await lockPromotionsWithBonus(trx);
  await lockBalances(trx, [
    ...new Set([
      ...people.flatMap((deal) => [deal.manager_id, deal.member_id]),
      ...rows.flatMap(({ deal }) => [deal.managerId, deal.memberId]),
    ]),
  ]);
}

function idsOf(replaced: Replaced): number[] {
  return [...replaced.values()].map(({ id }) => id);
}

/** The rows that can't replace a sale, because more of it than they leave was returned already. */
export async function refuseReturned(
  trx: Trx,
  rows: readonly SaleRow[],
  replaced: Replaced,
): Promise<(RowError & { readonly row: number })[]> {
  if (replaced.size === 0) return [];
  const { rows: sums } = await sql<{ deal_id: number; pieces: number }>`
    select deal_id, sum(pieces)::int as pieces
    from deal_returns part join deals back on back.id = part.return_id
    where deal_id = any(${idsOf(replaced)}::int[]) and back.recalled_at is null
    group by deal_id
  `.execute(trx);
  const returned = new Map(sums.map(({ deal_id, pieces }) => [deal_id, pieces]));
  return rows.flatMap(({ number, deal }) => {
    const pieces = returned.get(replaced.get(number)?.id ?? 0) ?? 0;
    if (pieces <= deal.count) return [];
    const message = `Исправить на ${deal.count} шт. нельзя: из этой продажи уже вернули ${pieces} шт. Сначала исправьте возврат.`;
    return [{ row: number, field: reportColumns.sell_count.title, message }];
  });
}

/** Deals that were taken out so that corrected rows come in their place. */
export interface TakenOut {
  /** Whether returns of them were taken out too. */
  readonly hasReturns: boolean;
  /**
   * Notes which deal came in the place of which, and counts the returns of the old ones again, as returns of the new ones.
   * @returns what moves the points of all of them
   */
  finish(written: Written): Promise<Written["movePoints"]>;
}

/**
 * Takes the replaced deals out, with the returns of them. No points are moved yet.
 * @throws Error when a deal isn't counted any more: another try finds what is there instead
 * @throws RefusalError validation when a promotion's budget lacks what a return that is taken out gives back
 */
export async function takeOutReplaced(
  trx: Trx,
  services: Services,
  source: ReportSource,
  replaced: Replaced,
): Promise<TakenOut> {
  const ids = idsOf(replaced);
  const returns = await readReturnsOf(trx, ids);
  const rowOf = new Map([...replaced].map(([row, { id }]) => [id, row]));
  const deals = await markRecalled(trx, services, [...ids, ...returns.map(({ id }) => id)]);
  if (deals.filter(({ id }) => rowOf.has(id)).length < ids.length) {
    throw new Error("A deal that was to be replaced isn't counted any more");
  }
  await requireBudgets(
    trx,
    deals.map(({ id }) => id),
  );
  const reasonOf = ({ id }: ReversedDeal) =>
    rowOf.has(id) ? "дистрибьютор исправил количество." : "дистрибьютор исправил проданное количество.";
  return {
    hasReturns: returns.length > 0,
    async finish(written) {
      const byRow = new Map(written.inserted.map((one) => [one.row, one]));
      await noteReplacements(trx, source, deals, ({ id }) => byRow.get(rowOf.get(id) ?? 0));
      const again = await countReturnsAgain(trx, services, source, deals, returns);
      return async (authority) => {
        // The budgets get back what was added to the old deals before the new ones ask for it.
        const movements = await reverseDeals(trx, deals, reasonOf);
        const credited = await written.movePoints(authority);
        await movePoints(trx, services, movements);
        await takeBackReturns(trx, services, again, source.now);
        return credited;
      };
    },
  };
}

async function noteReplacements(
  trx: Trx,
  { fileId }: ReportSource,
  deals: readonly ReversedDeal[],
  successorOf: (deal: ReversedDeal) => InsertedDeal | undefined,
): Promise<void> {
  const pairs = deals.flatMap((deal) => {
    const successor = successorOf(deal);
    return successor ? [{ deal, successor }] : [];
  });
  await sql`
    update deals set replaced_by_id = pair.new_id
    from unnest(${pairs.map(({ deal }) => deal.id)}::int[], ${pairs.map(({ successor }) => successor.id)}::int[])
      as pair (old_id, new_id)
    where deals.id = pair.old_id
  `.execute(trx);
  const report = await trx
    .selectFrom("report_files")
    .select(["file_name", "created_at"])
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  const where = nameReport(report);
  const replaced = pairs.map(({ deal }) => deal);
  await noteRecalled(trx, replaced, (deal) => {
    const count = successorOf(deal)?.deal.count ?? 0;
    return `Исправлено отчётом ${where}: было ${deal.sell_count}, стало ${count}. Загружать эту строку снова не нужно.`;
  });
}

/** A return as a row of its own report. */
interface CountedReturn {
  readonly id: number;
  readonly fileId: number;
  readonly row: SaleRow;
}

async function readReturnsOf(trx: Trx, saleIds: readonly number[]): Promise<CountedReturn[]> {
  const { rows } = await sql<{ id: number; fileId: number; number: number } & SaleRow["deal"]>`
    select id, file_id as "fileId", file_row as number, manager_id as "managerId", member_id as "memberId",
      company_id as "companyId", sell_date as "sellDate", article_code as "articleCode", article_name as "articleName",
      sell_count as count, document_number as "documentNumber", manager_points as "managerPoints", member_points as "memberPoints", fingerprint
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
async function countReturnsAgain(
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
