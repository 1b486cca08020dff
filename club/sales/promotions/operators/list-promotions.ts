import { sql } from "kysely";
import { optionalChoice } from "../../../platform/acts/field";
import { formatDay } from "../../../platform/acts/format";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import { moscowDate } from "../../../platform/moscow-date";
import { hasBonus } from "../bonuses";
import { describeTerms } from "./bonus-fields";

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
      choices: { running: "Идут и будут", over: "Закончились", disabled: "Выключены", used_up: "Бюджет исчерпан" },
    }),
  },
  columns: [
    { title: "№", isNumber: true },
    { title: "Акция" },
    { title: "С" },
    { title: "По" },
    { title: "Дополнительные баллы" },
  ],
  today: [
    {
      title: "Бюджет акции исчерпан",
      filters: { state: "used_up" },
      async count({ db, now }) {
        const { count } = await db
          .selectFrom("promotions")
          .select((promotion) => promotion.fn.countAll<number>().as("count"))
          .where(isUsedUp(moscowDate(now())))
          .executeTakeFirstOrThrow();
        return count;
      },
    },
  ],
  async read({ db, now }, { state }, after) {
    const today = moscowDate(now());
    const found = await db
      .selectFrom("promotions")
      .selectAll()
      .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
      .$if(state === "disabled", (query) => query.where("is_enabled", "=", false))
      .$if(state === "used_up", (query) => query.where(isUsedUp(today)))
      .$if(state === "over", (query) => query.where("date_end", "<", today))
      .$if(state === "running", (query) =>
        query
          .where("is_enabled", "=", true)
          .where((where) => where.or([where("date_end", "is", null), where("date_end", ">=", today)])),
      )
      .orderBy("id", "desc")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(found, (promotion) => ({
      cells: [
        String(promotion.id),
        promotion.name,
        formatDay(promotion.date_start),
        formatDay(promotion.date_end),
        hasBonus(promotion) ? describeTerms(promotion) : "—",
      ],
      link: { card: "promotion", id: String(promotion.id) },
    }));
  },
});

/** Promotions that still run and can't add anything any more. */
function isUsedUp(today: string) {
  return sql<boolean>`is_enabled and bonus_spent >= budget and coalesce(date_end >= ${today}::date, true)`;
}
