import * as field from "../../acts/field";

export const promotionField = field.count({ label: "Номер акции", help: "the promotion's number", isPositional: true });
