import * as field from "../../../platform/acts/field";

/** How many are left: empty means as many as are wanted. */
export const stockField = field.optionalCount({
  label: "Остаток, штук",
  hint: "Пусто — без ограничения. У подарка с размерами остаток свой у каждого размера",
  help: "units that are left; without it there is no limit",
  min: 0,
  max: 1_000_000,
});

export const pictureField = field.optionalFile({
  label: "Картинка",
  hint: "SVG, PNG, JPEG, WebP или AVIF",
  help: "a file: svg, png, jpg, webp or avif",
});

/** The prize that an act is about. */
export const prizeField = field.count({ label: "Номер подарка", help: "the prize's number", isPositional: true });
