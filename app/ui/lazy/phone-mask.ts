import IMask from "imask/esm/imask";
import "imask/esm/masked/pattern";

const MASK = "+{7} (000) 000-00-00";

/** Attaches the mask `+7 (___) ___-__-__` to a field (§5.1). */
export function maskPhone(input: HTMLInputElement): void {
  if (!input.isConnected) return;
  // A field that the person has left keeps its selection, and to select it again would take the focus back.
  const isSelected =
    input === document.activeElement && input.selectionStart === 0 && input.selectionEnd === input.value.length;
  // What was typed before the mask was loaded may begin with the country code, 7 or 8.
  const digits = input.value.replace(/\D/g, "");
  if (/^[78]/.test(digits)) input.value = `+7${digits.slice(1)}`;
  IMask(input, { mask: MASK, prepare: dropCountryCode });
  // A new value takes the selection away.
  if (isSelected) input.select();
}

/** The mask contains the country code, so a typed or pasted 7 or 8 at the beginning is dropped. */
function dropCountryCode(typed: string, masked: { value: string }): string {
  if (masked.value.replace(/\D/g, "").length > 1) return typed;
  const digits = typed.replace(/\D/g, "");
  const hasCode = /^[78]/.test(digits) && (digits.length === 1 || digits.length > 10);
  return hasCode ? digits.slice(1) : typed;
}
