import { type ReactNode, useEffect, useRef } from "react";
import { SubmitButton } from "../core/button";
import { FormLayout } from "../core/form";
import type { FormShell } from "../core/form-shell";

type OneButtonFormProps = {
  shell: FormShell;
  children: ReactNode;
  /**
   * Script submits the form when the page opens, except after a refusal, and except when the person has touched the page: then
   * the press of the button may be on its way already, as the scripts arrive after it. Without script the person presses it.
   */
  autoSubmit?: boolean;
};

/** A form of one button. For links whose effect mail scanners and link previews must not trigger (§2.4.4, §2.4.5). */
export function OneButtonForm({ shell, children, autoSubmit }: OneButtonFormProps) {
  const isSubmitted = useRef(!autoSubmit || Boolean(shell.result) || shell.busy);
  const { id } = shell;
  useEffect(() => {
    const form = document.getElementById(id);
    if (isSubmitted.current || navigator.userActivation?.hasBeenActive) return;
    if (!(form instanceof HTMLFormElement) || !form.requestSubmit) return;
    isSubmitted.current = true;
    form.requestSubmit();
  }, [id]);
  return (
    <FormLayout shell={shell}>
      <SubmitButton shell={shell}>{children}</SubmitButton>
    </FormLayout>
  );
}
