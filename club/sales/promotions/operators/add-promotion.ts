import { quote } from "../../../../contract/russian-quotes";
import { defineAct } from "../../../platform/acts/act";
import * as field from "../../../platform/acts/field";
import { storePicture } from "../../../platform/media/store-file";
import { replaceArticles, requireArticles, requireOrder } from "./find-promotion";

export const addPromotion = defineAct({
  name: "add-promotion",
  group: "catalogue",
  title: "Добавить акцию",
  summary: "Add a promotion.",
  gives: "nothing",
  roles: ["content"],
  fields: {
    name: field.text({ label: "Название", help: "the name" }),
    short: field.optionalText({ label: "Коротко", help: "the short description" }),
    description: field.optionalMultiline({ label: "Условия", help: "the description" }),
    start: field.optionalDate({ label: "Первый день", help: "first day, such as 2026-01-01" }),
    end: field.optionalDate({ label: "Последний день", help: "last day" }),
    article: field.lines({
      label: "Артикулы",
      hint: "По одному в строке",
      help: "an article that takes part; may be repeated",
    }),
    promo_codes: field.flag({ label: "Принимает промокоды", help: "the promotion takes promo codes" }),
    picture: field.optionalFile({ label: "Картинка", help: "a file: svg, png, jpg, webp or avif" }),
  },
  async run({ trx, services }, input) {
    const { name, start = null, end = null } = input;
    requireOrder(start, end);
    const articles = await requireArticles(trx, input.article);
    const values = {
      name,
      description_short: input.short ?? "",
      description: input.description ?? "",
      date_start: start,
      date_end: end,
      accepts_promo_codes: input.promo_codes,
    };
    const { id } = await trx
      .insertInto("promotions")
      .values({
        ...values,
        image_url: input.picture ? await storePicture(trx, input.picture) : "",
        created_at: services.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await replaceArticles(trx, id, articles);
    return {
      lines: [
        `Акция ${quote(name)} будет добавлена.`,
        `Дни: ${start ?? "сразу"} — ${end ?? "без срока"}. Артикулов: ${articles.length}.`,
      ],
      subject: { kind: "promotion", id },
      after: { ...values, articles: articles.map(({ code }) => code) },
      link: { card: "promotion", id: String(id) },
    };
  },
});
