export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields that scripts may not fill, or that hold nothing typed. */
const IGNORED_TYPES = new Set(["file", "hidden", "submit", "button", "image", "reset"]);

/** The fields of a page or form that a person types, chooses or checks. */
export function listFields(parent: ParentNode): Field[] {
  return Array.from(parent.querySelectorAll<Field>("input,textarea,select")).filter(
    ({ type }) => !IGNORED_TYPES.has(type),
  );
}

export function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}
