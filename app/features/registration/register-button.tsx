import { SubmitButton } from "../../ui/core/button";
import type { FormShell } from "../../ui/core/form-shell";

/** Sends the form; disabled while required fields are empty, which the line below lists (§5.4, §5.5). */
export function RegisterButton({ shell, missing }: { shell: FormShell; missing: readonly string[] }) {
  return (
    <>
      <SubmitButton shell={shell} name="intent" value="register" busyLabel="Отправляем…" disabled={missing.length > 0}>
        Зарегистри&shy;роваться
      </SubmitButton>
      <p className="hint registration-missing">
        {missing.length > 0 && `Чтобы отправить анкету, заполните: ${missing.join(", ")}.`}
      </p>
    </>
  );
}
