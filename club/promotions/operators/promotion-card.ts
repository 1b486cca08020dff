import { sql } from "kysely";
import type { Card } from "../../acts/view";
import { parseId } from "../../http/parse-id";

const SHOWN_ARTICLES = 100;

export const promotionCard: Card = {
  name: "promotion",
  summary: "A promotion with its articles, participants and codes.",
  roles: ["content", "support"],
  async read({ db }, wireId) {
    const id = parseId(wireId);
    const promotion =
      id === null ? undefined : await db.selectFrom("promotions").selectAll().where("id", "=", id).executeTakeFirst();
    if (!promotion) return null;
    const { rows } = await sql<{ participants: number; codes: number; used: number; articles: number }>`
      select (select count(*) from promotion_participants where promotion_id = ${promotion.id}) as participants,
        (select count(*) from promo_codes where promotion_id = ${promotion.id}) as codes,
        (select count(*) from promo_codes where promotion_id = ${promotion.id} and used_by_id is not null) as used,
        (select count(*) from promotion_articles where promotion_id = ${promotion.id}) as articles
    `.execute(db);
    const counts = rows[0] ?? { participants: 0, codes: 0, used: 0, articles: 0 };
    const articles = await db
      .selectFrom("promotion_articles")
      .select(["article_code", "article_name"])
      .where("promotion_id", "=", promotion.id)
      .orderBy("article_code")
      .limit(SHOWN_ARTICLES)
      .execute();
    const input = { promotion: String(promotion.id) };
    return {
      title: `Акция № ${promotion.id}: ${promotion.name}`,
      sections: [
        {
          title: "Условия",
          facts: [
            { label: "Дни", value: `${promotion.date_start ?? "сразу"} — ${promotion.date_end ?? "без срока"}` },
            { label: "Коротко", value: promotion.description_short || "—" },
            { label: "Подробно", value: promotion.description || "—" },
            { label: "Включена", value: promotion.is_enabled ? "да" : "нет" },
            { label: "Участников", value: String(counts.participants) },
            { label: "Промокодов", value: `${counts.codes}, использовано ${counts.used}` },
          ],
        },
        ...(articles.length > 0
          ? [
              {
                title: "Артикулы",
                table: {
                  columns: [{ title: "Артикул" }, { title: "Наименование" }],
                  rows: articles.map((article) => ({ cells: [article.article_code, article.article_name] })),
                  total: counts.articles,
                },
              },
            ]
          : []),
      ],
      acts: [
        { act: "change-promotion", input },
        { act: "set-promotion-articles", input },
        { act: "add-promo-codes", input },
        { act: promotion.is_enabled ? "disable-promotion" : "enable-promotion", input },
      ],
    };
  },
};
