import { sql } from "kysely";
import type { Db } from "../../platform/services";

/** Points of one piece from a day on. */
export interface Rate {
  /** "YYYY-MM-DD" in Moscow. */
  readonly since: string;
  readonly managerPoints: number;
  readonly memberPoints: number;
}

export interface DatedArticle {
  readonly code: string;
  readonly name: string;
  /** The newest first. */
  readonly rates: readonly Rate[];
}

/** Reads every article with all of its rates. */
export async function listDatedArticles(db: Db): Promise<DatedArticle[]> {
  const { rows } = await sql<DatedArticle>`
    select code, name, coalesce((
      select json_agg(json_build_object(
        -- A first rate is from minus infinity, which has no day.
        'since', to_char(greatest(since, timestamptz '0001-01-02') at time zone 'Europe/Moscow', 'YYYY-MM-DD'),
        'managerPoints', rate.manager_points, 'memberPoints', rate.member_points
      ) order by since desc, id desc)
      from article_rates rate where rate.article_code = articles.code
    ), '[]') as rates
    from articles
  `.execute(db);
  return rows;
}

/** The rate of the day of a sale; undefined before the article's first one. */
export function rateOn({ rates }: DatedArticle, day: string): Rate | undefined {
  return rates.find(({ since }) => since <= day);
}
