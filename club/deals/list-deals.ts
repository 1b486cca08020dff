import { sql } from "kysely";
import { exportDeals, listDeals } from "../../contract/deals";
import { toRussianDate } from "../../contract/russian-date";
import { csvFile } from "../http/csv";
import { type Actor, endpoint } from "../http/endpoint";
import type { Services } from "../services";

interface DealFilters {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/**
 * Lists the participant's own deals, newest first. The counts of the days tell on which day a page begins, so that any page of
 * a history is read at about the same cost: none of the days before it is.
 */
export const listDealsEndpoint = endpoint(
  listDeals,
  async ({ page, per_page, ...filters }, { services, actor }) => {
    const { total, first_day, skipped } = await findBeginning(services, actor, filters, (page - 1) * per_page);
    if (first_day === null) return { items: [], total, page, per_page };
    const ids = selectOwnDeals(services, actor, { ...filters, date_to: first_day })
      .select("deals.id")
      .orderBy("deals.sell_date", "desc")
      .orderBy("deals.id", "desc")
      .limit(per_page)
      .offset(skipped);
    const items = await selectDeals(services, actor, filters).where("deals.id", "in", ids).execute();
    return { items, total, page, per_page };
  },
  { isShort: true },
);

/** Finds the day of the deal before which `offset` others come, and how many of that day come before it. Null: there is none. */
async function findBeginning({ db }: Services, actor: Actor, { date_from, date_to }: DealFilters, offset: number) {
  const { rows } = await sql<{ total: number; first_day: string | null; skipped: number }>`
    with days as (
      select sell_date, deals, sum(deals) over (order by sell_date desc) as up_to
      from deal_days
      where user_id = ${actor.id} and sell_date between ${date_from ?? "-infinity"} and ${date_to ?? "infinity"}
    ), first as (
      select sell_date, ${offset}::bigint - (up_to - deals) as skipped
      from days where up_to > ${offset}::bigint order by sell_date desc limit 1
    )
    select (select coalesce(sum(deals), 0) from days) as total, first.sell_date as first_day,
      coalesce(skipped, 0) as skipped
    from (values (1)) one left join first on true
  `.execute(db);
  return rows[0] ?? { total: 0, first_day: null, skipped: 0 };
}

/** Exports the columns of the page (§3.10): a manager's sales name the member, a member's purchases the distributor. */
export const exportDealsEndpoint = endpoint(exportDeals, async (filters, { services, actor }) => {
  const deals = await selectDeals(services, actor, filters).execute();
  const sold = (deal: (typeof deals)[number]) => [deal.article_code, deal.article_name, deal.sell_count, deal.points];
  if (actor.role === "manager") {
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

/** Selects the participant's own deals: a manager's sales or a member's purchases. Recalled ones have never been. */
export function selectOwnDeals({ db }: Services, actor: Actor, { date_from, date_to }: DealFilters) {
  return db
    .selectFrom("deals")
    .where(actor.role === "manager" ? "deals.manager_id" : "deals.member_id", "=", actor.id)
    .where("deals.recalled_at", "is", null)
    .$if(date_from !== undefined, (query) => query.where("deals.sell_date", ">=", date_from ?? ""))
    .$if(date_to !== undefined, (query) => query.where("deals.sell_date", "<=", date_to ?? ""));
}

function selectDeals(services: Services, actor: Actor, filters: DealFilters) {
  const points = actor.role === "manager" ? "deals.manager_points as points" : "deals.member_points as points";
  return selectOwnDeals(services, actor, filters)
    .innerJoin("companies", "companies.id", "deals.company_id")
    .innerJoin("users as member", "member.id", "deals.member_id")
    .select([
      "deals.id",
      "deals.sell_date",
      "companies.inn",
      "deals.article_code",
      "deals.article_name",
      "deals.sell_count",
      points,
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
