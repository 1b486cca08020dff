import { normaliseText } from "../../../contract/normalise-text";

/** The form in which headers are compared: lower case, letters and digits only, е for ё. */
export function simplifyHeader(name: string): string {
  return normaliseText(name.slice(0, 200))
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[^a-zа-я0-9]/g, "");
}
