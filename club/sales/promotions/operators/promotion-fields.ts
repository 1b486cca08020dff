import * as field from "../../../platform/acts/field";

export const promotionField = field.count({ label: "Номер акции", help: "the promotion's number", isPositional: true });
