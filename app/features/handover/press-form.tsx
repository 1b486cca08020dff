import type { ReactNode } from "react";
import { SubmitButton } from "../../ui/button";
import { FormFrame, type FormShell } from "../../ui/form";

/** A form of one button, for what an address asks for and only a person may set going (§2.4.4, §2.4.5). */
export function PressForm({ shell, children }: { shell: FormShell; children: ReactNode }) {
  return (
    <FormFrame shell={shell}>
      <SubmitButton shell={shell}>{children}</SubmitButton>
    </FormFrame>
  );
}
