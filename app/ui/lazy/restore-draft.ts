import { isCheckable } from "../../lib/form-fields";
import { type Draft, listDraftFields } from "../core/draft-fields";

/** Restores a draft into fields that are still empty. */
export function restoreDraft(form: HTMLFormElement, text: string): void {
  const draft = JSON.parse(text) as Draft;
  for (const field of listDraftFields(form)) {
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
