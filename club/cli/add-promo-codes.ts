import { randomInt } from "node:crypto";
import { Command as CommanderCommand } from "commander";
import { sql } from "kysely";
import { normalizePromoCode } from "../promotions/promo-code";
import { type Command, UsageError } from "./command";
import { collect, parseCount, parseText } from "./parsers";

/** Letters and digits that can't be mistaken for one another on a printed slip. */
const CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const RANDOM_LETTERS = 8;
const COUNT_LIMIT = 100_000;

interface Options {
  promotion: number;
  points: number;
  code?: string[];
  count?: number;
  prefix?: string;
}

export const addPromoCodes: Command<Options> = {
  declare: () =>
    new CommanderCommand("add-promo-codes")
      .description("Add promo codes to a promotion, your own or generated ones. Prints them one per line.")
      .requiredOption("--promotion <id>", "", parseCount)
      .requiredOption("--points <number>", "points that a code brings", parseCount)
      .option("--code <code>", "may be repeated", collect(normalizePromoCode))
      .option("--count <number>", `codes to generate, at most ${COUNT_LIMIT}`, parseCount)
      .option("--prefix <text>", "how the generated codes begin", parseText),
  async run({ services, options, print }) {
    const { promotion: promotionId, points, code: given = [], count } = options;
    if (given.length > 0 === (count !== undefined)) throw new UsageError("Give either --code or --count.");
    if (given.includes("")) throw new UsageError("A code must not be empty.");
    const codes = count === undefined ? [...new Set(given)] : generateCodes(count, options.prefix);
    await services.db.transaction().execute(async (trx) => {
      const promotion = await trx
        .updateTable("promotions")
        .set({ accepts_promo_codes: true })
        .where("id", "=", promotionId)
        .returning("id")
        .executeTakeFirst();
      if (!promotion) throw new UsageError(`There is no promotion ${promotionId}.`);
      const { rows: known } = await sql<{ code: string }>`
        select code from promo_codes
        where upper(regexp_replace(code, '[\\s–—-]', '', 'g')) = any(${codes}::text[])
      `.execute(trx);
      if (known.length > 0) throw new UsageError(`Known already: ${known.map(({ code }) => code).join(", ")}.`);
      await sql`
        insert into promo_codes (code, promotion_id, points) select code, ${promotionId}, ${points} from unnest(${codes}::text[]) code
      `.execute(trx);
    });
    for (const code of codes) print(code);
    return undefined;
  },
};

function generateCodes(count: number, prefix = ""): string[] {
  if (count > COUNT_LIMIT) throw new UsageError(`--count is at most ${COUNT_LIMIT}.`);
  const codes = new Set<string>();
  while (codes.size < count) {
    const letters = Array.from({ length: RANDOM_LETTERS }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(
      "",
    );
    codes.add(normalizePromoCode(prefix) + letters);
  }
  return [...codes];
}
