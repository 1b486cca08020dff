import IMask from "imask/esm/imask";
import "imask/esm/masked/pattern";

const MASK = "+{7} (000) 000-00-00";

/** Puts the mask `+7 (___) ___-__-__` on a field (§5.1). Fetched only when somebody is about to type a phone. */
export function maskPhone(input: HTMLInputElement): void {
  if (!input.isConnected) return;
  // What was typed before the mask came may begin with the country code, in either form.
  const digits = input.value.replace(/\D/g, "");
  if (/^[78]/.test(digits)) input.value = `+7${digits.slice(1)}`;
  IMask(input, { mask: MASK, prepare: dropCountryCode });
}

/** The mask brings the country code: a typed or pasted 7 or 8 in front is the same thing. */
function dropCountryCode(typed: string, masked: { value: string }): string {
  if (masked.value.replace(/\D/g, "").length > 1) return typed;
  const digits = typed.replace(/\D/g, "");
  const hasCode = /^[78]/.test(digits) && (digits.length === 1 || digits.length > 10);
  return hasCode ? digits.slice(1) : typed;
}
