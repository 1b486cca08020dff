const NATIONAL_DIGITS = 10;

/** Writes a field's number as `+7 (___) ___-__-__` while it is typed, pasted or filled in (§5.1). */
export function maskPhone(input: HTMLInputElement): void {
  const allowed = new RegExp(`^(?:${input.pattern || ".*"})$`, "u");
  maskTyped(input, (typed) => formatTypedPhone(typed, allowed));
}

/**
 * Groups a field's number while it is typed, pasted or filled in, with the caret where it was.
 * @param format gives back what isn't to be changed as it is, and keeps the digits of the rest
 */
export function maskTyped(input: HTMLInputElement, format: (typed: string) => string): void {
  if (!input.isConnected) return;
  // A field that the person has left keeps its selection, and to select it again would take the focus back.
  const isSelected =
    input === document.activeElement && input.selectionStart === 0 && input.selectionEnd === input.value.length;
  rewrite(input, format);
  // A new value takes the selection away.
  if (isSelected) input.select();
  input.addEventListener("input", (event) => {
    const { isComposing, inputType } = event as InputEvent;
    if (!isComposing) rewrite(input, format, inputType === "deleteContentForward");
  });
}

/**
 * Groups the digits of a Russian or Kazakh number. No digit is ever left out, and a number that the server would refuse, or
 * read as another one, stays as it was typed: of another country, too long, with letters.
 * @param typed the whole text of the field, complete or not
 * @param allowed what the server reads at all
 */
export function formatTypedPhone(typed: string, allowed: RegExp): string {
  const parts = allowed.test(typed) ? splitPhone(typed) : null;
  if (!parts || parts.national.length > NATIONAL_DIGITS) return typed;
  const groups = [[0, 3, " ("] as const, [3, 6, ") "] as const, [6, 8, "-"] as const, [8, 10, "-"] as const];
  const shown = groups.filter(([start]) => parts.national.length > start);
  return parts.country + shown.map(([start, end, before]) => before + parts.national.slice(start, end)).join("");
}

/** An 8 stays until the number is complete: only then is it known to stand for +7. */
function splitPhone(typed: string): { country: string; national: string } | null {
  const digits = typed.replace(/\D/g, "");
  if (digits.startsWith("7")) return { country: "+7", national: digits.slice(1) };
  if (typed.includes("+")) return null;
  if (digits.startsWith("9")) return { country: "+7", national: digits };
  if (digits.startsWith("8"))
    return { country: digits.length > NATIONAL_DIGITS ? "+7" : "8", national: digits.slice(1) };
  return null;
}

/**
 * Replaces the field's text by the grouped one, with the caret behind the same digit.
 * @param forward whether the caret goes on to the next digit, so that «Delete» doesn't stop at a hyphen
 */
function rewrite(input: HTMLInputElement, format: (typed: string) => string, forward = false): void {
  const { value } = input;
  const formatted = format(value);
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
