import { findPrizeKind, prizeHandlers } from "../prizes/kinds";
import { storePicture } from "./store-picture";
import { Misuse, readCount, type Verb } from "./verb";

export const addPrize: Verb = {
  name: "add-prize",
  usage: `--name X --price POINTS --handler ${prizeHandlers.join("|")} [--retailer X] [--description X] [--size L=20]… [--picture file]`,
  summary: "Add a prize; a certificate needs its --retailer, sizes come with their stock.",
  options: {
    name: { type: "string" },
    price: { type: "string" },
    handler: { type: "string" },
    retailer: { type: "string" },
    description: { type: "string" },
    size: { type: "string", multiple: true },
    picture: { type: "string" },
  },
  async run({ services, option, require, all, print }) {
    const name = require("name");
    const price = readCount(require("price"), "--price");
    const handler = require("handler");
    const kind = findPrizeKind(handler);
    if (!kind) throw new Misuse(`--handler is one of ${prizeHandlers.join(", ")}.`);
    const retailer = kind.isCertificate ? require("retailer") : "";
    const sizes = all("size").map(readSize);
    if (sizes.length > 0 && !kind.hasSizes) throw new Misuse(`Prizes of the kind ${handler} have no sizes.`);
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
          retailer,
          description: option("description") ?? "",
          image_url: await storePicture(trx, option("picture")),
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

function readSize(text: string): { value: string; stock: number } {
  const match = /^([^=]+)=(\d{1,6})$/.exec(text);
  if (!match?.[1]) throw new Misuse(`--size must look like L=20, not "${text}".`);
  return { value: match[1], stock: Number(match[2]) };
}
