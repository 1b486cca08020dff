import { SubmitButton } from "../../ui/button";
import { FormFrame } from "../../ui/form";
import type { FormShell } from "../../ui/form-shell";
import { TextField } from "../../ui/text-field";

export const RECOVERY_LEAD = "Отправим на ваш e-mail ссылку, по которой можно задать новый пароль.";

/** Asks whose password is forgotten (§4.12). */
export function RecoveryForm({ shell }: { shell: FormShell }) {
  return (
    <FormFrame shell={shell}>
      <TextField
        shell={shell}
        name="login"
        label="E-mail или телефон"
        hint="Те, что вы указали при регистрации."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
      />
      <div className="brow">
        <SubmitButton shell={shell} busyLabel="Отправляем…">
          Получить ссылку
        </SubmitButton>
      </div>
    </FormFrame>
  );
}
