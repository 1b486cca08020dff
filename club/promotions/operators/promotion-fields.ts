import * as field from "../../acts/field";

export const promotionField = field.count({ label: "Номер акции", help: "the promotion's number", isPositional: true });

export const bonusFields = {
  points_per_piece: field.optionalCount({
    label: "Баллов за каждую штуку",
    hint: "Сверх обычных, участникам акции, за её артикулы",
    help: "extra points a piece, for participants of the promotion on its articles",
    min: 0,
    max: 1_000_000,
  }),
  extra_percent: field.optionalCount({
    label: "Надбавка к баллам, %",
    hint: "100 — вдвое больше обычного",
    help: "how many per cent more points such deals bring; 100 doubles them",
    min: 0,
    max: 1_000,
  }),
  budget: field.optionalCount({
    label: "Бюджет, баллов",
    hint: "Больше акция за сделки не начислит. Пусто — без ограничения",
    help: "points that the promotion may give on deals in all",
  }),
};
