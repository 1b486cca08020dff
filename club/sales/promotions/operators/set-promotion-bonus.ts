import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { optionalCount } from "../../../platform/acts/field";
import { formatPoints } from "../../../platform/acts/format";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Trx } from "../../../platform/services";
import { countFuturePoints } from "../../../points/day-limits";
import { hasBonus } from "../bonuses";
import { bonusFields, describeBudget, describeTerms } from "./bonus-fields";
import { lockPromotion } from "./find-promotion";
import { promotionField } from "./promotion-fields";

export const setPromotionBonus = defineAct({
  name: "set-promotion-bonus",
  group: "catalogue",
  title: "Задать дополнительные баллы",
  explanation:
    "Их получают вступившие в акцию за продажи её артикулов в её дни, начиная со дня вступления. Условия действуют для продаж, которые клуб посчитает после этого: что начислено, остаётся. Без баллов и множителя акция ничего не добавляет. Бюджет — это наибольшее, что она добавит.",
  summary: "Set what a promotion adds to deals of its articles, and its budget; what isn't given is none.",
  gives: "points",
  roles: ["content"],
  needsCode: true,
  fields: {
    promotion: promotionField,
    ...bonusFields,
    budget: optionalCount({
      label: "Бюджет, баллов",
      hint: "Сколько акция добавит всего",
      help: "how many points it adds in all",
    }),
  },
  async run({ trx, authority }, { promotion: id, points = null, factor = null, budget = null }) {
    const promotion = await lockPromotion(trx, id);
    const terms = { bonus_points: points, bonus_factor: factor };
    if (points !== null && factor !== null) {
      throw new RefusalError(alias.validation, "Задайте баллы за штуку или множитель, не то и другое.", "factor");
    }
    if (!hasBonus(terms) && budget !== null) {
      throw new RefusalError(alias.validation, "Бюджет задают вместе с баллами за штуку или множителем.", "points");
    }
    if (hasBonus(terms) && budget === null) {
      throw new RefusalError(alias.validation, "Задайте бюджет: сколько акция добавит всего.", "budget");
    }
    if (budget !== null && budget < promotion.bonus_spent) {
      const message = `Акция уже добавила ${formatPoints(promotion.bonus_spent)}: бюджет не может быть меньше.`;
      throw new RefusalError(alias.validation, message, "budget");
    }
    if (hasBonus(terms) && !(await hasArticles(trx, id))) {
      throw new RefusalError(alias.validation, "Сначала задайте артикулы акции.", "promotion");
    }
    await trx
      .updateTable("promotions")
      .set({ ...terms, budget })
      .where("id", "=", id)
      .execute();
    // The most that it will add from now on, whatever it might have added before.
    const most = budget === null ? 0 : budget - promotion.bonus_spent;
    await countFuturePoints(trx, authority, most);
    return {
      lines: [
        `Акция ${quote(promotion.name)}: было — ${describeTerms(promotion)}, бюджет ${describeBudget(promotion.budget)}; станет — ${describeTerms(terms)}, бюджет ${describeBudget(budget)}.`,
        `Уже добавлено ${formatPoints(promotion.bonus_spent)}.`,
      ],
      points: most,
      subject: { kind: "promotion", id },
      before: {
        bonus_points: promotion.bonus_points,
        bonus_factor: promotion.bonus_factor,
        budget: promotion.budget,
      },
      after: { ...terms, budget },
      link: { card: "promotion", id: String(id) },
    };
  },
});

async function hasArticles(trx: Trx, id: number): Promise<boolean> {
  const article = await trx
    .selectFrom("promotion_articles")
    .select("article_code")
    .where("promotion_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return article !== undefined;
}
