import type { z } from "zod";
import type { actShape, fieldShape, listShape } from "../../../contract/operator/views";
import { type Act, actGroups } from "../../platform/acts/act";
import type { Fields } from "../../platform/acts/field";
import type { List } from "../../platform/acts/view";

/** An act as the operators' API tells it. */
export function describeAct(act: Act): z.input<typeof actShape> {
  return {
    name: act.name,
    title: act.title,
    group: actGroups[act.group],
    explanation: act.explanation ?? "",
    needsCode: act.needsCode ?? false,
    fields: describeFields(act.fields),
  };
}

export function describeList(list: List): z.input<typeof listShape> {
  return {
    name: list.name,
    title: list.title,
    group: actGroups[list.group],
    filters: describeFields(list.filters),
  };
}

export function describeFields(fields: Fields): z.input<typeof fieldShape>[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    label: field.label,
    hint: field.hint ?? "",
    control: field.control,
    isRequired: field.isRequired,
    choices: field.choices ?? [],
  }));
}
