import createMask from "imask/esm/masked/factory";
import "imask/esm/masked/pattern";
import { CARD_DIGITS } from "../../../contract/values";
import { maskTyped } from "../../ui/lazy/phone-mask";

const groups = createMask({ mask: "0000 ".repeat(CARD_DIGITS / 4).trim() });
/** What the server takes out of a card number. */
const ALLOWED = /^[\d\s\-‐‑\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]*$/;

/** Writes a card's number in groups of four while it is typed, pasted or filled in (§5.2). */
export function maskCard(input: HTMLInputElement): void {
  maskTyped(input, formatTypedCard);
}

/** Groups the digits of a card number, complete or not. What the server would refuse stays as it was typed: longer, or with letters. */
export function formatTypedCard(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  if (!ALLOWED.test(typed) || digits.length > CARD_DIGITS) return typed;
  groups.resolve(digits);
  return groups.value;
}
