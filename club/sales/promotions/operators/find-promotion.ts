import type { Selectable } from "kysely";
import { alias } from "../../../../contract/values";
import type { Promotions } from "../../../platform/db/schema";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Trx } from "../../../platform/services";

/** Reads a promotion and locks it until the act ends. @throws RefusalError notFound at `promotion` */
export async function lockPromotion(trx: Trx, id: number): Promise<Selectable<Promotions>> {
  const promotion = await trx.selectFrom("promotions").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!promotion) throw new RefusalError(alias.notFound, `Акции № ${id} нет.`, "promotion");
  return promotion;
}

/** @throws RefusalError at the field of the last day */
export function requireOrder(start: string | null, end: string | null, field = "end"): void {
  if (start && end && start > end) {
    throw new RefusalError(alias.validation, "Последний день раньше первого.", field);
  }
}

/** The articles with these codes. @throws RefusalError at `article` that names the unknown ones */
export async function requireArticles(trx: Trx, wanted: readonly string[]): Promise<{ code: string; name: string }[]> {
  const codes = [...new Set(wanted)];
  if (codes.length === 0) return [];
  const articles = await trx.selectFrom("articles").select(["code", "name"]).where("code", "in", codes).execute();
  const unknown = codes.filter((code) => !articles.some((article) => article.code === code));
  if (unknown.length > 0) {
    throw new RefusalError(alias.validation, `Неизвестные артикулы: ${unknown.join(", ")}.`, "article");
  }
  return articles;
}

/** Makes these the articles of the promotion. */
export async function replaceArticles(
  trx: Trx,
  promotionId: number,
  articles: readonly { code: string; name: string }[],
): Promise<void> {
  await trx.deleteFrom("promotion_articles").where("promotion_id", "=", promotionId).execute();
  if (articles.length === 0) return;
  await trx
    .insertInto("promotion_articles")
    .values(articles.map(({ code, name }) => ({ promotion_id: promotionId, article_code: code, article_name: name })))
    .execute();
}
