import { type RawBuilder, sql } from "kysely";
import type { ViewColumn, ViewRow } from "../../../../contract/operator/views";
import { toRussianDate } from "../../../../contract/russian-date";
import { formatNumber } from "../../../platform/acts/format";
import type { Services } from "../../../platform/services";

export const dealColumns: readonly ViewColumn[] = [
  { title: "№", isNumber: true },
  { title: "Дата" },
  { title: "Артикул" },
  { title: "Наименование" },
  { title: "Кол-во", isNumber: true },
  { title: "Менеджеру", isNumber: true },
  { title: "Магазину", isNumber: true },
  { title: "Состояние" },
];

interface DealFilters {
  /** The manager or the member. */
  readonly userId?: number | undefined;
  readonly fileId?: number | undefined;
  readonly articleCode?: string | undefined;
  /** "YYYY-MM-DD", both days included. */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

export interface DealRow {
  readonly id: number;
  readonly sell_date: string;
  readonly article_code: string;
  readonly article_name: string;
  readonly sell_count: number;
  readonly manager_points: number;
  readonly member_points: number;
  readonly recalled_at: Date | null;
}

/** Deals for an operator, recalled ones among them: of a person by the day of the sale, otherwise as they came; newest first. */
export async function readDealRows(
  { db }: Services,
  filters: DealFilters,
  limit: number,
  after?: number,
): Promise<DealRow[]> {
  const { userId } = filters;
  const isByDay = userId !== undefined;
  const order = isByDay ? sql`sell_date desc, id desc` : sql`id desc`;
  const isAfter = isByDay
    ? sql`(sell_date, id) < (select sell_date, id from deals where id = ${after})`
    : sql`id < ${after}`;
  const select = (whose: RawBuilder<unknown>) => sql`(
    select id, sell_date, article_code, article_name, sell_count, manager_points, member_points, recalled_at
    from deals where ${whose} and ${conditionOf(filters)} and ${after === undefined ? sql`true` : isAfter}
    order by ${order} limit ${limit}
  )`;
  const sides = isByDay
    ? sql.join(
        ["manager_id", "member_id"].map((column) => select(sql`${sql.ref(column)} = ${userId}`)),
        sql` union all `,
      )
    : select(sql`true`);
  const { rows } = await sql<DealRow>`select * from (${sides}) deals order by ${order} limit ${limit}`.execute(db);
  return rows;
}

function conditionOf({ fileId, articleCode, dateFrom, dateTo }: DealFilters): RawBuilder<unknown> {
  const conditions = [
    ...(fileId === undefined ? [] : [sql`file_id = ${fileId}`]),
    ...(articleCode === undefined ? [] : [sql`article_code = ${articleCode}`]),
    ...(dateFrom === undefined ? [] : [sql`sell_date >= ${dateFrom}`]),
    ...(dateTo === undefined ? [] : [sql`sell_date <= ${dateTo}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

export function viewDeal(deal: DealRow): ViewRow {
  return {
    cells: [
      String(deal.id),
      toRussianDate(deal.sell_date),
      deal.article_code,
      deal.article_name,
      formatNumber(deal.sell_count),
      formatNumber(deal.manager_points),
      formatNumber(deal.member_points),
      deal.recalled_at ? "Отозвана" : deal.sell_count < 0 ? "Возврат" : "Учтена",
    ],
    link: { card: "deal", id: String(deal.id) },
  };
}
