import { optionalChoice } from "../../acts/field";
import { formatDay } from "../../acts/format";
import { defineList, LIST_ROWS } from "../../acts/view";
import { moscowDate } from "../../moscow-date";

/** Every promotion, the newest first. */
export const promotions = defineList({
  name: "promotions",
  group: "catalogue",
  title: "Акции",
  summary: "Every promotion, the newest first.",
  roles: ["content", "support", "finance"],
  filters: {
    state: optionalChoice({
      label: "Состояние",
      help: "whether it runs",
      choices: { running: "Идут и будут", over: "Закончились", disabled: "Выключены" },
    }),
  },
  columns: [{ title: "№", isNumber: true }, { title: "Акция" }, { title: "С" }, { title: "По" }],
  async read({ db, now }, { state }, after) {
    const today = moscowDate(now());
    const found = await db
      .selectFrom("promotions")
      .selectAll()
      .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
      .$if(state === "disabled", (query) => query.where("is_enabled", "=", false))
      .$if(state === "over", (query) => query.where("date_end", "<", today))
      .$if(state === "running", (query) =>
        query
          .where("is_enabled", "=", true)
          .where((where) => where.or([where("date_end", "is", null), where("date_end", ">=", today)])),
      )
      .orderBy("id", "desc")
      .limit(LIST_ROWS)
      .execute();
    return {
      rows: found.map((promotion) => ({
        cells: [String(promotion.id), promotion.name, formatDay(promotion.date_start), formatDay(promotion.date_end)],
        link: { card: "promotion", id: String(promotion.id) },
      })),
      next: found.length === LIST_ROWS ? String(found.at(-1)?.id) : null,
    };
  },
});
