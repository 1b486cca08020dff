import { recoveryRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextField } from "../../ui/core/text-field";

export const RECOVERY_LEAD = "Отправим на ваш e-mail ссылку, по которой можно задать новый пароль.";

/** Asks for the login whose password is forgotten (§4.12). */
export function RecoveryForm({ shell }: { shell: FormShell }) {
  return (
    <FormLayout shell={shell}>
      <TextField
        shell={shell}
        name="login"
        label="E-mail или телефон"
        hint="Те, что вы указали при регистрации."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...recoveryRules.login}
      />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Отправляем…">
          Получить ссылку
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
