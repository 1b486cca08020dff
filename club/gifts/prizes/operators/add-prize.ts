import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import * as field from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";
import { storePicture } from "../../../platform/media/store-file";
import { findPrizeKind, kindNames } from "../kinds";
import { findPriceDrop } from "./price-drop";
import { pictureField, stockField } from "./prize-fields";

const SIZE = /^([^=]+)=(\d{1,6})$/;

export const addPrize = defineAct({
  name: "add-prize",
  group: "catalogue",
  title: "Добавить подарок",
  summary: "Add a prize.",
  gives: "value",
  roles: ["content"],
  needsCode: true,
  fields: {
    name: field.text({ label: "Название", help: "the name" }),
    price: field.count({ label: "Цена, баллов", help: "points" }),
    handler: field.choice({ label: "Вид", help: "the kind", choices: kindNames }),
    retailer: field.optionalText({ label: "Магазин сертификата", help: "whose certificate it is" }),
    description: field.optionalMultiline({ label: "Описание", help: "the description" }),
    stock: stockField,
    size: field.lines({
      label: "Размеры",
      hint: "По одному в строке, с остатком: L=20",
      help: "a size and its stock, such as L=20; may be repeated",
    }),
    picture: pictureField,
  },
  async run({ trx, services }, input) {
    const kind = findPrizeKind(input.handler);
    if (kind?.isCertificate && !input.retailer) {
      throw new RefusalError(alias.validation, "Назовите магазин сертификата.", "retailer");
    }
    if (!kind?.hasSizes && input.size.length > 0) {
      throw new RefusalError(alias.validation, "У подарка этого вида нет размеров.", "size");
    }
    const sizes = readSizes(input.size);
    const whySecondOperator = await findPriceDrop(trx, services, {}, input.price);
    const { last } = await trx
      .selectFrom("prizes")
      .select((all) => all.fn.max("position").as("last"))
      .executeTakeFirstOrThrow();
    const prize = await trx
      .insertInto("prizes")
      .values({
        name: input.name,
        price: input.price,
        handler_system_name: input.handler,
        retailer: kind?.isCertificate ? input.retailer : "",
        description: input.description ?? "",
        image_url: input.picture ? await storePicture(trx, input.picture) : "",
        stock: input.stock ?? null,
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
    return {
      lines: [`Подарок ${quote(input.name)} за ${input.price} баллов появится в каталоге.`],
      whySecondOperator,
      subject: { kind: "prize", id: prize.id },
      after: { price: input.price, handler: input.handler, stock: input.stock ?? null, sizes },
      link: { card: "prize", id: String(prize.id) },
    };
  },
});

/** @throws RefusalError at `size` */
function readSizes(lines: readonly string[]): { value: string; stock: number }[] {
  return lines.map((line) => {
    const match = SIZE.exec(line);
    if (!match?.[1]) throw new RefusalError(alias.validation, `${quote(line)}: нужен вид L=20.`, "size");
    return { value: match[1], stock: Number(match[2]) };
  });
}
