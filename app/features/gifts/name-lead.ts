/** Characters of what is left of a name, above which it isn't short. */
const LONGEST_SHORT = 16;

/**
 * What the names of several gifts begin with, up to a space, such as «Пополнение телефона на »; empty where the rest of a name
 * would be long or nothing. A number isn't divided.
 */
export function findLead(names: readonly string[]): string {
  const [first = "", ...others] = names;
  if (others.length === 0) return "";
  let length = 0;
  while (length < first.length && others.every((name) => name[length] === first[length])) length++;
  const lead = first
    .slice(0, length)
    .replace(/[^ ]*$/, "")
    .replace(/\d[\d\s]*$/, "");
  return names.every((name) => isShort(name.slice(lead.length))) ? lead : "";
}

/** Whether a text fits into a chip. */
export function isShort(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_SHORT;
}
