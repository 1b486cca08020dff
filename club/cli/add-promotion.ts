import { storePicture } from "./store-picture";
import { Misuse, readDate, type Verb } from "./verb";

export const addPromotion: Verb = {
  name: "add-promotion",
  usage:
    "--name X [--short X] [--description X] [--start 2026-01-01] [--end 2026-03-31] [--article CODE]… [--promo-codes] [--picture file]",
  summary: "Add a promotion; with --promo-codes it takes codes.",
  options: {
    name: { type: "string" },
    short: { type: "string" },
    description: { type: "string" },
    start: { type: "string" },
    end: { type: "string" },
    article: { type: "string", multiple: true },
    "promo-codes": { type: "boolean" },
    picture: { type: "string" },
  },
  async run({ services, option, require, all, flag, print }) {
    const name = require("name");
    const start = readDate(option("start"), "start");
    const end = readDate(option("end"), "end");
    if (start && end && start > end) throw new Misuse("--start must not be after --end.");
    const codes = [...new Set(all("article"))];
    const id = await services.db.transaction().execute(async (trx) => {
      const articles =
        codes.length > 0
          ? await trx.selectFrom("articles").select(["code", "name"]).where("code", "in", codes).execute()
          : [];
      const unknown = codes.filter((code) => !articles.some((article) => article.code === code));
      if (unknown.length > 0) throw new Misuse(`Unknown articles: ${unknown.join(", ")}.`);
      const promotion = await trx
        .insertInto("promotions")
        .values({
          name,
          description_short: option("short") ?? "",
          description: option("description") ?? "",
          date_start: start,
          date_end: end,
          accepts_promo_codes: flag("promo-codes"),
          image_url: await storePicture(trx, option("picture")),
          created_at: services.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (articles.length > 0) {
        await trx
          .insertInto("promotion_articles")
          .values(
            articles.map((article) => ({
              promotion_id: promotion.id,
              article_code: article.code,
              article_name: article.name,
            })),
          )
          .execute();
      }
      return promotion.id;
    });
    print(`Promotion ${id} added.`);
    return undefined;
  },
};
