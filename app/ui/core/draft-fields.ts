import { type Field, isCheckable, listFields } from "../../lib/form-fields";

/** Names and values of filled, checked and selected fields. */
export type Draft = [name: string, value: string][];

const EXCLUDED_AUTOCOMPLETE = /one-time-code|^cc-/;

/** The values of a form as JSON, without passwords, files, one-time codes and card numbers. */
export function serializeDraft(form: HTMLFormElement): string {
  const filled = listDraftFields(form).filter((field) => (isCheckable(field) ? field.checked : field.value !== ""));
  return JSON.stringify(filled.map(({ name, value }) => [name, value]) satisfies Draft);
}

export function listDraftFields(form: HTMLFormElement): Field[] {
  return listFields(form).filter(
    (field) =>
      field.name &&
      !field.disabled &&
      field.type !== "password" &&
      !EXCLUDED_AUTOCOMPLETE.test(field.autocomplete) &&
      !("readOnly" in field && field.readOnly),
  );
}
