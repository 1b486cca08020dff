import { type Field, listFields, placeOf, readState, type TypedField } from "../typed-fields";

/** What may be stored nowhere. A password that is being shown is a text for the browser. */
const SECRET_AUTOCOMPLETE = /password|one-time-code|^cc-/;
const PASSPORT = "[name^=passport_]";

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
