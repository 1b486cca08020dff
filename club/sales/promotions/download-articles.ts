import { downloadArticles } from "../../../contract/promotions";
import { quote } from "../../../contract/russian-quotes";
import { csvFile } from "../../platform/http/csv";
import { endpoint } from "../../platform/http/endpoint";
import { parseId } from "../../platform/http/parse-id";
import { unknownPromotion } from "./require-promotion";

/** The articles of a promotion that isn't switched off, in one statement: the page of the promotion reads them too. */
export const downloadArticlesEndpoint = endpoint(downloadArticles, async ({ id }, { services: { db } }) => {
  const rows = await db
    .selectFrom("promotions")
    .leftJoin("promotion_articles", "promotion_articles.promotion_id", "promotions.id")
    .select(["promotions.name", "promotion_articles.article_code", "promotion_articles.article_name"])
    .where("promotions.id", "=", parseId(id) ?? 0)
    .where("promotions.is_enabled", "=", true)
    .orderBy("promotion_articles.article_code")
    .execute();
  const [first] = rows;
  if (!first) throw unknownPromotion();
  return csvFile(
    `Артикулы акции ${quote(first.name)}.csv`,
    ["Артикул", "Наименование"],
    rows.flatMap(({ article_code: code, article_name: name }) => (code === null ? [] : [[code, name]])),
  );
});
