import { sql } from "kysely";
import { reportColumns } from "../../../contract/columns";
import type { Services, Trx } from "../../platform/services";
import { lockBalances } from "../../points/ledger";
import { lockPromotionsWithBonus } from "../promotions/bonuses";
import { requireBudgets } from "../promotions/take-back-bonuses";
import { countReturnsAgain, readReturnsOf } from "./count-returns-again";
import { nameReport } from "./describe-repeats";
import type { InsertedDeal, ReportSource } from "./insert-deals";
import type { CountedDeal } from "./match-counted";
import type { RowError, SaleRow } from "./parse-report";
import { noteRecalled } from "./recall-deals";
import { markRecalled, movePoints, type ReversedDeal, reverseDeals } from "./reverse-deals";
import { takeBackReturns, type Written } from "./write-deals";

/** Counted deals that rows replace, by the numbers of the rows. */
export type Replaced = ReadonlyMap<number, CountedDeal>;

/** Counted deals that a batch takes out. */
export interface ToTakeOut {
  readonly replaced: Replaced;
  /** The ids of those in whose place nothing comes: the report has all sales of their days, and not these. */
  readonly gone: readonly number[];
}

/** Locks the reports of deals that are taken out, and those of their returns, in the order in which a recall does it. */
export async function lockReportsToChange(trx: Trx, toTakeOut: ToTakeOut): Promise<void> {
  const ids = idsOf(toTakeOut);
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
 * Locks what moves the points of deals that are taken out, in the order of a recall and of a batch: promotions, balances. The
 * transaction has to hold the lock `returnedSales` and the rows of the reports.
 */
export async function lockForTakingOut(trx: Trx, rows: readonly SaleRow[], toTakeOut: ToTakeOut): Promise<void> {
  const people = await trx
    .selectFrom("deals")
    .select(["manager_id", "member_id"])
    .where(sql<boolean>`id = any(${idsOf(toTakeOut)}::int[])`)
    .execute();
  await lockPromotionsWithBonus(trx);
  await lockBalances(trx, [
    ...new Set([
      ...people.flatMap((deal) => [deal.manager_id, deal.member_id]),
      ...rows.flatMap(({ deal }) => [deal.managerId, deal.memberId]),
    ]),
  ]);
}

function idsOf({ replaced, gone }: ToTakeOut): number[] {
  return [...[...replaced.values()].map(({ id }) => id), ...gone];
}

/** The ids of the returns of sales that are replaced. */
export async function listReturnsOf(trx: Trx, replaced: Replaced): Promise<ReadonlySet<number>> {
  if (replaced.size === 0) return new Set();
  const returns = await trx
    .selectFrom("deal_returns")
    .select("return_id")
    .where(sql<boolean>`deal_id = any(${idsOf({ replaced, gone: [] })}::int[])`)
    .execute();
  return new Set(returns.map(({ return_id }) => return_id));
}

/** The rows that can't replace a sale, because more of it than they leave was returned already, by returns that stay. */
export async function refuseReturned(
  trx: Trx,
  rows: readonly SaleRow[],
  { replaced, gone }: ToTakeOut,
): Promise<(RowError & { readonly row: number })[]> {
  if (replaced.size === 0) return [];
  const { rows: sums } = await sql<{ deal_id: number; pieces: number }>`
    select deal_id, sum(pieces)::int as pieces
    from deal_returns part join deals back on back.id = part.return_id
    where deal_id = any(${idsOf({ replaced, gone: [] })}::int[]) and back.recalled_at is null
      and back.id <> all(${gone}::int[])
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

/** Deals that were taken out. */
export interface TakenOut {
  /** Whether returns of them were taken out too. */
  readonly hasReturns: boolean;
  /**
   * Notes which deal came in the place of which and which are gone, and counts the returns of the old ones again, as returns of
   * what counts now.
   * @returns what moves the points of all of them
   */
  finish(written: Written): Promise<Written["movePoints"]>;
}

/**
 * Takes deals out, with the returns of them. No points are moved yet.
 * @throws Error when a deal isn't counted any more: another try finds what is there instead
 * @throws RefusalError validation when a promotion's budget lacks what a return that is taken out gives back
 */
export async function takeOut(
  trx: Trx,
  services: Services,
  source: ReportSource,
  toTakeOut: ToTakeOut,
): Promise<TakenOut> {
  const { replaced } = toTakeOut;
  const ids = idsOf(toTakeOut);
  const gone = new Set(toTakeOut.gone);
  const returns = (await readReturnsOf(trx, ids)).filter(({ id }) => !gone.has(id));
  const rowOf = new Map([...replaced].map(([row, { id }]) => [id, row]));
  const deals = await markRecalled(trx, services, [...ids, ...returns.map(({ id }) => id)]);
  if (deals.filter(({ id }) => rowOf.has(id) || gone.has(id)).length < ids.length) {
    throw new Error("A deal that was to be taken out isn't counted any more");
  }
  await requireBudgets(
    trx,
    deals.map(({ id }) => id),
  );
  const reasonOf = ({ id }: ReversedDeal) => {
    if (gone.has(id)) return "в новом отчёте дистрибьютора за эти дни её нет.";
    return rowOf.has(id)
      ? "дистрибьютор исправил количество."
      : "дистрибьютор исправил продажи, которые он возвращает.";
  };
  return {
    hasReturns: returns.length > 0,
    async finish(written) {
      const byRow = new Map(written.inserted.map((one) => [one.row, one]));
      const where = await nameReportOf(trx, source);
      await noteReplacements(trx, where, deals, ({ id }) => byRow.get(rowOf.get(id) ?? 0));
      await noteRecalled(
        trx,
        deals.filter(({ id }) => gone.has(id)),
        () => `Отозвано отчётом ${where}: в нём все продажи за эти дни, и этой среди них нет.`,
      );
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

async function nameReportOf(trx: Trx, { fileId }: ReportSource): Promise<string> {
  const report = await trx
    .selectFrom("report_files")
    .select(["file_name", "created_at"])
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  return nameReport(report);
}

async function noteReplacements(
  trx: Trx,
  where: string,
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
  const replaced = pairs.map(({ deal }) => deal);
  await noteRecalled(trx, replaced, (deal) => {
    const count = successorOf(deal)?.deal.count ?? 0;
    return `Исправлено отчётом ${where}: было ${deal.sell_count}, стало ${count}. Загружать эту строку ещё раз не нужно.`;
  });
}
