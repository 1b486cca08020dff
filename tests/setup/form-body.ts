type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is typed, chosen or ticked in a field of a form. */
export type Typed = string | boolean | File;

export type FormEntry = readonly [name: string, value: string | File];

/** What a browser would send: the fields as they came with the page, changed by what is typed, and the pressed button. */
export function fillIn(form: HTMLFormElement, typed: Record<string, Typed>, pressed: HTMLButtonElement): FormEntry[] {
  const entries: FormEntry[] = [];
  for (const field of form.querySelectorAll<Field>("input[name], select[name], textarea[name]")) {
    const { name, type } = field;
    const value = typed[name];
    if (type === "checkbox" || type === "radio") {
      const choice = field as HTMLInputElement;
      const isChecked = value === undefined ? choice.checked : value === true || value === choice.value;
      if (isChecked) entries.push([name, choice.value]);
    } else if (type === "file") {
      entries.push([name, value instanceof File ? value : new File([], "")]);
    } else {
      entries.push([name, typeof value === "string" ? typeInto(field, value) : field.value]);
    }
  }
  if (pressed.name) entries.push([pressed.name, pressed.value]);
  return entries;
}

/** @throws when nobody could type or choose this */
function typeInto(field: Field, value: string): string {
  const isChoice = field.tagName === "SELECT";
  if (isChoice && ![...(field as HTMLSelectElement).options].some((option) => option.value === value)) {
    throw new Error(`The list ${field.name} has no ${value}`);
  }
  if (field.type === "hidden" || (!isChoice && (field as HTMLInputElement).readOnly)) {
    throw new Error(`Nobody can type into ${field.name}`);
  }
  return value;
}

/** The body that a browser makes of a form's entries. @param hasParts whether each is a part of its own, as files need it */
export function toBody(entries: readonly FormEntry[], hasParts: boolean): URLSearchParams | FormData {
  const body = hasParts ? new FormData() : new URLSearchParams();
  for (const [name, value] of entries) body.append(name, value as string);
  return body;
}
