/** A form of a page as it is sent when somebody presses one of its buttons and fills in nothing. */
export interface StandingForm {
  readonly action: string;
  /** The button's text. */
  readonly button: string;
  readonly body: FormData | URLSearchParams;
}

/** The forms within an element that are posted, once for each of their buttons. */
export function listStandingForms(root: Element): StandingForm[] {
  return [...root.querySelectorAll<HTMLFormElement>("form[method=post]")].flatMap((form) =>
    [...form.querySelectorAll("button")]
      .filter(({ type, disabled }) => type === "submit" && !disabled)
      .map((button) => ({
        action: button.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
        button: (button.textContent ?? "")
          .replaceAll("\u00ad", "")
          .replace(/[\s\u00a0]+/g, " ")
          .trim(),
        body: readForm(form, button),
      })),
  );
}

function readForm(form: HTMLFormElement, { name, value }: HTMLButtonElement): FormData | URLSearchParams {
  const body = form.enctype === "multipart/form-data" ? new FormData() : new URLSearchParams();
  for (const field of form.querySelectorAll<HTMLInputElement>("input[name], select[name], textarea[name]")) {
    const isChoice = field.type === "checkbox" || field.type === "radio";
    if (isChoice ? field.checked : field.type !== "file") body.append(field.name, field.value);
  }
  if (name) body.append(name, value);
  return body;
}
