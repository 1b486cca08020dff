import { optionalCount, optionalDate } from "../../../platform/acts/field";
import { formatNumber } from "../../../platform/acts/format";
import { defineList } from "../../../platform/acts/view";
import { moscowDate } from "../../../platform/moscow-date";
import type { Services } from "../../../platform/services";
import { hasBonus } from "../bonuses";
import { type BonusTotals, pastDays, replayPromotion } from "../replay-promotion";
import { triedBonusFields } from "./bonus-fields";

/** What a promotion has cost, and would have cost, on the deals of a period. */
export const promotionCosts = defineList({
  name: "promotion-costs",
  group: "catalogue",
  title: "Во что обошлась бы акция",
  summary: "What a promotion has cost, and would have cost, on the deals of a period. Credits nothing.",
  roles: ["content", "finance"],
  filters: {
    promotion: optionalCount({ label: "Номер акции", help: "the promotion's number" }),
    from: optionalDate({ label: "Продажи с", help: "first day of sale; the promotion's by default" }),
    until: optionalDate({ label: "Продажи по", help: "last day of sale; the promotion's by default" }),
    ...triedBonusFields,
  },
  columns: [
    { title: "Что посчитано" },
    { title: "Участников", isNumber: true },
    { title: "Продаж", isNumber: true },
    { title: "Баллов", isNumber: true },
  ],
  mayLag: true,
  async read(services, { promotion: id, points = null, factor = null, ...days }) {
    const found = id === undefined ? undefined : await readPromotion(services, id);
    if (!found) return { rows: [], next: null };
    const usual = pastDays(found, moscowDate(services.now()));
    const period = { from: days.from ?? usual.from, until: days.until ?? usual.until };
    // Points win, so that a filter which the other one leaves over does no harm.
    const tried = { bonus_points: points, bonus_factor: points === null ? factor : null };
    const terms = hasBonus(tried) ? tried : found;
    if (!hasBonus(terms)) return { rows: [], next: null };
    const { given, due, joined, everyone } = await replayPromotion(services.db, found.id, period, terms);
    const row = (title: string, totals: BonusTotals) => ({
      cells: [title, ...[totals.participants, totals.deals, totals.points].map(formatNumber)],
      link: { card: "promotion", id: String(found.id) } as const,
    });
    return {
      rows: [
        row("Уже начислено", given),
        row("Ещё начислила бы по своим правилам, без учёта бюджета", due),
        row("Если бы вступившие участвовали весь период", joined),
        row("Если бы участвовали все менеджеры и магазины", everyone),
      ],
      next: null,
    };
  },
});

function readPromotion({ db }: Services, id: number) {
  return db
    .selectFrom("promotions")
    .select(["id", "date_start", "date_end", "bonus_points", "bonus_factor"])
    .where("id", "=", id)
    .executeTakeFirst();
}
