import { newPasswordRules } from "../../../contract/field-rules";
import { PASSWORD_MIN_LENGTH } from "../../../contract/values";
import { SubmitButton } from "../../ui/core/button";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { PasswordField } from "../../ui/core/text-field";

/** A new password, twice (§5.10). @param email of the participant, for the browser's password manager */
export function PasswordForm({ shell, email }: { shell: FormShell; email: string }) {
  return (
    <FormLayout shell={shell}>
      <input
        type="text"
        className="visually-hidden"
        autoComplete="username"
        defaultValue={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        shell={shell}
        name="new_password"
        label="Новый пароль"
        hint={`Не короче ${PASSWORD_MIN_LENGTH}\u00a0символов.`}
        autoComplete="new-password"
        {...newPasswordRules.new_password}
      />
      <PasswordField
        shell={shell}
        name="new_password_confirm"
        label="Новый пароль ещё раз"
        autoComplete="new-password"
        {...newPasswordRules.new_password_confirm}
      />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Сохраняем…">
          Сохранить пароль
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
