import { SubmitButton } from "../../ui/core/button";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { PasswordField } from "../../ui/core/text-field";

/** Asks for the present password before a large order. @param login of the participant, for the browser's password manager */
export function ConfirmPasswordForm({ shell, login }: { shell: FormShell; login: string }) {
  return (
    <FormLayout shell={shell} label="Пароль">
      <input
        type="text"
        className="visually-hidden"
        autoComplete="username"
        defaultValue={login}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField shell={shell} name="password" label="Пароль" autoComplete="current-password" required />
      <SubmitButton shell={shell} busyLabel="Проверяем…">
        Подтвердить
      </SubmitButton>
    </FormLayout>
  );
}
