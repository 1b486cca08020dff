import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import * as field from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";
import { countFuturePoints } from "../../../points/day-limits";
import { normalizePromoCode } from "../promo-code";
import { lockPromotion } from "./find-promotion";

/** Letters and digits that can't be mistaken for one another on a printed slip. */
const CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const RANDOM_LETTERS = 8;
const COUNT_LIMIT = 100_000;

export const addPromoCodes = defineAct({
  name: "add-promo-codes",
  group: "catalogue",
  title: "Добавить промокоды",
  explanation: "Свои коды или новые случайные. Они придут файлом; каждый работает один раз.",
  summary: "Add promo codes to a promotion, your own or generated ones, which come as a file.",
  gives: "points",
  roles: ["content"],
  needsCode: true,
  fields: {
    promotion: field.count({ label: "Номер акции", help: "the promotion's number" }),
    points: field.count({ label: "Баллов за код", help: "points that a code brings", max: 1_000_000 }),
    code: field.lines({ label: "Свои коды", hint: "По одному в строке", help: "may be repeated", isPrivate: true }),
    count: field.optionalCount({ label: "Сколько создать", help: "codes to generate", max: COUNT_LIMIT }),
    prefix: field.optionalText({ label: "Начало новых кодов", help: "how the generated codes begin" }),
  },
  async run({ trx, authority }, input) {
    const given = [...new Set(input.code.map(normalizePromoCode))];
    if (given.length > 0 === (input.count !== undefined)) {
      throw new RefusalError(alias.validation, "Впишите свои коды или сколько создать.", "count");
    }
    if (given.includes("")) throw new RefusalError(alias.validation, "Код не может быть пустым.", "code");
    const promotion = await lockPromotion(trx, input.promotion);
    const codes = input.count === undefined ? given : generateCodes(input.count, input.prefix);
    const { rows: known } = await sql<{ code: string }>`
      select code from promo_codes where upper(regexp_replace(code, '[\\s–—-]', '', 'g')) = any(${codes}::text[])
    `.execute(trx);
    if (known.length > 0) {
      throw new RefusalError(alias.collision, `Уже есть: ${known.map(({ code }) => code).join(", ")}.`, "code");
    }
    await sql`
      insert into promo_codes (code, promotion_id, points)
      select code, ${promotion.id}, ${input.points} from unnest(${codes}::text[]) code
    `.execute(trx);
    await countFuturePoints(trx, authority, codes.length * input.points);
    await trx.updateTable("promotions").set({ accepts_promo_codes: true }).where("id", "=", promotion.id).execute();
    return {
      lines: [`Кодов: ${codes.length}, каждый на ${input.points} баллов, акция ${quote(promotion.name)}.`],
      points: codes.length * input.points,
      subject: { kind: "promotion", id: promotion.id },
      after: { codes: codes.length, points: input.points },
      link: { card: "promotion", id: String(promotion.id) },
      file: {
        fileName: `promo-codes-${promotion.id}.csv`,
        contentType: "text/csv; charset=utf-8",
        content: `\uFEFFПромокод\r\n${codes.map((code) => `${code}\r\n`).join("")}`,
      },
    };
  },
});

function generateCodes(count: number, prefix = ""): string[] {
  const codes = new Set<string>();
  const letter = () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)];
  while (codes.size < count) {
    codes.add(normalizePromoCode(prefix) + Array.from({ length: RANDOM_LETTERS }, letter).join(""));
  }
  return [...codes];
}
