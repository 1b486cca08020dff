import { optionalChoice } from "../../../platform/acts/field";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import { findPrizeKind, kindNames } from "../kinds";

/** Every prize, also those that aren't in the catalogue. */
export const prizes = defineList({
  name: "prizes",
  group: "catalogue",
  title: "Подарки",
  summary: "Every prize.",
  roles: ["content", "fulfilment", "support"],
  filters: {
    kind: optionalChoice({ label: "Вид", help: "the kind", choices: kindNames }),
    state: optionalChoice({
      label: "В каталоге",
      help: "whether it is in the catalogue",
      choices: { enabled: "Да", disabled: "Нет", empty: "Закончились" },
    }),
  },
  columns: [
    { title: "№", isNumber: true },
    { title: "Подарок" },
    { title: "Вид" },
    { title: "Баллов", isNumber: true },
    { title: "Остаток", isNumber: true },
    { title: "В каталоге" },
  ],
  today: [
    {
      title: "Подарки закончились",
      filters: { state: "empty" },
      async count({ db }) {
        const { count } = await db
          .selectFrom("prizes")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("is_enabled", "=", true)
          .where("stock", "=", 0)
          .executeTakeFirstOrThrow();
        return count;
      },
    },
  ],
  async read({ db }, { kind, state }, after) {
    const found = await db
      .selectFrom("prizes")
      .select(["id", "name", "handler_system_name", "price", "stock", "is_enabled"])
      .where("id", ">", after ?? 0)
      .$if(kind !== undefined, (query) => query.where("handler_system_name", "=", kind ?? ""))
      .$if(state === "enabled", (query) => query.where("is_enabled", "=", true))
      .$if(state === "disabled", (query) => query.where("is_enabled", "=", false))
      .$if(state === "empty", (query) => query.where("is_enabled", "=", true).where("stock", "=", 0))
      .orderBy("id")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(found, (prize) => ({
      cells: [
        String(prize.id),
        prize.name,
        findPrizeKind(prize.handler_system_name)?.title ?? prize.handler_system_name,
        String(prize.price),
        prize.stock === null ? "—" : String(prize.stock),
        prize.is_enabled ? "да" : "нет",
      ],
      link: { card: "prize", id: String(prize.id) },
    }));
  },
});
