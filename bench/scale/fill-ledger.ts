import { sql } from "kysely";
import type { Db } from "../../club/platform/services";

export const ENTRIES_OF_A_PERSON = 100;
/** Every tenth entry is beside a deal, so that reports look for theirs among many. */
const ENTRIES_FOR_A_DEAL = 10;
/** Their entries are written in turn, as those of people who are active at the same time: each on a page of its own. */
const PEOPLE_AT_ONCE = 1_000;
const DEALS_AT_ONCE = 20_000;
/** More deals are of more distributors: each has about ninety a day. */
const DEALS_OF_A_DISTRIBUTOR = 100_000;
/** Days with sales: three years. */
const DAYS = 1_095;

/** Who sold what was sold: the deals are shared out among them. */
export interface Sellers {
  readonly fileId: number;
  readonly curatorId: number;
  readonly managerIds: readonly number[];
  readonly companyIds: readonly number[];
}

/** Of whom entries were written so far. */
export interface Filled {
  readonly people: number;
  readonly deals: number;
  /** Of the last deals. */
  readonly sellers: Sellers;
}

/**
 * Adds people with a hundred entries each, and deals, until the ledger has so many entries. Rows are made by PostgreSQL. A person
 * has 1 000 points at first and loses 500 then, again and again.
 *
 * @param owner the database as the owner of its tables
 * @param openSellers opens the next distributor
 */
export async function fillLedger(
  owner: Db,
  entries: number,
  openSellers: () => Promise<Sellers>,
  filled: Filled,
): Promise<Filled> {
  const people = Math.ceil(entries / ENTRIES_OF_A_PERSON);
  for (let from = filled.people; from < people; from += PEOPLE_AT_ONCE) {
    await addPeople(owner, from, Math.min(from + PEOPLE_AT_ONCE, people));
  }
  const deals = Math.ceil(entries / ENTRIES_FOR_A_DEAL);
  let { sellers } = filled;
  for (let from = filled.deals; from < deals; from += DEALS_AT_ONCE) {
    if (from > 0 && from % DEALS_OF_A_DISTRIBUTOR === 0) sellers = await openSellers();
    await addDeals(owner, from, Math.min(from + DEALS_AT_ONCE, deals), sellers);
  }
  // What autovacuum and the next checkpoint would do within minutes.
  await sql`vacuum (analyze)`.execute(owner);
  await sql`checkpoint`.execute(owner);
  return { people, deals, sellers };
}

async function addPeople(owner: Db, from: number, to: number): Promise<void> {
  await sql`
    with person as (
      insert into users (role, first_name, last_name, phone, email, phone_confirmed_at, agreement_accepted_at)
        select 'member', 'Иван', 'Иванов' || n, (78000000000 + n)::text, 'scale-' || n || '@example.org', now(), now()
        from generate_series(${from}::int + 1, ${to}::int) n
        returning id
    )
    insert into balances (user_id, points, added_count, spent_count)
      select id, ${ENTRIES_OF_A_PERSON * 250}::int, ${ENTRIES_OF_A_PERSON / 2}::int, ${ENTRIES_OF_A_PERSON / 2}::int from person
  `.execute(owner);
  await sql`
    insert into ledger_entries (user_id, amount, balance_after, number, reason, reference, action, created_at)
      select id, case when n % 2 = 1 then 1000 else -500 end, (n + 1) / 2 * 1000 - n / 2 * 500, (n + 1) / 2,
        'correction', 'scale:' || n, 'Продажа 01.02.26: Свеча зажигания, 2 шт.',
        now() - interval '3 years' + interval '10 days' * n
      from generate_series(1, ${ENTRIES_OF_A_PERSON}::int) n,
        (select id from users where phone::bigint between 78000000001 + ${from}::int and 78000000000 + ${to}::int) person
      order by n, id
  `.execute(owner);
}

async function addDeals(owner: Db, from: number, to: number, sellers: Sellers): Promise<void> {
  const { fileId, curatorId, managerIds, companyIds } = sellers;
  await sql`
    insert into deals (
      file_id, file_row, curator_id, manager_id, member_id, company_id, sell_date, article_code, article_name,
      sell_count, manager_points, member_points, fingerprint
    )
    select ${fileId}::int, n, ${curatorId}::int,
      (${managerIds}::int[])[1 + n % ${managerIds.length}::int], owner_id, companies.id,
      current_date - 1 - (n::bigint * 7919 % ${DAYS}::int)::int, 'A', 'Свеча зажигания', 1, 3, 5, sha256(int8send(n))
    from generate_series(${from}::int + 1, ${to}::int) n
      join companies on companies.id = (${companyIds}::int[])[1 + n % ${companyIds.length}::int]
  `.execute(owner);
}
