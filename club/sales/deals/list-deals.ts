import { type SelectQueryBuilder, sql } from "kysely";
import { exportDeals, listDeals } from "../../../contract/deals";
import { toRussianDate } from "../../../contract/russian-date";
import { compileOnce } from "../../platform/db/compile-once";
import type { Database } from "../../platform/db/schema";
import { csvFile } from "../../platform/http/csv";
import { type Actor, endpoint } from "../../platform/http/endpoint";
import type { Db } from "../../platform/services";

/** Whose deals they are: a manager's sales or a member's purchases. */
type Side = "manager" | "member";

interface OwnDeals {
  readonly userId: number;
  /** Days, both included; "-infinity" and "infinity" where there is no bound. */
  readonly from: string;
  readonly to: string;
}

interface DealFilters {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

export function sideOf({ role }: Actor): Side {
  return role === "manager" ? "manager" : "member";
}

export function ownDeals({ id }: Actor, { date_from, date_to }: DealFilters): OwnDeals {
  return { userId: id, from: date_from ?? "-infinity", to: date_to ?? "infinity" };
}

/**
 * Lists the participant's own deals, newest first. The counts of the days tell on which day a page begins, so that any page of
 * a history is read at about the same cost: none of the days before it is.
 */
export const listDealsEndpoint = endpoint(
  listDeals,
  async ({ page, per_page, ...filters }, { services: { db }, actor }) => {
    const own = ownDeals(actor, filters);
    const [beginning] = await findBeginning(db, { ...own, offset: (page - 1) * per_page });
    const { total, first_day, skipped } = beginning ?? { total: 0, first_day: null, skipped: 0 };
    if (first_day === null) return { items: [], total, page, per_page };
    const items = await readPage[sideOf(actor)](db, { ...own, to: first_day, skipped, limit: per_page });
    return { items, total, page, per_page };
  },
  { isShort: true },
);

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
    // Joined by their ids alone: with the conditions repeated, PostgreSQL without statistics would read the page for each deal.
    return detailsOf(db.selectFrom(ids.as("page")).innerJoin("deals", "deals.id", "page.id"), side).select([
      "deals.file_id as report_id",
      findEntry(side),
    ]);
  });

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
export const exportDealsEndpoint = endpoint(exportDeals, async (filters, { services: { db }, actor }) => {
  const deals = await selectDeals(db, sideOf(actor), ownDeals(actor, filters)).execute();
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
});

/** Selects the participant's own deals. Recalled ones have never been. */
export function selectOwnDeals(db: Db, side: Side, { userId, from, to }: OwnDeals) {
  return db
    .selectFrom("deals")
    .where(`deals.${side}_id`, "=", userId)
    .where("deals.recalled_at", "is", null)
    .where("deals.sell_date", ">=", from)
    .where("deals.sell_date", "<=", to);
}

function selectDeals(db: Db, side: Side, own: OwnDeals) {
  return detailsOf(selectOwnDeals(db, side, own), side);
}

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
