import { Command as CommanderCommand } from "commander";
import { type Command, UsageError } from "./command";
import { collect, parseDate, parseText } from "./parsers";
import { storePicture } from "./store-picture";

interface Options {
  name: string;
  short?: string;
  description?: string;
  start?: string;
  end?: string;
  article?: string[];
  promoCodes?: true;
  picture?: string;
}

export const addPromotion: Command<Options> = {
  declare: () =>
    new CommanderCommand("add-promotion")
      .description("Add a promotion.")
      .requiredOption("--name <name>", "", parseText)
      .option("--short <text>", "the short description", parseText)
      .option("--description <text>", "", parseText)
      .option("--start <date>", "first day, such as 2026-01-01", parseDate)
      .option("--end <date>", "last day", parseDate)
      .option("--article <code>", "an article that takes part; may be repeated", collect(String))
      .option("--promo-codes", "the promotion takes promo codes")
      .option("--picture <file>", "", parseText),
  async run({ services, options, print }) {
    const { name, start = null, end = null } = options;
    if (start && end && start > end) throw new UsageError("--start must not be after --end.");
    const codes = [...new Set(options.article)];
    const id = await services.db.transaction().execute(async (trx) => {
      const articles =
        codes.length > 0
          ? await trx.selectFrom("articles").select(["code", "name"]).where("code", "in", codes).execute()
          : [];
      const unknown = codes.filter((code) => !articles.some((article) => article.code === code));
      if (unknown.length > 0) throw new UsageError(`Unknown articles: ${unknown.join(", ")}.`);
      const promotion = await trx
        .insertInto("promotions")
        .values({
          name,
          description_short: options.short ?? "",
          description: options.description ?? "",
          date_start: start,
          date_end: end,
          accepts_promo_codes: options.promoCodes ?? false,
          image_url: await storePicture(trx, options.picture),
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
