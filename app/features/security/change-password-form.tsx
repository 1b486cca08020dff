import { changePasswordRules } from "../../../contract/field-rules";
import { PASSWORD_MIN_LENGTH } from "../../../contract/values";
import { SubmitButton } from "../../ui/core/button";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { PasswordField } from "../../ui/core/text-field";

/** The present password and a new one (§5.10). @param login of the participant, for the browser's password manager */
export function ChangePasswordForm({ shell, login }: { shell: FormShell; login: string }) {
  return (
    <FormLayout shell={shell} label="Смена пароля">
      <input
        type="text"
        className="visually-hidden"
        autoComplete="username"
        defaultValue={login}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        shell={shell}
        name="current_password"
        label="Нынешний пароль"
        {...changePasswordRules.current_password}
      />
      <PasswordField
        shell={shell}
        name="new_password"
        label="Новый пароль"
        hint={`Не короче ${PASSWORD_MIN_LENGTH}\u00a0символов. На других устройствах вход завершится.`}
        autoComplete="new-password"
        {...changePasswordRules.new_password}
      />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Сохраняем…" name="intent" value="password">
          Сменить пароль
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
