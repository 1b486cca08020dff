import type { FormValues } from "./form-sample";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Shorter texts may stand on a page by chance. */
const TELLING_LENGTH = 4;

/** Which fields have what was typed, and what of the rest came back with the page otherwise. */
export function describeKept(html: string, form: HTMLFormElement | undefined, typed: FormValues): string[] {
  const kept: string[] = [];
  const empty: string[] = [];
  const elsewhere: string[] = [];
  for (const [name, value] of Object.entries(typed)) {
    if (name === "intent" || value === "" || typeof value !== "string") continue;
    if (form && isKept(form, name, value)) kept.push(name);
    else if (value.length >= TELLING_LENGTH && html.includes(value)) elsewhere.push(name);
    else empty.push(name);
  }
  const line = (what: string, names: string[]) => (names.length > 0 ? [`${what}: ${names.join(", ")}`] : []);
  const lost = [...line("doesn't keep", empty), ...line("only in the page's data", elsewhere)];
  if (kept.length === 0) return lost;
  return [...lost, lost.length === 0 ? "keeps what was typed" : "keeps the rest"];
}

function isKept(form: HTMLFormElement, name: string, value: string): boolean {
  const controls = [...form.querySelectorAll<Control>("input, select, textarea")].filter((one) => one.name === name);
  return controls.some((one) =>
    one.type === "checkbox" || one.type === "radio"
      ? (one as HTMLInputElement).checked && one.value === value
      : one.value === value,
  );
}
