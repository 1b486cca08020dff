type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Name and value of what is typed, ticked and chosen. */
type Draft = [name: string, value: string][];

const UNKEPT_TYPES = new Set(["password", "file", "hidden", "submit", "button", "image", "reset"]);
const UNKEPT_AUTOCOMPLETE = /one-time-code|^cc-/;

/** What stands in a form, as text. Passwords, files, one-time codes and cards are left out. */
export function serializeDraft(form: HTMLFormElement): string {
  const filled = listFields(form).filter((field) => (isTickable(field) ? field.checked : field.value !== ""));
  return JSON.stringify(filled.map(({ name, value }) => [name, value]) satisfies Draft);
}

/** Puts a draft back. A field that somebody has begun to fill in stays as it is. */
export function restoreDraft(form: HTMLFormElement, text: string): void {
  const draft = JSON.parse(text) as Draft;
  for (const field of listFields(form)) {
    if (isTickable(field)) {
      const isTicked = draft.some(([name, value]) => name === field.name && value === field.value);
      // A click tells the form's own handlers as well.
      if (isTicked && !field.checked) field.click();
      continue;
    }
    const kept = draft.find(([name]) => name === field.name)?.[1];
    if (kept === undefined || field.value !== "") continue;
    field.value = kept;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function listFields(form: HTMLFormElement): Field[] {
  return Array.from(form.querySelectorAll<Field>("input,textarea,select")).filter(
    (field) =>
      field.name &&
      !field.disabled &&
      !UNKEPT_TYPES.has(field.type) &&
      !UNKEPT_AUTOCOMPLETE.test(field.autocomplete) &&
      !("readOnly" in field && field.readOnly),
  );
}

function isTickable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}
