import { type ReactNode, useEffect, useRef } from "react";
import { SubmitButton } from "../core/button";
import { FormLayout } from "../core/form";
import type { FormShell } from "../core/form-shell";

type AutoSubmitFormProps = {
  shell: FormShell;
  children: ReactNode;
  /** Script presses the button as soon as it is there. A person without script, or after a refusal, does it. */
  atOnce?: boolean;
};

/** A form of one button, for what an address asks for and no mail scanner may set going (§2.4.4, §2.4.5). */
export function AutoSubmitForm({ shell, children, atOnce }: AutoSubmitFormProps) {
  const isPressed = useRef(!atOnce || Boolean(shell.result) || shell.busy);
  const { id } = shell;
  useEffect(() => {
    const form = document.getElementById(id);
    if (isPressed.current || !(form instanceof HTMLFormElement) || !form.requestSubmit) return;
    isPressed.current = true;
    form.requestSubmit();
  }, [id]);
  return (
    <FormLayout shell={shell}>
      <SubmitButton shell={shell}>{children}</SubmitButton>
    </FormLayout>
  );
}
