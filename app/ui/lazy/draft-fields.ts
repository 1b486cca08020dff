type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Names and values of filled, checked and selected fields. */
type Draft = [name: string, value: string][];

const EXCLUDED_TYPES = new Set(["password", "file", "hidden", "submit", "button", "image", "reset"]);
const EXCLUDED_AUTOCOMPLETE = /one-time-code|^cc-/;

/** The values of a form as JSON, without passwords, files, one-time codes and card numbers. */
export function serializeDraft(form: HTMLFormElement): string {
  const filled = listFields(form).filter((field) => (isCheckable(field) ? field.checked : field.value !== ""));
  return JSON.stringify(filled.map(({ name, value }) => [name, value]) satisfies Draft);
}

/** Restores a draft into fields that are still empty. */
export function restoreDraft(form: HTMLFormElement, text: string): void {
  const draft = JSON.parse(text) as Draft;
  for (const field of listFields(form)) {
    if (isCheckable(field)) {
      const isChecked = draft.some(([name, value]) => name === field.name && value === field.value);
      // A click also runs the form's own handlers.
      if (isChecked && !field.checked) field.click();
      continue;
    }
    const saved = draft.find(([name]) => name === field.name)?.[1];
    if (saved === undefined || field.value !== "") continue;
    field.value = saved;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function listFields(form: HTMLFormElement): Field[] {
  return Array.from(form.querySelectorAll<Field>("input,textarea,select")).filter(
    (field) =>
      field.name &&
      !field.disabled &&
      !EXCLUDED_TYPES.has(field.type) &&
      !EXCLUDED_AUTOCOMPLETE.test(field.autocomplete) &&
      !("readOnly" in field && field.readOnly),
  );
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}
