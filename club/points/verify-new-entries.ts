import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../platform/db/schema";
import type { Seal } from "../platform/seal/seal";
import type { Db } from "../platform/services";
import {
  findChangedEntries,
  findForgedCheckpoints,
  findNextSlice,
  type Position,
  readCheckpoints,
  type Slice,
  writeCheckpoint,
} from "./checkpoints";
import { compareBudgets } from "./compare-budgets";
import { comparePayments } from "./compare-payments";
import { compareRates, compareReturns } from "./compare-rates";
import { findHorizon } from "./find-horizon";
import type { BalanceDifference, LedgerDifference, SourceDifference } from "./ledger-differences";
import { ALL_SOURCES, MERGED_ACCOUNTS, NO_SOURCES, SOURCES_OF_SLICE, selectSources } from "./ledger-sources";

/** Each day another one of these parts of the older slices is verified again, so that each of them is every four weeks. */
const ROTATION_DAYS = 28;
const DAY_MS = 24 * 60 * 60 * 1000;
const PEOPLE_AT_ONCE = 5_000;
/** The longest wait for transactions that were running at the start. */
const PATIENCE_MS = 5 * 60_000;
/** The most differences that are kept; all are counted. */
const KEPT_DIFFERENCES = 1_000;

export interface LedgerCheck {
  /** How many there are. */
  readonly count: number;
  /** The first of them. */
  readonly differences: readonly LedgerDifference[];
  /** The last entry that is sealed by a checkpoint, and its chain's digest: a copy elsewhere shows a chain that was cut off. */
  readonly sealedUpTo: { readonly entryId: number; readonly digest: string } | null;
  readonly newSlices: number;
  readonly repeatedSlices: number;
}

interface Options {
  readonly seal: Seal;
  /** Decides whose turn it is among the older slices. */
  readonly now: Date;
  readonly stopping?: AbortSignal | undefined;
  readonly patienceMs?: number;
}

/**
 * Verifies what has been added since the last checkpoint and seals it by new ones, each of a bounded slice, while the club
 * goes on. Of the older slices it verifies those that had differences and a part of the others. All signatures, all balances,
 * and what people have without deals and exchanges are verified each time.
 *
 * @throws Error when a transaction stays open, or another check runs at the same time; what was sealed until then stays
 */
export async function verifyNewEntries(db: Kysely<Database>, options: Options): Promise<LedgerCheck> {
  const { seal, now, stopping } = options;
  const horizon = await findHorizon(db, options.patienceMs ?? PATIENCE_MS);
  const known = await readCheckpoints(db);
  const found = { count: 0, differences: [] as LedgerDifference[] };
  const collect = (differences: readonly LedgerDifference[]) => {
    found.count += differences.length;
    found.differences.push(...differences.slice(0, KEPT_DIFFERENCES - found.differences.length));
    stopping?.throwIfAborted();
  };
  collect(findForgedCheckpoints(known, seal));

  const day = Math.floor(now.getTime() / DAY_MS);
  const repeated = known.filter(({ id, differences }) => differences > 0 || (id - day) % ROTATION_DAYS === 0);
  for (const checkpoint of repeated) {
    collect(
      await inSnapshot(db, async (trx) => [
        ...(await findChangedEntries(trx, checkpoint)),
        ...(await verifySlice(trx, checkpoint)),
      ]),
    );
  }

  let last = known.at(-1);
  let newSlices = 0;
  for (;;) {
    const slice = await findNextSlice(db, last, horizon);
    if (!slice) break;
    const previous = last;
    last = await inSnapshot(db, async (trx) => {
      const differences = [...(await verifySlice(trx, slice)), ...(await compareRunningBalances(trx, slice))];
      collect(differences);
      return writeCheckpoint(trx, seal, { slice, previous, differences: differences.length });
    });
    newSlices += 1;
  }

  collect(await compareRecorded(db, sql`select id, user_id, reason, reference, amount from pending_credits`, true));
  collect(await compareRecorded(db, debtsWithEntries, false));
  collect(await comparePayments(db));
  collect(await compareBudgets(db));
  collect(await findMissing(db, { ...ALL_SOURCES, bonuses: sql`false`, deals: sql`false`, exchanges: sql`false` }));
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from users`.execute(db);
  for (let id = 0; id < (rows[0]?.id ?? 0); id += PEOPLE_AT_ONCE) collect(await compareLastBalances(db, id));

  return {
    ...found,
    sealedUpTo: last ? { entryId: last.upTo.entryId, digest: last.digest.toString("hex") } : null,
    newSlices,
    repeatedSlices: repeated.length,
  };
}

function inSnapshot<Result>(db: Kysely<Database>, work: (trx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel("repeatable read").execute(work);
}

/** Verifies the entries of a slice against their sources, and its deals and exchanges against their entries and rates. */
async function verifySlice(db: Db, slice: Slice): Promise<LedgerDifference[]> {
  const isIn = (column: RawBuilder<unknown>, name: keyof Position) =>
    sql`${column} > ${slice.after[name]} and ${column} <= ${slice.upTo[name]}`;
  const deals = isIn(sql`deals.id`, "dealId");
  const exchanges = isIn(sql`exchanges.id`, "exchangeId");
  return [
    ...(await compareRecorded(db, entriesWithDebts(isIn(sql`id`, "entryId")), false)),
    ...(await findMissing(db, { ...NO_SOURCES, bonuses: deals, deals, exchanges })),
    ...(await compareRates(db, deals)),
    ...(await compareReturns(db, deals)),
  ];
}

/** Selects entries that have a source, each with the debt of what the balance didn't cover. */
const entriesWithDebts = (condition: RawBuilder<unknown>) => sql`
  select id, user_id, reason, reference, amount - case when reason in ('return', 'reversal') then coalesce((
    select debts.amount from debts
    where (debts.user_id, debts.reason, debts.reference) = (ledger_entries.user_id, ledger_entries.reason, ledger_entries.reference)
  ), 0) else 0 end as amount
  from ledger_entries where reason not in ('correction', 'debt') and ${condition}
`;

/** The same for debts, of which some have no entry. */
const debtsWithEntries = sql`
  select entry.id, debts.user_id, debts.reason, debts.reference, coalesce(entry.amount, 0) - debts.amount as amount
  from debts left join ledger_entries entry
    on (entry.user_id, entry.reason, entry.reference) = (debts.user_id, debts.reason, debts.reference)
`;

/** Compares recorded points with their sources. Corrections have none. @param recorded selects id, user_id, reason, reference, amount */
async function compareRecorded(db: Db, recorded: RawBuilder<unknown>, isPending: boolean): Promise<SourceDifference[]> {
  const { rows } = await sql<SourceDifference>`
    with slice as materialized (
      select id, coalesce(account_id, user_id) as user_id, reason, reference, amount
      from (${recorded}) recorded left join ${MERGED_ACCOUNTS} merged using (user_id) where reason <> 'correction'
    ), expected as (${selectSources(SOURCES_OF_SLICE)})
    select 'source' as kind, user_id as "userId", reason, reference, slice.id as "entryId",
      ${isPending}::boolean as "isPending", slice.amount as recorded, expected.amount as expected
    from slice left join expected using (user_id, reason, reference)
    where slice.amount is distinct from expected.amount
    order by slice.id
  `.execute(db);
  return rows;
}

/** Finds the sources that have neither an entry nor a debt nor a pending credit. */
async function findMissing(db: Db, conditions: typeof ALL_SOURCES): Promise<SourceDifference[]> {
  const isRecorded = (table: RawBuilder<unknown>) => sql`(exists (
    select from ${table} recorded
    where (recorded.user_id, recorded.reason, recorded.reference) = (expected.user_id, expected.reason, expected.reference)
  ) or exists (
    select from ${MERGED_ACCOUNTS} merged join ${table} recorded on recorded.user_id = merged.user_id
    where (account_id, recorded.reason, recorded.reference) = (expected.user_id, expected.reason, expected.reference)
  ))`;
  const { rows } = await sql<SourceDifference>`
    select 'source' as kind, user_id as "userId", reason, reference, null::bigint as "entryId", false as "isPending",
      null::bigint as recorded, amount as expected
    from (${selectSources(conditions)}) expected
    where not ${isRecorded(sql`ledger_entries`)} and not ${isRecorded(sql`pending_credits`)}
      and not ${isRecorded(sql`debts`)}
    order by user_id, reference
  `.execute(db);
  return rows;
}

/**
 * Finds the person's last balance up to an entry. Added and spent entries are each numbered as they came, and indexed by number.
 * @param person the column with the person's id
 */
const lastBalance = (person: RawBuilder<unknown>, upTo: RawBuilder<unknown>) => sql`(
  select balance_after from (
    (select id, balance_after from ledger_entries
      where user_id = ${person} and ${upTo} and amount > 0 order by number desc limit 1)
    union all
    (select id, balance_after from ledger_entries
      where user_id = ${person} and ${upTo} and amount < 0 order by number desc limit 1)
  ) latest order by id desc limit 1
)`;

/** Finds people whose entries in the slice don't continue one another, or the entry before. */
async function compareRunningBalances(db: Db, { after, upTo }: Slice): Promise<BalanceDifference[]> {
  const { rows } = await sql<BalanceDifference>`
    with slice as materialized (
      select id, user_id, amount, balance_after,
        lag(balance_after) over (partition by user_id order by id) as previous
      from ledger_entries where id > ${after.entryId} and id <= ${upTo.entryId}
    )
    select distinct on (user_id) 'balance' as kind, user_id as "userId", balance_after as balance, expected as sum,
      id as "brokenEntryId"
    from (
      select *, amount + coalesce(
        previous, ${lastBalance(sql`slice.user_id`, sql`id <= ${after.entryId}`)}, 0
      ) as expected
      from slice
    ) continued
    where balance_after <> expected
    order by user_id, id
  `.execute(db);
  return rows;
}

/** Finds people whose balance isn't the one after their last entry, among those after an id. */
async function compareLastBalances(db: Db, afterId: number): Promise<BalanceDifference[]> {
  const { rows } = await sql<BalanceDifference>`
    select 'balance' as kind, id as "userId", balance, sum, null::bigint as "brokenEntryId"
    from (
      select users.id, coalesce(points, 0) as balance, coalesce(${lastBalance(sql`users.id`, sql`true`)}, 0) as sum
      from users left join balances on balances.user_id = users.id
      where users.id > ${afterId} and users.id <= ${afterId + PEOPLE_AT_ONCE}
    ) people
    where balance <> sum
    order by id
  `.execute(db);
  return rows;
}
