import { phoneRule } from "../../contract/field-rules";
import { PHONE_DIGITS } from "../../contract/values";

const ALLOWED = new RegExp(`^(?:${phoneRule.pattern})$`, "u");
const NATIONAL_DIGITS = PHONE_DIGITS - 1;

/**
 * Groups the digits of a Russian or Kazakh number. No digit is ever left out, and a number that the server would refuse, or
 * read as another one, stays as it was typed: of another country, too long, with letters.
 * @param typed the whole text of the field, complete or not
 */
export function formatTypedPhone(typed: string): string {
  const parts = ALLOWED.test(typed) ? splitPhone(typed) : null;
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
    return { country: digits.length === PHONE_DIGITS ? "+7" : "8", national: digits.slice(1) };
  return null;
}
