import { type Field, isCheckable, listFields } from "../lib/form-fields";
import { type FieldPlace, fillField, findField, isField, placeOf, readState } from "./typed-fields";

interface CapturedField {
  state: string;
  place: FieldPlace;
}

/**
 * Captures what is typed, checked and selected before and during hydration. React 18 resets an edited textarea, and renders
 * the whole page again when a browser extension has added nodes to it.
 * @returns a function that restores lost input, focus, caret and scroll position
 */
export function captureTypedInput(): () => void {
  const captured = new Map<Field, CapturedField>();
  const capture = (field: Field) => captured.set(field, { state: readState(field), place: placeOf(field, document) });
  let focused = isField(document.activeElement) ? document.activeElement : undefined;
  let focusedPlace = focused && placeOf(focused, document);

  // Input during hydration is captured as well.
  const onInput = ({ target }: Event) => {
    if (target instanceof Element && isField(target)) capture(target);
  };
  const onFocus = ({ target }: Event) => {
    focused = target instanceof Element && isField(target) ? target : undefined;
    focusedPlace = focused && placeOf(focused, document);
  };
  document.addEventListener("input", onInput, true);
  document.addEventListener("focusin", onFocus, true);
  listFields(document).filter(isChanged).forEach(capture);
  const { scrollX, scrollY } = window;

  return () => {
    document.removeEventListener("input", onInput, true);
    document.removeEventListener("focusin", onFocus, true);
    for (const [field, { state, place }] of captured) {
      const now = field.isConnected ? field : findField(place);
      if (now) fillField(now, state);
    }
    if (!focused || !focusedPlace || focused.isConnected || document.activeElement !== document.body) return;
    const now = findField(focusedPlace);
    const caret = readCaret(focused);
    now?.focus({ preventScroll: true });
    if (now && caret && "setSelectionRange" in now) now.setSelectionRange(...caret);
    window.scrollTo(scrollX, scrollY);
  };
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = Array.from(field.options);
    // A list without a default selection shows its first option.
    const first = Math.max(
      0,
      options.findIndex((option) => option.defaultSelected),
    );
    return field.selectedIndex !== first;
  }
  if (isCheckable(field)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

function readCaret(field: Field): [number, number] | undefined {
  if (field instanceof HTMLSelectElement) return undefined;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}
