import { downloadArticles } from "../../contract/promotions";
import { quote } from "../../contract/russian-quotes";
import { csvFile } from "../http/csv";
import { endpoint } from "../http/endpoint";
import { requirePromotion } from "./require-promotion";

export const downloadArticlesEndpoint = endpoint(downloadArticles, async ({ id }, { services: { db } }) => {
  const promotion = await requirePromotion(db, id);
  const articles = await db
    .selectFrom("promotion_articles")
    .select(["article_code", "article_name"])
    .where("promotion_id", "=", promotion.id)
    .orderBy("article_code")
    .execute();
  return csvFile(
    `Артикулы акции ${quote(promotion.name)}.csv`,
    ["Артикул", "Наименование"],
    articles.map((article) => [article.article_code, article.article_name]),
  );
});
