import { type Selectable, sql } from "kysely";
import { formatPoints } from "../../../platform/acts/format";
import type { Card } from "../../../platform/acts/view";
import type { Promotions } from "../../../platform/db/schema";
import { parseId } from "../../../platform/http/parse-id";
import { moscowDate } from "../../../platform/moscow-date";
import { hasBonus } from "../bonuses";
import { pastDays } from "../replay-promotion";
import { describeBudget, describeTerms } from "./bonus-fields";

const SHOWN_ARTICLES = 100;

export const promotionCard: Card = {
  name: "promotion",
  summary: "A promotion with its articles, participants and codes.",
  roles: ["content", "support", "finance"],
  async read({ db, now }, wireId) {
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
    const period = pastDays(promotion, moscowDate(now()));
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
            { label: "Дополнительные баллы", value: describeTerms(promotion) },
            ...describeSpending(promotion),
            {
              label: "Во что обошлась бы",
              value: "посчитать по прошлым продажам",
              link: { list: "promotion-costs", filters: { ...input, ...period } },
            },
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
        { act: "set-promotion-bonus", input: { ...input, ...knownTerms(promotion) } },
        ...(hasBonus(promotion) ? [{ act: "credit-promotion", input: { ...input, ...period } }] : []),
        { act: "add-promo-codes", input },
        { act: promotion.is_enabled ? "disable-promotion" : "enable-promotion", input },
      ],
    };
  },
};

/** What the promotion has added, and whether its budget is used up. */
function describeSpending({ budget, bonus_spent: spent }: Selectable<Promotions>) {
  if (budget === null && spent === 0) return [];
  const left = budget === null ? null : budget - spent;
  return [
    { label: "Бюджет", value: describeBudget(budget) },
    { label: "Уже добавлено", value: formatPoints(spent) },
    ...(left === null ? [] : [{ label: "Осталось", value: left === 0 ? "бюджет исчерпан" : formatPoints(left) }]),
  ];
}

/** The terms as the fields of the act that sets them. */
function knownTerms({ bonus_points: points, bonus_factor: factor, budget }: Selectable<Promotions>) {
  const known = { points, factor, budget };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
}
