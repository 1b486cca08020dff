import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { normalizePromoCode } from "../promotions/promo-code";
import { Misuse, readCount, type Verb } from "./verb";

/** Letters and digits that nobody mistakes for one another on a printed slip. */
const READABLE = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const RANDOM_LETTERS = 8;
const COUNT_LIMIT = 100_000;

export const addPromoCodes: Verb = {
  name: "add-promo-codes",
  usage: "--promotion ID --points N (--code X… | --count N [--prefix X])",
  summary: "Add promo codes to a promotion, given or made here; prints them one a line.",
  options: {
    promotion: { type: "string" },
    points: { type: "string" },
    code: { type: "string", multiple: true },
    count: { type: "string" },
    prefix: { type: "string" },
  },
  async run({ services, option, require, all, print }) {
    const promotionId = readCount(require("promotion"), "--promotion");
    const points = readCount(require("points"), "--points");
    const count = option("count");
    const given = all("code").map(normalizePromoCode);
    if (given.length > 0 === (count !== undefined)) throw new Misuse("Give either --code or --count.");
    if (given.includes("")) throw new Misuse("A code must not be empty.");
    const codes = count === undefined ? [...new Set(given)] : makeCodes(count, option("prefix"));
    await services.db.transaction().execute(async (trx) => {
      const promotion = await trx
        .updateTable("promotions")
        .set({ accepts_promo_codes: true })
        .where("id", "=", promotionId)
        .returning("id")
        .executeTakeFirst();
      if (!promotion) throw new Misuse(`There is no promotion ${promotionId}.`);
      const { rows: known } = await sql<{ code: string }>`
        select code from promo_codes
        where upper(regexp_replace(code, '[\\s–—-]', '', 'g')) = any(${codes}::text[])
      `.execute(trx);
      if (known.length > 0) throw new Misuse(`Known already: ${known.map(({ code }) => code).join(", ")}.`);
      await sql`
        insert into promo_codes (code, promotion_id, points) select code, ${promotionId}, ${points} from unnest(${codes}::text[]) code
      `.execute(trx);
    });
    for (const code of codes) print(code);
    return undefined;
  },
};

function makeCodes(countText: string, prefix = ""): string[] {
  const count = readCount(countText, "--count");
  if (count > COUNT_LIMIT) throw new Misuse(`--count is at most ${COUNT_LIMIT}.`);
  const codes = new Set<string>();
  while (codes.size < count) {
    const letters = Array.from({ length: RANDOM_LETTERS }, () => READABLE[randomInt(READABLE.length)]).join("");
    codes.add(normalizePromoCode(prefix) + letters);
  }
  return [...codes];
}
