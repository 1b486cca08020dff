import { fillField, findField, readState, type TypedField } from "../typed-fields";

/** Puts what had been typed back into the fields of the page that the server has sent anew. */
export function restoreTyped(typed: readonly TypedField[]): void {
  for (const { state, ...place } of typed) {
    const field = findField(place);
    if (field && readState(field) !== state) fillField(field, state);
  }
}
