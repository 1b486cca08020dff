import { Command as CommanderCommand, InvalidArgumentError, Option } from "commander";
import { findPrizeKind, type PrizeHandler, prizeHandlers } from "../prizes/kinds";
import { type Command, UsageError } from "./command";
import { collect, parseCount, parseText } from "./parsers";
import { storePicture } from "./store-picture";

interface Options {
  name: string;
  price: number;
  handler: PrizeHandler;
  retailer?: string;
  description?: string;
  size?: { value: string; stock: number }[];
  picture?: string;
}

export const addPrize: Command<Options> = {
  declare: () =>
    new CommanderCommand("add-prize")
      .description("Add a prize.")
      .requiredOption("--name <name>", "", parseText)
      .requiredOption("--price <points>", "", parseCount)
      .addOption(new Option("--handler <kind>").choices(prizeHandlers).makeOptionMandatory())
      .option("--retailer <name>", "whose certificate it is", parseText)
      .option("--description <text>", "", parseText)
      .option("--size <size=stock>", "a size and its stock, such as L=20; may be repeated", collect(parseSize))
      .option("--picture <file>", "", parseText),
  async run({ services, options, print }) {
    const { name, price, handler, size: sizes = [] } = options;
    const kind = findPrizeKind(handler);
    if (kind?.isCertificate && !options.retailer) throw new UsageError("--retailer is missing.");
    if (!kind?.hasSizes && sizes.length > 0) throw new UsageError(`Prizes of the kind ${handler} have no sizes.`);
    const id = await services.db.transaction().execute(async (trx) => {
      const { last } = await trx
        .selectFrom("prizes")
        .select((all) => all.fn.max("position").as("last"))
        .executeTakeFirstOrThrow();
      const prize = await trx
        .insertInto("prizes")
        .values({
          name,
          price,
          handler_system_name: handler,
          retailer: kind?.isCertificate ? options.retailer : "",
          description: options.description ?? "",
          image_url: await storePicture(trx, options.picture),
          position: (last ?? 0) + 1,
          created_at: services.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (sizes.length > 0) {
        await trx
          .insertInto("prize_sizes")
          .values(sizes.map((size, position) => ({ ...size, prize_id: prize.id, position })))
          .execute();
      }
      return prize.id;
    });
    print(`Prize ${id} added.`);
    return undefined;
  },
};

function parseSize(text: string): { value: string; stock: number } {
  const match = /^([^=]+)=(\d{1,6})$/.exec(text.trim());
  if (!match?.[1]) throw new InvalidArgumentError("It must look like L=20.");
  return { value: match[1], stock: Number(match[2]) };
}
