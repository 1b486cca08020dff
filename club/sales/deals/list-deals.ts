import { type SelectQueryBuilder, sql } from "kysely";
import { exportDeals, listDeals } from "../../../contract/deals";
import { toRussianDate } from "../../../contract/russian-date";
import { compileOnce } from "../../platform/db/compile-once";
import type { Database } from "../../platform/db/schema";
import { csvFile } from "../../platform/http/csv";
import { type Actor, endpoint } from "../../platform/http/endpoint";
import type { Db } from "../../platform/services";
import { type OwnDeals, ownDeals, selectFoundDeals, selectOwnDeals, sideOf } from "./own-deals";
import type { Side } from "./search-deals";

/**
 * Lists the participant's own deals, newest first. The counts of the days tell on which day a page begins, so that any page of
 * a history is read at about the same cost: none of the days before it is.
 */
export const listDealsEndpoint = endpoint(
  listDeals,
  async ({ page, per_page, search, ...filters }, { services: { db }, actor }) => {
    const own = ownDeals(actor, filters);
    if (search) return { ...(await searchDeals(db, actor, own, { search, page, per_page })), page, per_page };
    const [beginning] = await findBeginning(db, { ...own, offset: (page - 1) * per_page });
    const { total, first_day, skipped } = beginning ?? { total: 0, first_day: null, skipped: 0 };
    if (first_day === null) return { items: [], total, page, per_page };
    const items = await readPage[sideOf(actor)](db, { ...own, to: first_day, skipped, limit: per_page });
    return { items, total, page, per_page };
  },
  { isShort: true },
);

interface Search {
  readonly search: string;
  readonly page: number;
  readonly per_page: number;
}

/** A page of the deals that a search finds. It reads all deals of the period, as no index knows what stands in them. */
async function searchDeals(db: Db, actor: Actor, own: OwnDeals, { search, page, per_page }: Search) {
  const side = sideOf(actor);
  const found = selectFoundDeals(db, side, own, search);
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const ids = found
    .select("deals.id")
    .orderBy("deals.sell_date", "desc")
    .orderBy("deals.id", "desc")
    .limit(per_page)
    .offset((page - 1) * per_page);
  return { items: await detailsOfPage(db, ids, side).execute(), total };
}

interface Beginning {
  total: number;
  first_day: string | null;
  skipped: number;
}

/** Finds the day of the deal before which `offset` others come, and how many of that day come before it. Null: there is none. */
const findBeginning = compileOnce(
  (_db, { userId, from, to, offset }: OwnDeals & { readonly offset: number }) => sql<Beginning>`
    with days as (
      select sell_date, deals, sum(deals) over (order by sell_date desc) as up_to
      from deal_days
      where user_id = ${userId} and sell_date between ${from} and ${to}
    ), first as (
      select sell_date, ${offset}::bigint - (up_to - deals) as skipped
      from days where up_to > ${offset}::bigint order by sell_date desc limit 1
    )
    select (select coalesce(sum(deals), 0) from days) as total, first.sell_date as first_day,
      coalesce(skipped, 0) as skipped
    from (values (1)) one left join first on true
  `,
);

/** Reads deals until a day; `skipped` are left out of the newest. */
const readPageOf = (side: Side) =>
  compileOnce((db, own: OwnDeals & { readonly skipped: number; readonly limit: number }) => {
    const ids = selectOwnDeals(db, side, own)
      .select("deals.id")
      .orderBy("deals.sell_date", "desc")
      .orderBy("deals.id", "desc")
      .limit(own.limit)
      .offset(own.skipped);
    return detailsOfPage(db, ids, side);
  });

/**
 * What a page shows of the deals with these ids. Joined by them alone: with the conditions repeated, PostgreSQL without
 * statistics would read the page for each deal.
 */
function detailsOfPage(db: Db, ids: SelectQueryBuilder<Database, "deals", { id: number }>, side: Side) {
  return detailsOf(db.selectFrom(ids.as("page")).innerJoin("deals", "deals.id", "page.id"), side).select([
    "deals.file_id as report_id",
    findEntry(side),
  ]);
}

/** The entry that credited a deal to the participant. There is none while its points wait for the rules to be accepted. */
function findEntry(side: Side) {
  return sql<number | null>`(
    select ledger_entries.id from ledger_entries
    where ledger_entries.user_id = ${sql.ref(`deals.${side}_id`)} and ledger_entries.reason = 'deal'
      and ledger_entries.reference = 'deal:' || deals.id
  )`.as("entry_id");
}

const readPage = { manager: readPageOf("manager"), member: readPageOf("member") };

/** Exports the columns of the page (§3.10): a manager's sales name the member, a member's purchases the distributor. */
export const exportDealsEndpoint = endpoint(
  exportDeals,
  async ({ search = "", ...filters }, { services: { db }, actor }) => {
    const side = sideOf(actor);
    const deals = await detailsOf(selectFoundDeals(db, side, ownDeals(actor, filters), search), side).execute();
    const sold = (deal: (typeof deals)[number]) => [deal.article_code, deal.article_name, deal.sell_count, deal.points];
    if (sideOf(actor) === "manager") {
      return csvFile(
        "Мои продажи.csv",
        ["Дата", "Участник", "ИНН", "Торговая точка", "Артикул", "Наименование", "Количество", "Баллы"],
        deals.map((deal) => [
          toRussianDate(deal.sell_date),
          deal.member_fio,
          deal.inn,
          deal.member_company_actual_name,
          ...sold(deal),
        ]),
      );
    }
    return csvFile(
      "Мои покупки.csv",
      ["Дата", "Дистрибьютор", "ИНН", "Юридическое название", "Артикул", "Наименование", "Количество", "Баллы"],
      deals.map((deal) => [
        toRussianDate(deal.sell_date),
        deal.curator_company_actual_name,
        deal.inn,
        deal.member_company_legal_name,
        ...sold(deal),
      ]),
    );
  },
);

/** Adds what a list shows of deals, and sorts them, the newest first. */
function detailsOf<Row>(deals: SelectQueryBuilder<Database, "deals", Row>, side: Side) {
  return deals
    .innerJoin("companies", "companies.id", "deals.company_id")
    .innerJoin("users as member", "member.id", "deals.member_id")
    .select([
      "deals.id",
      "deals.sell_date",
      "companies.inn",
      "deals.article_code",
      "deals.article_name",
      "deals.sell_count",
      `deals.${side}_points as points`,
      sql<string>`concat_ws(' ', member.last_name, member.first_name, nullif(member.sur_name, ''))`.as("member_fio"),
      "companies.actual_name_organization as member_company_actual_name",
      "companies.legal_name_organization as member_company_legal_name",
    ])
    .select((deal) =>
      deal
        .selectFrom("companies as distributor")
        .select("distributor.actual_name_organization")
        .whereRef("distributor.owner_id", "=", "deals.curator_id")
        .where("distributor.kind", "=", "distributor")
        .orderBy("distributor.id")
        .limit(1)
        .as("curator_company_actual_name"),
    )
    .orderBy("deals.sell_date", "desc")
    .orderBy("deals.id", "desc");
}
