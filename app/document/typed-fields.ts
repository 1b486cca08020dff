import { type Field, isCheckable, listFields } from "../lib/form-fields";

/** Where a field stands on its page, so that it can be found again in another copy of the page. */
export interface FieldPlace {
  readonly id: string;
  readonly name: string;
  /** The attribute `action` of its form. */
  readonly action: string | null;
  /** Among the fields of the page with this name and action. */
  readonly position: number;
}

/** A field and what is in it: its text or value, or whether it is checked. */
export interface TypedField extends FieldPlace {
  readonly state: string;
}

/** What may be stored nowhere. A password that is being shown is a text for the browser. */
const SECRET_AUTOCOMPLETE = /password|one-time-code|^cc-/;
const PASSPORT = "[name^=passport_]";

export function isField(element: Element | null): element is Field {
  return element !== null && /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}

export function readState(field: Field): string {
  return isCheckable(field) ? String(field.checked) : field.value;
}

/** Fills a field. The events are sent in any case, because the page's handlers were not there when it was filled. */
export function fillField(field: Field, state: string): void {
  if (readState(field) !== state) {
    if (isCheckable(field)) field.checked = state === "true";
    else field.value = state;
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

export function placeOf(field: Field, page: ParentNode): FieldPlace {
  const { id, name } = field;
  const action = actionOf(field);
  return { id, name, action, position: listSimilar(page, name, action).indexOf(field) };
}

/** Finds the field of another copy of the page: by id, else by form action, name and position. */
export function findField({ id, name, action, position }: FieldPlace): Field | undefined {
  const byId = id ? document.getElementById(id) : null;
  return isField(byId) ? byId : listSimilar(document, name, action)[position];
}

/** What is in the fields of a page and may be stored for a moment: no passwords, codes and cards, and no passports. */
export function readTypedFields(page: ParentNode): TypedField[] {
  return listFields(page)
    .filter((field) => !isSecret(field))
    .map((field) => ({ ...placeOf(field, page), state: readState(field) }));
}

function isSecret(field: Field): boolean {
  return (
    field.type === "password" ||
    SECRET_AUTOCOMPLETE.test(field.getAttribute("autocomplete") ?? "") ||
    Boolean(field.form?.querySelector(PASSPORT))
  );
}

function listSimilar(page: ParentNode, name: string, action: string | null): Field[] {
  return listFields(page).filter((other) => other.name === name && actionOf(other) === action);
}

function actionOf({ form }: Field): string | null {
  return form ? form.getAttribute("action") : null;
}
