import { quote } from "../../../../contract/russian-quotes";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import * as field from "../../../platform/acts/field";
import { nothingToChange } from "../../../platform/acts/nothing-to-change";
import { RefusalError } from "../../../platform/http/refusal-error";
import { storePicture } from "../../../platform/media/store-file";
import { lockPrize } from "./find-prize";
import { findPriceDrop } from "./price-drop";
import { pictureField, prizeField, stockField } from "./prize-fields";

/** What isn't given stays as it is. Orders keep the price that they were made at. */
export const changePrize = defineAct({
  name: "change-prize",
  group: "catalogue",
  title: "Изменить подарок",
  explanation: "Пустые поля ничего не меняют. Сделанные заказы остаются при своей цене.",
  summary: "Change a prize; what isn't given stays as it is.",
  gives: "value",
  roles: ["content"],
  needsCode: true,
  fields: {
    prize: prizeField,
    name: field.optionalText({ label: "Название", help: "the name" }),
    price: field.optionalCount({ label: "Цена, баллов", help: "points" }),
    description: field.optionalMultiline({ label: "Описание", help: "the description" }),
    position: field.optionalCount({ label: "Место в каталоге", help: "the place in the catalogue", max: 1_000_000 }),
    picture: pictureField,
  },
  async run({ trx, services }, input) {
    const prize = await lockPrize(trx, input.prize);
    const whySecondOperator = input.price === undefined ? [] : await findPriceDrop(trx, services, prize, input.price);
    const changes = {
      ...(input.name !== undefined && { name: input.name }),
      ...(input.price !== undefined && { price: input.price }),
      ...(input.description !== undefined && { description: input.description }),
      ...(input.position !== undefined && { position: input.position }),
      ...(input.picture && { image_url: await storePicture(trx, input.picture) }),
    };
    if (Object.keys(changes).length === 0) throw nothingToChange("name");
    await trx.updateTable("prizes").set(changes).where("id", "=", prize.id).execute();
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, prize[name as keyof typeof changes]]));
    const priceLine = input.price === undefined ? [] : [`Цена: ${prize.price} → ${input.price} баллов.`];
    return {
      lines: [`Подарок ${quote(input.name ?? prize.name)} будет изменён.`, ...priceLine],
      whySecondOperator,
      subject: { kind: "prize", id: prize.id },
      before,
      after: changes,
      link: { card: "prize", id: String(prize.id) },
    };
  },
});

export const setPrizeStock = defineAct({
  name: "set-prize-stock",
  group: "catalogue",
  title: "Задать остаток подарка",
  explanation: "Без размера и без числа остаток не ограничен. Размер, которого ещё нет, добавится.",
  summary: "Set how many units of a prize, or of one of its sizes, are left.",
  gives: "nothing",
  roles: ["content", "fulfilment"],
  fields: {
    prize: prizeField,
    stock: stockField,
    size: field.optionalText({ label: "Размер", help: "the size; a new one is added" }),
  },
  async run({ trx }, input) {
    const prize = await lockPrize(trx, input.prize);
    const stock = input.stock ?? null;
    if (input.size === undefined) {
      await trx.updateTable("prizes").set({ stock }).where("id", "=", prize.id).execute();
      return describe(prize, "", prize.stock, stock);
    }
    if (stock === null) throw new RefusalError(alias.validation, "Сколько осталось этого размера?", "stock");
    const former = await trx
      .selectFrom("prize_sizes")
      .select("stock")
      .where("prize_id", "=", prize.id)
      .where("value", "=", input.size)
      .executeTakeFirst();
    await trx
      .insertInto("prize_sizes")
      .columns(["prize_id", "value", "stock", "position"])
      .expression((values) =>
        values
          .selectFrom("prize_sizes")
          .select(({ fn, val }) => [
            val(prize.id).as("prize_id"),
            val(input.size).as("value"),
            val(stock).as("stock"),
            fn.countAll<number>().as("position"),
          ])
          .where("prize_id", "=", prize.id),
      )
      .onConflict((conflict) => conflict.columns(["prize_id", "value"]).doUpdateSet({ stock }))
      .execute();
    return describe(prize, `, размер ${input.size}`, former?.stock ?? 0, stock);
  },
});

function describe(prize: { id: number; name: string }, size: string, before: number | null, after: number | null) {
  const shown = (stock: number | null) => (stock === null ? "без ограничения" : `${stock} шт.`);
  return {
    lines: [`${quote(prize.name)}${size}: было ${shown(before)}, станет ${shown(after)}.`],
    subject: { kind: "prize", id: prize.id },
    before: { stock: before },
    after: { stock: after },
    link: { card: "prize", id: String(prize.id) },
  };
}
