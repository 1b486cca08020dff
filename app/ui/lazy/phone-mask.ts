import { formatTypedPhone } from "../../lib/typed-phone";

/** Writes a field's number as `+7 (___) ___-__-__` while it is typed, pasted or filled in (§5.1). */
export function maskPhone(input: HTMLInputElement): void {
  if (!input.isConnected) return;
  // A field that the person has left keeps its selection, and to select it again would take the focus back.
  const isSelected =
    input === document.activeElement && input.selectionStart === 0 && input.selectionEnd === input.value.length;
  rewrite(input);
  // A new value takes the selection away.
  if (isSelected) input.select();
  input.addEventListener("input", (event) => {
    const { isComposing, inputType } = event as InputEvent;
    if (!isComposing) rewrite(input, inputType === "deleteContentForward");
  });
}

/**
 * Replaces the field's text by the grouped one, with the caret behind the same digit.
 * @param forward whether the caret goes on to the next digit, so that «Delete» doesn't stop at a hyphen
 */
function rewrite(input: HTMLInputElement, forward = false): void {
  const { value } = input;
  const formatted = formatTypedPhone(value);
  if (formatted === value) return;
  const behind = value.slice(input.selectionStart ?? value.length).replace(/\D/g, "").length;
  input.value = formatted;
  if (input !== document.activeElement) return;
  const caret = placeBefore(formatted, behind, forward);
  input.setSelectionRange(caret, caret);
}

/** The place in a text that has so many digits behind it: next to the one before it or, `forward`, to the first of them. */
function placeBefore(text: string, behind: number, forward: boolean): number {
  let place = text.length;
  for (let left = behind; left > 0 && place > 0; place -= 1) if (isDigitBefore(place)) left -= 1;
  while (!forward && place > 0 && !isDigitBefore(place)) place -= 1;
  return place;

  function isDigitBefore(index: number) {
    return /\d/.test(text.charAt(index - 1));
  }
}
