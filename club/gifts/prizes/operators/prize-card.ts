import type { Card } from "../../../platform/acts/view";
import { parseId } from "../../../platform/http/parse-id";
import { findPrizeKind } from "../kinds";

export const prizeCard: Card = {
  name: "prize",
  summary: "A prize with its sizes.",
  roles: ["content", "fulfilment", "support"],
  async read({ db }, wireId) {
    const id = parseId(wireId);
    const prize =
      id === null ? undefined : await db.selectFrom("prizes").selectAll().where("id", "=", id).executeTakeFirst();
    if (!prize) return null;
    const sizes = await db
      .selectFrom("prize_sizes")
      .select(["value", "stock"])
      .where("prize_id", "=", prize.id)
      .orderBy("position")
      .orderBy("id")
      .execute();
    const input = { prize: String(prize.id) };
    return {
      title: `Подарок № ${prize.id}: ${prize.name}`,
      sections: [
        {
          title: "Каталог",
          facts: [
            {
              label: "Вид",
              value: findPrizeKind(prize.handler_system_name)?.title ?? prize.handler_system_name,
            },
            { label: "Цена", value: `${prize.price} баллов` },
            ...(prize.retailer ? [{ label: "Магазин", value: prize.retailer }] : []),
            { label: "Описание", value: prize.description || "—" },
            { label: "Остаток", value: prize.stock === null ? "без ограничения" : `${prize.stock} шт.` },
            { label: "В каталоге", value: prize.is_enabled ? "да" : "нет" },
            { label: "Место", value: String(prize.position) },
          ],
        },
        ...(sizes.length > 0
          ? [
              {
                title: "Размеры",
                table: {
                  columns: [{ title: "Размер" }, { title: "Остаток", isNumber: true }],
                  rows: sizes.map(({ value, stock }) => ({ cells: [value, String(stock)] })),
                },
              },
            ]
          : []),
      ],
      acts: [
        { act: "change-prize", input },
        { act: "set-prize-stock", input },
        { act: prize.is_enabled ? "disable-prize" : "enable-prize", input },
      ],
    };
  },
};
