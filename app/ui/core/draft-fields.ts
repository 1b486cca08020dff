type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Names and values of filled, checked and selected fields. */
export type Draft = [name: string, value: string][];

const EXCLUDED_TYPES = new Set(["password", "file", "hidden", "submit", "button", "image", "reset"]);
const EXCLUDED_AUTOCOMPLETE = /one-time-code|^cc-/;

/** The values of a form as JSON, without passwords, files, one-time codes and card numbers. */
export function serializeDraft(form: HTMLFormElement): string {
  const filled = listFields(form).filter((field) => (isCheckable(field) ? field.checked : field.value !== ""));
  return JSON.stringify(filled.map(({ name, value }) => [name, value]) satisfies Draft);
}

export function listFields(form: HTMLFormElement): Field[] {
  return Array.from(form.querySelectorAll<Field>("input,textarea,select")).filter(
    (field) =>
      field.name &&
      !field.disabled &&
      !EXCLUDED_TYPES.has(field.type) &&
      !EXCLUDED_AUTOCOMPLETE.test(field.autocomplete) &&
      !("readOnly" in field && field.readOnly),
  );
}

export function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}
