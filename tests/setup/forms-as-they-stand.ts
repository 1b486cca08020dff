import { fillIn, toBody } from "./form-body";
import { readText } from "./outline-text";

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
        button: readText(button.textContent).trim(),
        body: toBody(fillIn(form, {}, button), form.enctype === "multipart/form-data"),
      })),
  );
}
