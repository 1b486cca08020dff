import { quote } from "../../../../contract/russian-quotes";
import { type ActContext, type ActOutcome, defineAct } from "../../../platform/acts/act";
import * as field from "../../../platform/acts/field";
import { nothingToChange } from "../../../platform/acts/nothing-to-change";
import { storePicture } from "../../../platform/media/store-file";
import { hasBonus } from "../bonuses";
import { lockPromotion, replaceArticles, requireArticles, requireOrder } from "./find-promotion";
import { promotionField } from "./promotion-fields";

export const changePromotion = defineAct({
  name: "change-promotion",
  group: "catalogue",
  title: "Изменить акцию",
  explanation: "Пустые поля ничего не меняют. Что уже начислено, остаётся.",
  summary: "Change a promotion; what isn't given stays as it is.",
  gives: "nothing",
  roles: ["content"],
  fields: {
    promotion: promotionField,
    name: field.optionalText({ label: "Название", help: "the name" }),
    short: field.optionalText({ label: "Коротко", help: "the short description" }),
    description: field.optionalMultiline({ label: "Условия", help: "the description" }),
    start: field.optionalDate({ label: "Первый день", help: "first day" }),
    end: field.optionalDate({ label: "Последний день", help: "last day" }),
    picture: field.optionalFile({ label: "Картинка", help: "a file: svg, png, jpg, webp or avif" }),
  },
  async run({ trx }, input) {
    const promotion = await lockPromotion(trx, input.promotion);
    requireOrder(input.start ?? promotion.date_start, input.end ?? promotion.date_end);
    const given = {
      name: input.name,
      description_short: input.short,
      description: input.description,
      date_start: input.start,
      date_end: input.end,
      image_url: input.picture && (await storePicture(trx, input.picture)),
    };
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const names = Object.keys(changes) as (keyof typeof given)[];
    if (names.length === 0) throw nothingToChange("name");
    await trx.updateTable("promotions").set(changes).where("id", "=", promotion.id).execute();
    return {
      lines: [`Акция ${quote(promotion.name)} будет изменена.`],
      whySecondOperator: hasMoreDays(promotion, input) ? explainUnlimitedBonus(promotion) : [],
      subject: { kind: "promotion", id: promotion.id },
      before: Object.fromEntries(names.map((name) => [name, promotion[name]])),
      after: changes as Record<string, string | number>,
      link: { card: "promotion", id: String(promotion.id) },
    };
  },
});

export const setPromotionArticles = defineAct({
  name: "set-promotion-articles",
  group: "catalogue",
  title: "Задать артикулы акции",
  explanation: "Список заменит прежний.",
  summary: "Replace the articles of a promotion.",
  gives: "nothing",
  roles: ["content"],
  fields: {
    promotion: promotionField,
    article: field.lines({ label: "Артикулы", hint: "По одному в строке", help: "an article; may be repeated" }),
  },
  async run({ trx }, input) {
    const promotion = await lockPromotion(trx, input.promotion);
    const articles = await requireArticles(trx, input.article);
    const former = await trx
      .selectFrom("promotion_articles")
      .select("article_code")
      .where("promotion_id", "=", promotion.id)
      .orderBy("article_code")
      .execute();
    const before = new Set(former.map(({ article_code }) => article_code));
    const isMore = articles.some(({ code }) => !before.has(code));
    await replaceArticles(trx, promotion.id, articles);
    return {
      lines: [`Артикулы акции ${quote(promotion.name)}: было ${former.length}, станет ${articles.length}.`],
      whySecondOperator: isMore ? explainUnlimitedBonus(promotion) : [],
      subject: { kind: "promotion", id: promotion.id },
      before: former.map(({ article_code }) => article_code),
      after: articles.map(({ code }) => code),
      link: { card: "promotion", id: String(promotion.id) },
    };
  },
});

export const enablePromotion = defineAct({
  name: "enable-promotion",
  group: "catalogue",
  title: "Включить акцию",
  summary: "Show a promotion again.",
  gives: "nothing",
  roles: ["content"],
  fields: { promotion: promotionField },
  run: (context, input) => switchPromotion(context, input.promotion, true),
});

export const disablePromotion = defineAct({
  name: "disable-promotion",
  group: "catalogue",
  title: "Выключить акцию",
  summary: "Hide a promotion; its codes and bonuses stop.",
  gives: "nothing",
  roles: ["content"],
  fields: { promotion: promotionField },
  run: (context, input) => switchPromotion(context, input.promotion, false),
});

type Promotion = Awaited<ReturnType<typeof lockPromotion>>;

function hasMoreDays(
  { date_start, date_end }: Promotion,
  { start, end }: { start?: string | undefined; end?: string | undefined },
): boolean {
  const isEarlier = start !== undefined && date_start !== null && start < date_start;
  return isEarlier || (end !== undefined && date_end !== null && end > date_end);
}

/** Why a second operator has to agree to more days or articles: a bonus of before budgets has no end otherwise. */
function explainUnlimitedBonus(promotion: Promotion): string[] {
  if (!hasBonus(promotion) || promotion.budget !== null) return [];
  return ["У дополнительных баллов этой акции нет бюджета: сколько она добавит, ничем не ограничено."];
}

async function switchPromotion({ trx }: ActContext, id: number, isEnabled: boolean): Promise<ActOutcome> {
  const promotion = await lockPromotion(trx, id);
  await trx.updateTable("promotions").set({ is_enabled: isEnabled }).where("id", "=", id).execute();
  return {
    lines: [`Акция ${quote(promotion.name)} ${isEnabled ? "включена" : "выключена"}.`],
    whySecondOperator: isEnabled ? explainUnlimitedBonus(promotion) : [],
    subject: { kind: "promotion", id },
    before: { is_enabled: promotion.is_enabled },
    after: { is_enabled: isEnabled },
    link: { card: "promotion", id: String(id) },
  };
}
