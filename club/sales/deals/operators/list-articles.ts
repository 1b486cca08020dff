import { sql } from "kysely";
import { optionalText } from "../../../platform/acts/field";
import { formatDay } from "../../../platform/acts/format";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import { moscowDate } from "../../../platform/moscow-date";

/** Articles with the points of today and the next change. */
export const articles = defineList({
  name: "articles",
  group: "catalogue",
  title: "Артикулы",
  summary: "Articles with the points of today and the next change.",
  roles: ["content", "finance", "support"],
  filters: { search: optionalText({ label: "Артикул", hint: "Начало артикула", help: "how the code begins" }) },
  columns: [
    { title: "Артикул" },
    { title: "Наименование" },
    { title: "Менеджеру", isNumber: true },
    { title: "Магазину", isNumber: true },
    { title: "Скоро" },
  ],
  parseKey: (code: string) => code,
  async read({ db, now }, { search }, after) {
    const tomorrow = sql`(${moscowDate(now())}::date + 1)::timestamp at time zone 'Europe/Moscow'`;
    const { rows } = await sql<{
      id: string;
      name: string;
      manager_points: number;
      member_points: number;
      next_since: Date | null;
      next_manager_points: number | null;
      next_member_points: number | null;
    }>`
      select articles.code as id, articles.name, coalesce(rate.manager_points, articles.manager_points) as manager_points,
        coalesce(rate.member_points, articles.member_points) as member_points,
        next.since as next_since, next.manager_points as next_manager_points, next.member_points as next_member_points
      from articles
      left join lateral (
        select manager_points, member_points from article_rates
        where article_code = articles.code and since < ${tomorrow} order by since desc, id desc limit 1
      ) rate on true
      left join lateral (
        select since, manager_points, member_points
        from article_rates where article_code = articles.code and since >= ${tomorrow} order by since, id desc limit 1
      ) next on true
      where articles.code > ${after ?? ""} and starts_with(upper(articles.code), upper(${search ?? ""}))
      order by articles.code limit ${LIST_ROWS + 1}
    `.execute(db);
    return pageOf(rows, (row) => ({
      cells: [
        row.id,
        row.name,
        String(row.manager_points),
        String(row.member_points),
        row.next_since
          ? `${formatDay(moscowDate(row.next_since))}: ${row.next_manager_points} и ${row.next_member_points}`
          : formatDay(null),
      ],
    }));
  },
});
