import { sql } from "kysely";
import type { Db } from "../../platform/services";
import { foldDocumentNumber } from "./document-number";
import type { ParsedDeal, ParsedRow, SaleRow } from "./parse-report";

/** Rows whose counted sales are looked up by one statement. */
const ROWS_AT_ONCE = 5_000;

/** A sale or a return that another report has counted. */
export interface CountedDeal {
  readonly id: number;
  readonly fingerprint: Buffer;
  readonly count: number;
  /** As the report has it; empty without one. */
  readonly documentNumber: string;
}

/** What rows of a report are beside that which other reports have counted, by the numbers of the rows. */
export interface Matches {
  /** The fingerprints of the deals that the rows repeat. */
  readonly repeated: ReadonlyMap<number, Buffer>;
  /** The deals that the rows have with another number of pieces. */
  readonly corrections: ReadonlyMap<number, CountedDeal>;
}

/** The report whose rows are compared; `fileId` is null while it isn't stored. */
export interface ComparedReport {
  readonly fileId: number | null;
  readonly curatorId: number;
  readonly rows: readonly ParsedRow[];
}

/**
 * Compares the rows of a report with what other reports of its curator have counted for the same day, manager, shop and
 * article. A deal that has the number of a row is that row's; of what is left over on both sides, a row corrects a deal. So a
 * row beside a repeated one is a new sale, and a row in place of one is a correction. Where both have a document, it is the
 * same one; where only the row has one, the deal gets it (`giveDocuments`). What the report itself has replaced still counts
 * here, so that a report that goes on after an interruption finds the same.
 */
export async function matchCounted(db: Db, report: ComparedReport): Promise<Matches> {
  const repeated = new Map<number, Buffer>();
  const corrections = new Map<number, CountedDeal>();
  for (const days of inChunks(groupByDay(report.rows))) {
    const counted = await readCounted(db, report, days);
    if (counted.size === 0) continue;
    for (const [key, rows] of groupByKey(days.flat())) matchGroup(rows, counted.get(key) ?? [], repeated, corrections);
  }
  return { repeated, corrections };
}

/**
 * Pairs the rows and the deals of one key, each at most once. What has the same document, or neither has one, goes before what has
 * one on one side only; within both, what has the same number goes before what is left over.
 */
function matchGroup(
  rows: readonly SaleRow[],
  counted: readonly CountedDeal[],
  repeated: Map<number, Buffer>,
  corrections: Map<number, CountedDeal>,
): void {
  let open = rows;
  let deals = counted;
  /** Pairs what has the same key; null leaves out. */
  const pair = (keyOfRow: KeyOfSale, keyOfDeal = keyOfRow): [SaleRow, CountedDeal][] => {
    if (open.length === 0 || deals.length === 0) return [];
    const waiting = new Map<unknown, CountedDeal[]>();
    for (const deal of [...deals].reverse()) add(waiting, keyOfDeal(deal), deal);
    const taken = new Set<CountedDeal>();
    const pairs = open.flatMap((row): [SaleRow, CountedDeal][] => {
      const key = keyOfRow(row.deal);
      const deal = key === null ? undefined : waiting.get(key)?.pop();
      if (!deal) return [];
      taken.add(deal);
      return [[row, deal]];
    });
    const paired = new Set(pairs.map(([row]) => row));
    open = open.filter((row) => !paired.has(row));
    deals = deals.filter((deal) => !taken.has(deal));
    return pairs;
  };
  const documented =
    (keyOf: KeyOfSale): KeyOfSale =>
    (sale) =>
      sale.documentNumber === "" ? null : keyOf(sale);
  const bare =
    (keyOf: KeyOfSale): KeyOfSale =>
    (sale) =>
      sale.documentNumber === "" ? keyOf(sale) : null;
  const ofCount: KeyOfSale = ({ count }) => count;
  const ofAny: KeyOfSale = () => "";
  const ofDocument: KeyOfSale = ({ documentNumber }) => foldDocumentNumber(documentNumber);
  const repeat = (pairs: readonly [SaleRow, CountedDeal][]) => {
    for (const [{ number }, { fingerprint }] of pairs) repeated.set(number, fingerprint);
  };
  const correct = (pairs: readonly [SaleRow, CountedDeal][]) => {
    for (const [{ number }, deal] of pairs) corrections.set(number, deal);
  };
  repeat(pair(({ fingerprint }) => fingerprint.toString("hex")));
  repeat(pair((sale) => `${ofDocument(sale)} ${sale.count}`));
  correct(pair(documented(ofDocument)));
  repeat(pair(documented(ofCount), bare(ofCount)));
  repeat(pair(bare(ofCount), documented(ofCount)));
  correct(pair(bare(ofAny)));
  correct(pair(documented(ofAny), bare(ofAny)));
  correct(pair(bare(ofAny), documented(ofAny)));
}

/** What a sale is paired by. */
type KeyOfSale = (sale: Pick<ParsedDeal, "fingerprint" | "count" | "documentNumber">) => unknown;

/** The rows of each manager and day. */
function groupByDay(rows: readonly ParsedRow[]): SaleRow[][] {
  const groups = new Map<string, SaleRow[]>();
  for (const row of rows) if ("deal" in row) add(groups, `${row.deal.managerId} ${row.deal.sellDate}`, row);
  return [...groups.values()];
}

function groupByKey(rows: readonly SaleRow[]): Map<string, SaleRow[]> {
  const groups = new Map<string, SaleRow[]>();
  for (const row of rows) add(groups, keyOf(row.deal), row);
  return groups;
}

/** Sales are compared with sales, and returns with returns. */
function keyOf(deal: Pick<ParsedDeal, "managerId" | "sellDate" | "companyId" | "articleCode" | "count">): string {
  const { managerId, sellDate, companyId, articleCode, count } = deal;
  return [Math.sign(count), managerId, sellDate, companyId, articleCode].join(" ");
}

async function readCounted(
  db: Db,
  { fileId, curatorId }: ComparedReport,
  days: readonly SaleRow[][],
): Promise<Map<string, CountedDeal[]>> {
  const firsts = days.flatMap(([first]) => (first ? [first.deal] : []));
  const { rows } = await sql<CountedDeal & Parameters<typeof keyOf>[0]>`
    select counted.*
    from unnest(
        ${firsts.map(({ managerId }) => managerId)}::int[], ${firsts.map(({ sellDate }) => sellDate)}::date[]
      ) as day (manager_id, sell_date)
      cross join lateral (
        select id, fingerprint, manager_id as "managerId", sell_date as "sellDate", company_id as "companyId",
          article_code as "articleCode", sell_count as count, document_number as "documentNumber"
        from deals
        where deals.manager_id = day.manager_id and deals.sell_date = day.sell_date and curator_id = ${curatorId}
          and file_id <> ${fileId ?? 0} and (recalled_at is null or exists (
            select from deals own where own.id = deals.replaced_by_id and own.file_id = ${fileId ?? 0}
          ))
        -- Planned by itself, which is by the index of managers and days.
        offset 0
      ) counted
    order by id
  `.execute(db);
  const groups = new Map<string, CountedDeal[]>();
  for (const deal of rows) add(groups, keyOf(deal), deal);
  return groups;
}

function add<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

function* inChunks(days: readonly SaleRow[][]): Generator<SaleRow[][]> {
  let chunk: SaleRow[][] = [];
  let rows = 0;
  for (const day of days) {
    chunk.push(day);
    rows += day.length;
    if (rows < ROWS_AT_ONCE) continue;
    yield chunk;
    chunk = [];
    rows = 0;
  }
  if (chunk.length > 0) yield chunk;
}
