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

export const listDealsEndpoint = endpoint(listDeals, async ({ page, per_page, ...filters }, { services, actor }) => {
  const items = await selectDeals(services, actor, filters)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await selectOwnDeals(services, actor, filters)
    .select((deal) => deal.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { items, total, page, per_page };
});

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

/** Selects the participant's own deals: a manager's sales or a member's purchases. */
export function selectOwnDeals({ db }: Services, actor: Actor, { date_from, date_to }: DealFilters) {
  return db
    .selectFrom("deals")
    .where(actor.role === "manager" ? "deals.manager_id" : "deals.member_id", "=", actor.id)
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
